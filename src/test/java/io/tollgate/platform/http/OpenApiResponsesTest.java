package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.event.Events;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.Parallel;
import io.tollgate.support.Samples;
import io.tollgate.support.TestApi;
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
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses conform to the published document, without missing or additional fields. */
class OpenApiResponsesTest {
    /** Requests at once, of which a limit of one a second rejects some. */
    private static final int AT_ONCE = 20;

    private static final String ABSENT = "/65f0c0ffee0123456789abcd";

    private static final List<String> MEANT_FOR_CALLERS =
            List.of("Idempotent-Replayed", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After");

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
     * Clients accept undocumented fields; here they are a defect. The validator checks null against the format of a
     * nullable integer, so it does not see that format.
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
        // The validator requires an absolute server URL; the document has a relative one.
        ObjectNode served = DOCUMENT.deepCopy();
        withoutDocuments(served);
        served.withArray("/servers")
                .removeAll()
                .addObject()
                .put("url", TestGateway.shared().url());
        OpenAPIContract contract =
                TestSeller.await(OpenAPIContract.from(TestGateway.shared().vertx(), new JsonObject(served.toString())));
        return ResponseValidator.create(TestGateway.shared().vertx(), contract);
    }

    /** The validator does not support the media types of documents and exports, and rejects a contract with one. */
    private static void withoutDocuments(JsonNode node) {
        if (node.path("content").isObject()) {
            ((ObjectNode) node.get("content")).remove(List.of("text/csv", "application/x-ndjson"));
        }
        if (node.path("content").has("application/pdf") || node.path("content").has("application/zip")) {
            ((ObjectNode) node).remove("content");
        }
        node.forEach(OpenApiResponsesTest::withoutDocuments);
    }

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    @ParameterizedTest
    @MethodSource("resources")
    void lists_and_records_conform(Resource resource) {
        String id = seller.create(resource, true, record -> {}).get("id").textValue();
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
    void failures_conform(Resource resource) {
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
    void the_account_conforms() {
        valid(seller.live().get("/v1/account").expect(200), "/v1/account");
    }

    @Test
    void responses_429_conform() {
        try (TestGateway gateway =
                TestGateway.startPatient(Map.of("rateLimits.keyBurst", "1", "rateLimits.keyPerSecond", "1"))) {
            TestApi eager = gateway.seller().live();
            // Requests one after the other could take longer than the second of a request.
            Parallel.times(AT_ONCE, i -> eager.get("/v1/payments")).stream()
                    .filter(reply -> reply.status() != 200)
                    .findFirst()
                    .ifPresentOrElse(
                            reply -> valid(reply.expect(429), "/v1/payments"), () -> fail("no request was limited"));
        }
    }

    @Test
    void responses_to_outages_conform() {
        try (TestGateway gateway = TestGateway.start(
                Map.of("database.url", "postgres://nobody:no@127.0.0.1:1/none", "waitForDatabase", "true"))) {
            valid(gateway.api(seller.liveKey()).get("/v1/payments").expect(503), "/v1/payments");
        }
    }

    @Test
    void document_responses_conform_for_ranges_and_conditions() {
        String page =
                seller.create(Events.RESOURCE, true, event -> {}).get("id").textValue();
        ObjectNode booking = seller.create(
                Bookings.RESOURCE,
                true,
                record -> record.put("pageId", page).put("status", "paid").put("isAbandoned", false));
        String id = booking.get("id").textValue();
        seller.create(
                Tickets.RESOURCE,
                true,
                record -> record.put("bookingId", id).put("pageId", page).put("status", "PAID"));
        String path = "/v1/bookings/{bookingId}/ticket-pdf";
        String address = path.replace("{bookingId}", id);
        Reply whole = seller.live().get(address).expect(200);
        described(whole, path);
        assertThat(whole.header("Content-Type")).isEqualTo("application/pdf");
        assertThat(whole.body()).startsWith("%PDF-");
        Map<String, Integer> asked = Map.of("bytes=0-9", 206, "bytes=99999999-", 416);
        asked.forEach((range, status) -> described(
                seller.live().send("GET", address, Map.of("Range", range)).expect(status), path));
        String tag = Objects.requireNonNull(whole.header("ETag"));
        described(
                seller.live().send("GET", address, Map.of("If-None-Match", tag)).expect(304), path);
        valid(seller.live().get(address + "?format=A3").expect(400), path);
        valid(seller.live().get(path.replace("/{bookingId}", ABSENT)).expect(404), path);
    }

    private static void valid(Reply reply, String path) {
        valid(reply, path, "get");
    }

    static void valid(Reply reply, String path, String method) {
        described(reply, path, method);
        Map<String, String> headers = new HashMap<>();
        reply.headers().forEach((name, values) -> headers.put(name, values.get(0)));
        TestSeller.await(VALIDATOR.validate(
                ValidatableResponse.create(
                        reply.status(), headers, Buffer.buffer(reply.body()), reply.header("Content-Type")),
                operation(path, method).get("operationId").textValue()));
    }

    private static void described(Reply reply, String path) {
        described(reply, path, "get");
    }

    /** An undocumented status or header is a defect as well. */
    static void described(Reply reply, String path, String method) {
        JsonNode response = operation(path, method).get("responses").get(Integer.toString(reply.status()));
        assertThat(response).as("%s %s", path, reply.status()).isNotNull();
        JsonNode described = response.has("$ref")
                ? DOCUMENT.at(response.get("$ref").textValue().substring(1))
                : response;
        JsonNode headers = described.get("headers");
        headers.fieldNames()
                .forEachRemaining(name -> assertThat(isSometimes(name, reply.status()) || reply.header(name) != null)
                        .as("%s of %s", name, path)
                        .isTrue());
        for (String name : MEANT_FOR_CALLERS) {
            assertThat(headers.has(name) || reply.header(name) == null)
                    .as("%s of %s %s is described", name, path, reply.status())
                    .isTrue();
        }
    }

    /** Returns whether a status is transient: of an earlier request, or a conflict that passes. */
    private static boolean isSometimes(String header, int status) {
        return header.equals("Idempotent-Replayed") || (header.equals("Retry-After") && status == 409);
    }

    private static JsonNode operation(String path, String method) {
        return DOCUMENT.get("paths").get(path).get(method);
    }

    /** Every example is a valid value of its schema. */
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
                            : example.isNumber() && types.contains("number")
                                    || example.isBoolean() && types.contains("boolean")
                                    || example.isArray() && types.contains("array")
                                    || example.isObject() && types.contains("object");
            if (!right) {
                wrong.add(node.toString());
            }
        }
        node.forEach(child -> examples(child, wrong));
    }
}
