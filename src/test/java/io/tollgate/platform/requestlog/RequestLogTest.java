package io.tollgate.platform.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Eventually;
import io.tollgate.support.McpClient;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The request log over HTTP: what it shows of each call, to whom, and what never. */
class RequestLogTest {
    private static final VirtualClock CLOCK = new VirtualClock();
    private static final String LOG = "/v1/request-log";
    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final TestApi live = seller.live();

    @BeforeAll
    static void start() {
        gateway = TestGateway.at(CLOCK);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String requestId(Reply reply) {
        return String.valueOf(reply.header("Request-Id"));
    }

    /** Returns the entry of a call. It is written some time after its response. */
    private static JsonNode entry(TestApi api, Reply call) {
        String path = LOG + "/" + requestId(call).substring("req_".length());
        assertThat(Eventually.isTrue(() -> {
                    TestSeller.await(gateway.writeRequestLog());
                    return api.get(path).status() == 200;
                }))
                .as(path)
                .isTrue();
        return api.get(path).json().get("data");
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.textValue()));
        return texts;
    }

    @Test
    void aReadIsAnEntryWithItsOutcome() {
        Reply list = live.send(
                "GET",
                "/v1/payments?limit=2&status=paid&search=ada%40example.com",
                Map.of("User-Agent", "shop/1.0 " + "x".repeat(300)));
        JsonNode entry = entry(live, list.expect(200));
        assertThat(entry.get("method").textValue()).isEqualTo("GET");
        assertThat(entry.get("path").textValue()).isEqualTo("/v1/payments");
        assertThat(entry.get("query").toString())
                .isEqualTo("[{\"name\":\"limit\",\"value\":\"2\"},{\"name\":\"status\",\"value\":\"paid\"},"
                        + "{\"name\":\"search\",\"value\":\"[redacted]\"}]");
        assertThat(entry.get("status").intValue()).isEqualTo(200);
        assertThat(entry.get("statusClass").textValue()).isEqualTo("2xx");
        assertThat(entry.get("errorCode").isNull()).isTrue();
        assertThat(entry.get("parameters")).isEmpty();
        assertThat(entry.get("durationMillis").doubleValue()).isPositive();
        assertThat(entry.get("source").textValue()).isEqualTo("api");
        assertThat(entry.get("address").textValue()).isEqualTo("127.0.0.1");
        assertThat(entry.get("userAgent").textValue()).startsWith("shop/1.0 x").hasSize(200);
        assertThat(entry.get("recordId").isNull()).isTrue();
        assertThat(entry.get("body").isNull()).isTrue();
        assertThat(entry.get("requestId").textValue()).isEqualTo(requestId(list));
        assertThat(entry.get("createdAt").textValue()).isEqualTo("2031-03-10T09:00:00.000Z");
        assertThat(entry.get("livemode").booleanValue()).isTrue();
    }

    @Test
    void aWriteIsAnEntryWithItsBodyAndItsRecord() {
        String body = "{\"title\": \"Mug\", \"role\": \"orderbump\", \"sevret\": \"abc\"}";
        JsonNode refused = entry(live, live.post("/v1/products", body).expect(400));
        assertThat(refused.get("body").toString())
                .isEqualTo("{\"title\":\"Mug\",\"role\":\"orderbump\",\"sevret\":\"[redacted]\"}");
        assertThat(refused.get("bodyBytes").intValue()).isEqualTo(body.length());
        assertThat(refused.get("errorCode").textValue()).isEqualTo("validation_failed");
        assertThat(texts(refused.get("parameters"))).containsExactly("sevret");
        assertThat(refused.get("recordId").isNull()).isTrue();
        Reply made = live.post("/v1/products", "{\"title\": \"Mug\", \"role\": \"orderbump\"}");
        String id = made.expect(201).json().at("/data/id").textValue();
        assertThat(entry(live, made).get("recordId").textValue()).isEqualTo(id);
        JsonNode missing = entry(live, live.get("/v1/products/" + "0".repeat(24)));
        assertThat(missing.get("requestedPath").textValue()).isEqualTo("/v1/products/" + "0".repeat(24));
        assertThat(missing.get("path").textValue()).isEqualTo("/v1/products/{productId}");
        assertThat(missing.get("recordId").textValue()).isEqualTo("0".repeat(24));
        assertThat(missing.get("status").intValue()).isEqualTo(404);
    }

    /** What each request has of this person, in every place where a request can have something. */
    private static final String PERSON = "grace.hopper";

    @Test
    void nothingAboutAPersonIsStored() {
        String mail = PERSON + "@example.com";
        String customer = "{\"name\": \"" + PERSON + "\", \"email\": \"" + mail + "\", \"" + PERSON + "\": 1,"
                + " \"billing\": {\"phone\": \"" + PERSON + "\"}, \"metadata\": {\"" + PERSON + "\": \"x\"}}";
        List<Reply> calls = List.of(
                live.patch("/v1/customers/" + "0".repeat(24), customer),
                live.post(
                        "/v1/bookings",
                        "{\"eventId\": \"" + "0".repeat(24) + "\", \"email\": \"" + mail + "\", \"name\": \"" + PERSON
                                + "\", \"complimentary\": \"" + PERSON + "\", \"tickets\": {\"" + PERSON + "\": 1},"
                                + " \"answers\": [{\"fieldId\": \"" + PERSON + "\", \"value\": \"" + PERSON + "\"}]}"),
                live.post("/v1/tickets/validate/" + PERSON, "{}"),
                live.get("/v1/customers?search=" + PERSON + "&email=" + mail + "&" + PERSON + "=1&limit=" + PERSON),
                live.get("/v1/" + PERSON),
                live.patch("/v1/account", "{\"name\": \"" + PERSON + "\", \"email\": \"" + mail + "\"}"));
        for (Reply call : calls) {
            String stored = new String(
                    TestSeller.rows(
                                    "SELECT record FROM request_log WHERE seller_id = $1 AND id = $2",
                                    seller.id(),
                                    entry(live, call).get("id").textValue())
                            .iterator()
                            .next()
                            .getBuffer(0)
                            .getBytes(),
                    StandardCharsets.UTF_8);
            assertThat(stored).contains("\"path\"").doesNotContainIgnoringCase("hopper");
        }
        assertThat(entry(live, calls.get(0)).at("/body/name").textValue())
                .as("the name of the field stays")
                .isEqualTo("[redacted]");
        assertThat(TestSeller.rows(
                        "SELECT 1 FROM request_log_error WHERE seller_id = $1 AND parameter LIKE '%hopper%'",
                        seller.id()))
                .isEmpty();
    }

    @Test
    void requestIdsOfErrorsCanBeLookedUp() {
        String id = live.get("/v1/payments?limit=0")
                .expect(400)
                .json()
                .get("requestId")
                .textValue();
        Reply other = live.get("/v1/payments?limit=0&livemode=maybe").expect(400);
        JsonNode last = entry(live, other);
        JsonNode found = live.get(LOG + "?requestId=" + id).expect(200).json();
        assertThat(found.get("total").intValue()).isOne();
        assertThat(found.at("/data/0/requestId").textValue()).isEqualTo(id);
        JsonNode groups = live.get(LOG + "/errors").expect(200).json().at("/data/errors");
        assertThat(groups).hasSize(2);
        assertThat(groups.get(0).get("parameter").textValue()).isEqualTo("limit");
        assertThat(groups.get(0).get("count").intValue()).isEqualTo(2);
        assertThat(groups.get(0).get("exampleRequestId")).isEqualTo(last.get("requestId"));
        assertThat(groups.get(1).get("parameter").textValue()).isEqualTo("livemode");
        assertThat(groups.get(1).get("count").intValue()).isOne();
        assertThat(groups.get(1).get("path").textValue()).isEqualTo("/v1/payments");
        assertThat(live.get(LOG + "/errors?createdBefore=2031-03-09T23:00:00Z")
                        .json()
                        .at("/data/errors"))
                .isEmpty();
        assertThat(live.get(LOG + "/errors?errorCode=not_found").json().at("/data/errors"))
                .isEmpty();
    }

    @Test
    void eachSellerAndModeSeesItsOwnCalls() {
        JsonNode ofLive = entry(live, live.get("/v1/payments?limit=0"));
        JsonNode ofTest = entry(seller.test(), seller.test().get("/v1/payments?limit=0"));
        String liveEntry = LOG + "/" + ofLive.get("id").textValue();
        String testEntry = LOG + "/" + ofTest.get("id").textValue();
        seller.test().get(liveEntry).expect(404);
        seller.test().get(liveEntry + "?livemode=true").expect(403);
        live.get(testEntry).expect(404);
        live.get(testEntry + "?livemode=false").expect(200);
        String own = LOG + "?path=" + TestApi.encoded("/v1/payments");
        assertThat(live.get(own).ids()).containsExactly(ofLive.get("id").textValue());
        assertThat(seller.test().get(own).ids())
                .containsExactly(ofTest.get("id").textValue());
        String errors = LOG + "/errors?path=" + TestApi.encoded("/v1/payments");
        assertThat(live.get(errors)
                        .expect(200)
                        .json()
                        .at("/data/errors/0/count")
                        .intValue())
                .isOne();
        assertThat(seller.test()
                        .get(errors)
                        .expect(200)
                        .json()
                        .at("/data/errors/0/count")
                        .intValue())
                .isOne();
        TestApi stranger = gateway.seller().live();
        stranger.get(liveEntry).expect(404);
        assertThat(stranger.get(own).ids()).isEmpty();
        assertThat(stranger.get(own).total()).isZero();
        assertThat(stranger.get(errors).json().at("/data/errors")).isEmpty();
    }

    @Test
    void filtersFindCallsAndCountThem() {
        String path = "path=" + TestApi.encoded("/v1/coupons");
        for (int i = 0; i < 3; i++) {
            live.get("/v1/coupons").expect(200);
        }
        live.get("/v1/coupons?limit=0").expect(400);
        JsonNode last = entry(live, live.send("HEAD", "/v1/coupons", Map.of()));
        assertThat(live.get(LOG + "?limit=2&" + path).total()).isEqualTo(5);
        assertThat(live.get(LOG + "?status=200&" + path).total()).isEqualTo(4);
        assertThat(live.get(LOG + "?status=400&" + path).ids()).hasSize(1);
        assertThat(live.get(LOG + "?statusClass=4xx&" + path).total()).isOne();
        assertThat(live.get(LOG + "?errorCode=validation_failed&" + path).total())
                .isOne();
        assertThat(live.get(LOG + "?method=HEAD&" + path).ids())
                .containsExactly(last.get("id").textValue());
        String key = "keyId=" + last.get("keyId").textValue();
        assertThat(live.get(LOG + "?" + key + "&" + path + "&createdAfter=2031-03-10T08:59:00Z")
                        .total())
                .isEqualTo(5);
        assertThat(live.get(LOG + "?status=ok").problems()).containsExactly("status");
        assertThat(live.send("GET", LOG + "?" + path, Map.of("Accept", "text/csv"))
                        .body())
                .contains("validation_failed")
                .hasLineCount(6);
        assertThat(live.send("GET", LOG + "?" + path, Map.of("Accept", "application/x-ndjson"))
                        .body())
                .hasLineCount(5);
    }

    @Test
    void callsThatNoEndpointServesAreEntriesToo() {
        JsonNode unknown = entry(live, live.get("/v1/paymentz/anna").expect(404));
        assertThat(unknown.get("path").isNull()).isTrue();
        assertThat(unknown.get("errorCode").textValue()).isEqualTo("not_found");
        JsonNode wrong = entry(live, live.send("PUT", "/v1/coupons", Map.of()).expect(405));
        assertThat(wrong.get("method").textValue()).isEqualTo("OTHER");
        assertThat(wrong.get("path").textValue()).isEqualTo("/v1/coupons");
        String key = gateway.keys().create(seller.name(), true, "other").key();
        gateway.api(key + "x").get("/v1/coupons").expect(401);
        JsonNode first = entry(gateway.api(key), gateway.api(key).get("/v1/coupons"));
        assertThat(live.get(LOG + "?keyId=" + first.get("keyId").textValue() + "&path=%2Fv1%2Fcoupons")
                        .total())
                .isOne();
    }

    @Test
    void aToolCallOfAnAgentIsTheCallOfItsEndpoint() {
        McpClient agent = new McpClient(live);
        Reply reply = agent.send(
                "tools/call",
                McpClient.call(
                        "create_coupon",
                        TestApi.json("{\"label\": \"Spring\", \"code\": \"SPRING\", \"duration\": \"never\"}")));
        JsonNode entry = entry(live, reply);
        assertThat(entry.get("source").textValue()).isEqualTo("mcp");
        assertThat(entry.get("method").textValue()).isEqualTo("POST");
        assertThat(entry.get("path").textValue()).isEqualTo("/v1/coupons");
        assertThat(entry.get("status").intValue()).isEqualTo(400);
        assertThat(texts(entry.get("parameters"))).contains("duration");
        assertThat(entry.at("/query/0").toString()).isEqualTo("{\"name\":\"dryRun\",\"value\":\"true\"}");
        assertThat(entry.at("/body/label").textValue()).isEqualTo("Spring");
    }

    @Test
    void entriesAreDeletedWhenTheyAreNoLongerKept() {
        JsonNode old = entry(live, live.get("/v1/coupons?limit=0"));
        CLOCK.advance(Duration.ofDays(32));
        JsonNode recent = entry(live, live.get("/v1/coupons?limit=0"));
        TestSeller.await(gateway.deleteExpired(seller.scope(true)));
        live.get(LOG + "/" + old.get("id").textValue()).expect(404);
        live.get(LOG + "/" + recent.get("id").textValue()).expect(200);
        String path = LOG + "?path=" + TestApi.encoded("/v1/coupons");
        assertThat(live.get(path).total()).isOne();
        assertThat(live.get(LOG + "/errors").json().at("/data/errors")).hasSize(1);
        assertThat(live.get(LOG + "/errors").json().at("/data/errors/0/count").intValue())
                .isOne();
    }
}
