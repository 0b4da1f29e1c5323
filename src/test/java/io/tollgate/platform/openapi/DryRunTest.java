package io.tollgate.platform.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.DryRuns;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A dry run of a write returns what the write returns, and changes nothing. */
class DryRunTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Path STEPS = Path.of("src/test/resources/openapi/story.json");

    private final TestGateway gateway = TestGateway.shared();

    /** Sends a write as a dry run first. */
    private Consumer<Reply> tried(
            TestSeller seller, String method, String target, String body, Set<String> operations) {
        if (method.equals("GET")) {
            return reply -> {};
        }
        // The tasks of the write before would otherwise change rows meanwhile.
        seller.settle();
        try (DryRuns runs = new DryRuns(gateway.databaseUrl(), seller.id(), seller.live())) {
            Reply dry = runs.tried(method, target, body);
            operations.add(method + " " + target.replaceAll("[0-9a-f]{24}", "{id}"));
            return real -> DryRuns.same(dry, real);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void writesOfTheExamplesReturnWhatTheirDryRunsDid() throws IOException {
        Set<String> operations = new TreeSet<>();
        Story story =
                new Story(gateway, (seller, method, target, body) -> tried(seller, method, target, body, operations));
        for (JsonNode step : MAPPER.readTree(STEPS.toFile())) {
            story.run(step);
        }
        assertThat(operations).hasSizeGreaterThan(40);
    }

    /** The file store is outside the transaction. */
    @Test
    void filesStayAsTheyAre() throws Exception {
        TestSeller seller = gateway.seller();
        byte[] bytes = "Bring a mat.\n".getBytes(StandardCharsets.UTF_8);
        String id = FileSamples.upload(seller.live(), "file", "mat.txt", bytes)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        seller.live()
                .send("DELETE", "/v1/files/" + id + "?dryRun=true", Map.of())
                .expect(200);
        String link = seller.live()
                .get("/v1/files/" + id + "/download")
                .expect(200)
                .json()
                .at("/data/url")
                .textValue();
        assertThat(gateway.api(null)
                        .get(URI.create(link).getRawPath() + "?"
                                + URI.create(link).getRawQuery())
                        .expect(200)
                        .body())
                .isEqualTo("Bring a mat.\n");
    }

    @Test
    void errorsAreThoseOfTheWrite() {
        TestSeller seller = gateway.seller();
        TestApi api = seller.live();
        String coupon = "{'label': 'x', 'code': 'DRY', 'duration': 'once', 'percentOff': 1}".replace('\'', '"');
        assertThat(api.post("/v1/coupons?dryRun=maybe", coupon).problems()).containsExactly("dryRun");
        assertThat(api.post("/v1/coupons?dryRun=true&dryRun=true", coupon).problems())
                .containsExactly("dryRun");
        assertThat(api.post("/v1/coupons?dryrun=true", coupon).expect(400).body())
                .contains("dryRun");
        api.post("/v1/coupons?dryRun=true", coupon).expect(201);
        api.post("/v1/coupons?dryRun=false", coupon).expect(201);
        api.post("/v1/coupons?dryRun=true", coupon).expect(409);
        assertThat(api.get("/v1/coupons").json().get("total").intValue()).isEqualTo(1);
    }

    /** The key of a dry run can be sent with the write, and a stored response is not that of a dry run. */
    @Test
    void keysAreNotUsedUp() {
        TestApi api = gateway.seller().live();
        String coupon = "{'label': 'x', 'code': 'KEY', 'duration': 'once', 'percentOff': 1}".replace('\'', '"');
        api.writeWithRetries("POST", "/v1/coupons?dryRun=true", "one key", coupon)
                .expect(201);
        api.writeWithRetries("POST", "/v1/coupons", "one key", coupon).expect(201);
        api.writeWithRetries("POST", "/v1/coupons?dryRun=true", "one key", coupon)
                .expect(409);
    }
}
