package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Eventually;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A gateway with low rate limits: its headers and its rejections. */
class RateLimitTest {
    private static final int KEY_BURST = 5;
    private static final int SELLER_BURST = 8;

    private static TestGateway gateway;

    @BeforeAll
    static void start() {
        gateway = TestGateway.startPatient(Map.of(
                "rateLimits.keyPerSecond",
                "1",
                "rateLimits.keyBurst",
                Integer.toString(KEY_BURST),
                "rateLimits.sellerPerSecond",
                "1",
                "rateLimits.sellerBurst",
                Integer.toString(SELLER_BURST)));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void key_has_its_burst_and_then_waits() {
        TestApi api = gateway.seller().live();
        Reply first = api.get("/v1/payments").expect(200);
        assertThat(first.header("RateLimit-Limit")).isEqualTo(Integer.toString(KEY_BURST));
        assertThat(first.header("RateLimit-Remaining")).isEqualTo(Integer.toString(KEY_BURST - 1));
        assertThat(first.header("RateLimit-Reset")).isEqualTo("1");
        Reply refused = afterBurst(api).expect(429);
        assertThat(refused.json().get("code").textValue()).isEqualTo("rate_limited");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("RateLimit-Remaining")).isEqualTo("0");
        assertThat(refused.header("Request-Id")).isNotNull();
        assertThat(Eventually.isTrue(() -> api.get("/v1/payments").status() == 200))
                .isTrue();
    }

    /** Returns the first rejection, or the last response if none is rejected. */
    private static Reply afterBurst(TestApi api) {
        Reply reply = api.get("/v1/payments");
        for (int i = 0; i < 100 * KEY_BURST && reply.status() == 200; i++) {
            reply = api.get("/v1/payments");
        }
        return reply;
    }

    @Test
    void keys_of_one_seller_share_the_limit_of_the_seller() {
        assertThat(Eventually.isTrue(() -> rejectsBoth(gateway.seller()))).isTrue();
        gateway.seller().live().get("/v1/payments").expect(200);
    }

    /** Each key sends no more than its own burst. On a busy machine, they may take longer than the limit allows for. */
    private static boolean rejectsBoth(TestSeller seller) {
        return Parallel.times(
                        2 * KEY_BURST,
                        i -> (i % 2 == 0 ? seller.live() : seller.test())
                                .get("/v1/payments")
                                .status())
                .contains(429);
    }

    @Test
    void key_that_asks_too_much_does_not_silence_the_others_of_its_seller() {
        TestSeller seller = gateway.seller();
        for (int i = 0; i < 5 * SELLER_BURST; i++) {
            seller.live().get("/v1/payments");
        }
        seller.test().get("/v1/payments").expect(200);
    }

    @Test
    void refusal_comes_after_the_key_and_the_path_and_before_the_parameters() {
        TestApi api = gateway.seller().live();
        for (int i = 0; i < KEY_BURST; i++) {
            api.get("/v1/payments");
        }
        api.get("/v1/no/such").expect(404);
        api.send("POST", "/v1/payments", Map.of()).expect(405);
        // At once, because one request is free again each second.
        assertThat(Parallel.times(
                        4 * KEY_BURST, i -> api.get("/v1/payments?limit=0").status()))
                .contains(429)
                .isSubsetOf(400, 429);
        gateway.api("x").get("/v1/payments").expect(401);
    }

    @Test
    void broken_requests_cost_as_much_as_good_ones() {
        TestApi api = gateway.seller().live();
        Reply broken = api.get("/v1/payments?limit=0").expect(400);
        assertThat(broken.header("RateLimit-Remaining")).isEqualTo(Integer.toString(KEY_BURST - 1));
    }
}
