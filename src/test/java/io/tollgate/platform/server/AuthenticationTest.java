package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.apikey.KeyFormat;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Eventually;
import io.tollgate.support.RawHttp;
import io.tollgate.support.RawHttp.Response;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Valid keys are accepted, and rejections reveal nothing. */
class AuthenticationTest {
    private static final String BODY = "{\"error\":\"Unauthorized\",\"message\":\"Missing or invalid API key\"}";
    private static final TestSeller SELLER = TestGateway.shared().seller();

    static Stream<List<String>> wrongHeaders() {
        String key = SELLER.liveKey();
        String flipped = key.substring(0, key.length() - 1) + (key.endsWith("a") ? "b" : "a");
        return Stream.of(
                List.of(),
                List.of("Authorization: " + key),
                List.of("Authorization: Basic " + key),
                List.of("Authorization: Token " + key),
                List.of("Authorization: Bearer"),
                List.of("Authorization: Bearer "),
                List.of("Authorization: Bearer  " + key),
                List.of("Authorization: Bearer x"),
                List.of("Authorization: Bearer " + key + " " + key),
                List.of("Authorization: Bearer " + flipped),
                List.of("Authorization: Bearer " + key.replace("sk_live_", "sk_test_")),
                List.of("Authorization: Bearer " + key.toUpperCase(java.util.Locale.ROOT)),
                List.of("Authorization: Bearer " + "sk_live_" + "0".repeat(38)),
                List.of("Authorization: Bearer " + KeyFormat.generate(true)),
                List.of("Authorization: Bearer " + KeyFormat.generate(false)),
                List.of("Authorization: Bearer " + key, "Authorization: Bearer " + key),
                List.of("Authorization: Bearer " + key, "Authorization: Bearer x"),
                List.of("Authorization: Bearer " + "x".repeat(4_000)),
                List.of("X-Api-Key: " + key));
    }

    @ParameterizedTest
    @MethodSource("wrongHeaders")
    void every_wrong_key_gets_the_one_fixed_answer_whatever_the_path(List<String> headers) {
        for (String line : List.of(
                "GET /v1/payments",
                "GET /v1/payments/",
                "GET /v1/payments?limit=0",
                "GET /v1/payments/x",
                "GET /v1/payments?api_key=" + SELLER.liveKey(),
                "GET /v1/no-such-path",
                "GET /v1/",
                "GET /v1",
                "DELETE /v1/payments")) {
            StringBuilder bytes =
                    new StringBuilder(line).append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
            headers.forEach(header -> bytes.append(header).append("\r\n"));
            Response answer = RawHttp.send(
                            TestGateway.shared().port(), bytes.append("\r\n").toString())
                    .only();
            assertThat(answer.status()).as("%s %s", line, headers).isEqualTo(401);
            assertThat(answer.body()).isEqualTo(BODY);
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(answer.header("Request-Id")).isNotNull();
            assertThat(answer.header("RateLimit-Limit"))
                    .as("nothing of whose key it might be")
                    .isNull();
        }
    }

    @Test
    void scheme_is_read_without_regard_to_case() {
        for (String scheme : List.of("Bearer", "bearer", "BEARER")) {
            TestApi nobody = TestGateway.shared().api(null);
            nobody.send("GET", "/v1/payments", Map.of("Authorization", scheme + " " + SELLER.liveKey()))
                    .expect(200);
        }
    }

    /** RotationTest measures how soon. */
    @Test
    void revoked_key_stops_working() {
        TestSeller seller = TestGateway.shared().seller();
        for (int i = 0; i < 8; i++) {
            seller.live().get("/v1/payments").expect(200);
        }
        assertThat(TestGateway.shared().keys().revoke(seller.name(), true, "test"))
                .isOne();
        assertThat(Eventually.isTrue(() -> seller.live().get("/v1/payments").status() == 401))
                .isTrue();
        assertThat(seller.live().get("/v1/payments").expect(401).body()).isEqualTo(BODY);
        seller.test().get("/v1/payments").expect(200);
    }

