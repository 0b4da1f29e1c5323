package io.tollgate.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.Examples;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The published answer to the published request of createBooking is the real one. */
class BookingExampleTest {
    private static final Path EXAMPLES = Path.of("src/main/resources/openapi/examples.json");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final TestSeller seller = TestGateway.shared().seller();
    private final JsonNode operation = TestGateway.shared()
            .api(null)
            .get("/openapi.json")
            .expect(200)
            .json()
            .at("/paths/~1v1~1bookings/post");

    /** Run with {@code -Dgolden=write} to write the answer anew. */
    @Test
    void the_published_answer_follows_from_the_published_request() throws IOException {
        JsonNode request = operation.at("/requestBody/content/application~1json/example");
        Examples.needs(seller, request);
        JsonNode answer = seller.live()
                .post("/v1/bookings", request.toString())
                .expect(201)
                .json();
        JsonNode stable = stable(answer, request);
        if ("write".equals(System.getProperty("golden"))) {
            ObjectNode examples = (ObjectNode) MAPPER.readTree(EXAMPLES.toFile());
            examples.set("createBooking", stable);
            Files.writeString(EXAMPLES, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(examples) + "\n");
            return;
        }
        assertThat(operation.at("/responses/201/content/application~1json/example"))
                .isEqualTo(stable);
    }

    /** The answer with fixed values for those that differ each time: ids, times, the order's number. */
    private static JsonNode stable(JsonNode answer, JsonNode request) throws IOException {
        Map<String, String> ids = new LinkedHashMap<>();
        String text = replaced(
                answer.toString(),
                "(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])",
                id -> request.toString().contains(id.group())
                        ? id.group()
                        : ids.computeIfAbsent(id.group(), added -> "6b0145e28b254675689f80%02x".formatted(ids.size())));
        text = replaced(text, "\"20\\d\\d-[^\"]*Z\"", time -> "\"2026-11-02T09:30:00.000Z\"");
        ObjectNode stable = (ObjectNode) MAPPER.readTree(text);
        ObjectNode data = (ObjectNode) stable.get("data");
        assertThat(data.get("orderId").textValue()).matches("\\d{8}");
        data.put("orderId", "02009743");
        return stable;
    }

    private static String replaced(String text, String pattern, Function<MatchResult, String> by) {
        return Pattern.compile(pattern).matcher(text).replaceAll(by);
    }
}
