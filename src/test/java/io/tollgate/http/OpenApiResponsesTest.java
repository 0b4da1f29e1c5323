package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.TestEndpoints;
import io.tollgate.resource.Resource;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is answered is what the document says, with no field more and none less. */
class OpenApiResponsesTest {
    private static final String ABSENT = "/65f0c0ffee0123456789abcd";

    private static final ObjectNode DOCUMENT = document();
    private static final ResponseValidator VALIDATOR = validator();

    private final TestSeller seller = TestGateway.shared().seller();

    private static ObjectNode document() {
        ObjectNode document = (ObjectNode)
                TestGateway.shared().api(null).get("/openapi.json").expect(200).json();
        closed(document.get("components"));
        return document;
    }

    /**
     * Clients accept fields that are not described; here they are a defect. The validator holds
     * null against the format of an integer that may be null, so it does not see that format.
     */
    private static void closed(JsonNode node) {
        if (node.path("format").asText().equals("int64")) {
            ((ObjectNode) node).remove("format");
        }
        if (node.path("properties").isObject() && node.has("type")) {
            ((ObjectNode) node).put("additionalProperties", false);
        }
        node.forEach(OpenApiResponsesTest::closed);
    }

    private static ResponseValidator validator() {
        // The validator wants an address of its own for servers; the document's is relative.
        ObjectNode served = DOCUMENT.deepCopy();
        served.withArray("/servers")
                .removeAll()
                .addObject()
                .put("url", TestGateway.shared().url());
        withoutDocuments(served);
        OpenAPIContract contract =
                TestSeller.await(OpenAPIContract.from(TestGateway.shared().vertx(), new JsonObject(served.toString())));
        return ResponseValidator.create(TestGateway.shared().vertx(), contract);
    }

    /** The validator knows JSON only, and refuses a contract with an answer that is something else. */
    private static void withoutDocuments(ObjectNode served) {
        ObjectNode paths = (ObjectNode) served.get("paths");
        List<String> documents = new ArrayList<>();
        paths.properties().forEach(path -> {
            if (path.getValue().toString().contains("application/pdf")) {
                documents.add(path.getKey());
            }
        });
        paths.remove(documents);
    }

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    @ParameterizedTest
    @MethodSource("resources")
    void lists_and_records_are_as_described(Resource resource) {
        String id = seller.has(resource, true, record -> {}).get("id").textValue();
        ObjectNode sparse = Samples.sparse(resource, seller.sample(resource, true, Instant.now()));
        TestSeller.await(seller.insert(resource, true, sparse));
        Reply list = seller.live().get(resource.path()).expect(200);
        assertThat(list.json().get("data").size()).isGreaterThanOrEqualTo(2);
        valid(list, resource.path());
        String one = resource.path() + "/{" + resource.idName() + "}";
        valid(seller.live().get(resource.path() + "/" + id).expect(200), one);
        valid(
                seller.live()
                        .get(resource.path() + "/" + sparse.get("id").textValue())
                        .expect(200),
                one);
    }

    @ParameterizedTest
    @MethodSource("resources")
    void failures_are_as_described(Resource resource) {
        String one = resource.path() + "/{" + resource.idName() + "}";
        valid(seller.live().get(resource.path() + "?no=1").expect(400), resource.path());
        valid(seller.live().get(resource.path() + "/x?no=1").expect(400), one);
        valid(seller.live().get(resource.path() + ABSENT).expect(404), one);
        valid(TestGateway.shared().api(null).get(resource.path()).expect(401), resource.path());
        if (resource.modes() == Resource.Modes.LIVE_AND_TEST) {
            valid(seller.test().get(resource.path() + "?livemode=true").expect(403), resource.path());
        }
    }

    @Test
    void too_many_requests_are_answered_as_described() {
        try (TestGateway gateway =
                TestGateway.start(Map.of("rateLimits.keyBurst", "1", "rateLimits.keyPerSecond", "1"))) {
            TestSeller eager = gateway.seller();
            eager.live().get("/v1/payments").expect(200);
            valid(eager.live().get("/v1/payments").expect(429), "/v1/payments");
        }
    }

    @Test
    void outages_are_answered_as_described() {
        try (TestGateway gateway = TestGateway.start(
                Map.of("database.url", "postgres://nobody:no@127.0.0.1:1/none", "waitForDatabase", "true"))) {
            valid(gateway.api(seller.liveKey()).get("/v1/payments").expect(503), "/v1/payments");
        }
    }

    /** Headers and body; a header that is described but not sent is a defect as well. */
    private static void valid(Reply reply, String path) {
        JsonNode operation = DOCUMENT.get("paths").get(path).get("get");
        JsonNode response = operation.get("responses").get(Integer.toString(reply.status()));
        assertThat(response).as("%s %s", path, reply.status()).isNotNull();
        JsonNode described = response.has("$ref")
                ? DOCUMENT.at(response.get("$ref").textValue().substring(1))
                : response;
        described
                .get("headers")
                .fieldNames()
                .forEachRemaining(name -> assertThat(reply.header(name))
                        .as("%s of %s", name, path)
                        .isNotNull());
        Map<String, String> headers = new HashMap<>();
        reply.headers().forEach((name, values) -> headers.put(name, values.get(0)));
        TestSeller.await(VALIDATOR.validate(
                ValidatableResponse.create(
                        reply.status(), headers, Buffer.buffer(reply.body()), reply.header("Content-Type")),
                operation.get("operationId").textValue()));
    }

    /** Every example stands beside the schema that it is of. */
    @Test
    void examples_are_values_of_their_types() {
        List<String> wrong = new ArrayList<>();
        examples(DOCUMENT.at("/components/schemas"), wrong);
        assertThat(wrong).isEmpty();
    }

    private static void examples(JsonNode node, List<String> wrong) {
        if (node.isObject() && node.path("examples").isArray() && node.has("type")) {
            JsonNode example = node.get("examples").get(0);
            String types = node.get("type").toString();
            boolean right = example.isTextual()
                    ? types.contains("string")
                            && (!node.has("enum") || node.get("enum").toString().contains(example.toString()))
                            && (!node.has("pattern")
                                    || example.textValue()
                                            .matches(node.get("pattern").textValue()))
                    : example.isIntegralNumber()
                            ? types.contains("integer") || types.contains("number")
                            : example.isNumber() && types.contains("number");
            if (!right) {
                wrong.add(node.toString());
            }
        }
        node.forEach(child -> examples(child, wrong));
    }
}