    /** A malformed key is rejected even without a database, because it needs no look-up. */
    @Test
    void outage_is_told_as_one_and_never_as_a_wrong_key() {
        Map<String, String> nowhere =
                Map.of("database.url", "postgres://u:p@127.0.0.1:1/none", "waitForDatabase", "true");
        try (TestGateway gateway = TestGateway.start(nowhere)) {
            for (int i = 0; i < 10; i++) {
                for (String key : List.of(SELLER.liveKey(), SELLER.testKey(), KeyFormat.generate(true))) {
                    Reply reply = gateway.api(key).get("/v1/payments").expect(503);
                    assertThat(reply.header("Retry-After")).isEqualTo("1");
                    assertThat(reply.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
                }
                for (String key : List.of("x", SELLER.liveKey() + "x", "sk_live_" + "0".repeat(38))) {
                    assertThat(gateway.api(key).get("/v1/payments").expect(401).body())
                            .isEqualTo(BODY);
                }
            }
        }
    }

    @Test
    void checks_come_in_the_one_order() {
        TestApi none = TestGateway.shared().api(null);
        TestApi test = SELLER.test();
        String foreign = TestGateway.shared()
                .seller()
                .create(Payments.RESOURCE, true, payment -> {})
                .get("id")
                .textValue();
        none.get("/v1/no/such?x=1").expect(401);
        none.send("POST", "/v1/payments", Map.of()).expect(401);
        test.get("/v1/no/such?livemode=true").expect(404);
        test.send("POST", "/v1/payments?limit=0&livemode=true", Map.of()).expect(405);
        assertThat(test.get("/v1/payments?limit=0&livemode=true").expect(400).problems())
                .as("400 before 403")
                .containsExactly("limit");
        test.get("/v1/payments/x?livemode=true").expect(400);
        test.get("/v1/payments/" + foreign + "?livemode=true").expect(403);
        test.get("/v1/payments/" + foreign).expect(404);
    }

    @Test
    void test_key_is_told_in_two_parts_that_it_sees_no_live_data() {
        Reply reply = SELLER.test().get("/v1/payments?livemode=true").expect(403);
        assertThat(reply.bodyWithoutRequestId())
                .isEqualTo(
                        "{\"status\":\"error\",\"type\":\"error\",\"message\":\"Test API keys can only read test data. "
                                + "Remove the livemode parameter or use a live API key.\",\"errors\":[],"
                                + "\"code\":\"test_key_live_data\",\"requestId\":\"\"}");
    }

    @Test
    void every_answer_has_an_id_of_its_own() {
        List<Reply> replies = List.of(
                SELLER.live().get("/v1/payments"),
                SELLER.live().get("/v1/payments?limit=0"),
                SELLER.live().get("/v1/payments/" + "0".repeat(24)),
                SELLER.live().get("/v1/nothing"),
                SELLER.test().get("/v1/payments?livemode=true"),
                SELLER.live().send("DELETE", "/v1/payments", Map.of()),
                TestGateway.shared().api(null).get("/v1/payments"),
                TestGateway.shared().api(null).get("/nothing"));
        assertThat(replies.stream().map(Reply::status)).containsExactly(200, 400, 404, 404, 403, 405, 401, 404);
        List<String> ids =
                replies.stream().map(reply -> reply.header("Request-Id")).toList();
        assertThat(ids).doesNotContainNull().doesNotHaveDuplicates().allMatch(id -> id.matches("req_[0-9a-f]{24}"));
    }

    @Test
    void cors_is_not_offered() {
        Reply reply = SELLER.live().send("GET", "/v1/payments", Map.of("Origin", "https://evil.example"));
        assertThat(reply.header("Access-Control-Allow-Origin")).isNull();
        SELLER.live()
                .send(
                        "OPTIONS",
                        "/v1/payments",
                        Map.of("Origin", "https://evil.example", "Access-Control-Request-Method", "GET"))
                .expect(405);
    }
}
