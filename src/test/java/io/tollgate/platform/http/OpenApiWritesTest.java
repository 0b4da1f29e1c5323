package io.tollgate.platform.http;

import static io.tollgate.platform.http.OpenApiResponsesTest.described;
import static io.tollgate.platform.http.OpenApiResponsesTest.valid;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.support.ExampleRecords;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every published example of a body is accepted, and the response conforms to the document. */
class OpenApiWritesTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final ExampleRequests examples = new ExampleRequests(seller);

    static List<Endpoint> writes() {
        return ExampleRequests.writes();
    }

    @ParameterizedTest
    @MethodSource("writes")
    void examples_are_accepted_and_responses_conform(Endpoint endpoint) {
        String method = endpoint.method().name().toLowerCase(Locale.ROOT);
        String example = examples.example(endpoint);
        ExampleRecords.createEvent(seller, endpoint.writing().body().example());
        Reply right = examples.send(endpoint, examples.path(endpoint), example);
        valid(right.expect(endpoint.writing().status()), endpoint.path(), method);
        Reply wrong = examples.send(endpoint, examples.path(endpoint), "{\"surelyNotOne\":1}");
        valid(wrong.expect(400), endpoint.path(), method);
        if (endpoint.path().contains("{")) {
            String absent = endpoint.path().replaceAll("\\{\\w+}", "0".repeat(24));
            valid(examples.send(endpoint, absent, example).expect(404), endpoint.path(), method);
        }
    }

    static List<Endpoint> deletions() {
        return writes().stream()
                .filter(endpoint -> endpoint.method().equals(HttpMethod.DELETE))
                .toList();
    }

    /** A deletion with a stale entity tag is rejected. */
    @ParameterizedTest
    @MethodSource("deletions")
    void a_deletion_of_a_stale_state_is_rejected(Endpoint endpoint) {
        String path = examples.path(endpoint);
        valid(delete(path, "\"old\"").expect(412), endpoint.path(), "delete");
        String state = seller.live().get(path).header("ETag");
        int deleted = Objects.requireNonNull(endpoint.writing()).status();
        delete(path, state == null ? "*" : state).expect(deleted);
    }

    private Reply delete(String path, String ifMatch) {
        return seller.live().send("DELETE", path, Map.of("If-Match", ifMatch));
    }

    static List<Endpoint> uploads() {
        return TestEndpoints.all().stream()
                .filter(endpoint ->
                        endpoint.writing() != null && endpoint.writing().body().form())
                .toList();
    }

    /** The example describes each part of the form but cannot contain the bytes of a file. */
    @ParameterizedTest
    @MethodSource("uploads")
    void forms_are_accepted_and_responses_conform(Endpoint endpoint) {
        JsonNode example = endpoint.writing().body().example();
        String purpose = example.get("purpose").textValue();
        byte[] picture = FileSamples.png(4, 4);
        Reply right = FileSamples.upload(seller.live(), purpose, "a.png", picture);
        valid(right.expect(endpoint.writing().status()), endpoint.path(), "post");
        Reply wrong = FileSamples.upload(seller.live(), "surelyNotOne", "a.png", picture);
        valid(wrong.expect(400), endpoint.path(), "post");
        valid(FileSamples.upload(seller.live(), purpose, "a.png", new byte[1]).expect(415), endpoint.path(), "post");
        valid(examples.send(endpoint, endpoint.path(), "{}").expect(415), endpoint.path(), "post");
    }

    @Test
    void replays_and_rejections_conform() {
        for (int i = 0; i < 2; i++) {
            Reply made = seller.live().writeWithRetries("POST", "/v1/forms", "once", "{\"name\":\"F\"}");
            valid(made.expect(201), "/v1/forms", "post");
        }
        valid(seller.test().get("/v1/payments?livemode=true").expect(403), "/v1/payments", "get");
        String file = FileSamples.upload(seller.live(), "file", "a.txt", new byte[] {65})
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String tag = String.valueOf(seller.live().get("/v1/files/" + file).header("ETag"));
        described(
                seller.live()
                        .send("GET", "/v1/files/" + file, Map.of("If-None-Match", tag))
                        .expect(304),
                "/v1/files/{fileId}",
                "get");
    }

    static List<Endpoint> partReads() {
        return TestEndpoints.all().stream()
                .filter(endpoint -> endpoint.writing() == null && TestEndpoints.isOfPart(endpoint))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("partReads")
    void parts_of_records_conform(Endpoint endpoint) {
        valid(seller.live().get(examples.path(endpoint)).expect(200), endpoint.path(), "get");
        valid(seller.live().get(examples.path(endpoint) + "?limit=1").expect(400), endpoint.path(), "get");
        String absent = endpoint.path().replaceAll("\\{\\w+}", "0".repeat(24));
        valid(seller.live().get(absent).expect(404), endpoint.path(), "get");
    }
}
