package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sellers connect their accounts at the processor over the API. */
class ConnectionRoutesTest {
    private static final String PATH = "/v1/processor-account";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi live = seller.live();
    private final TestApi test = seller.test();

    private static JsonNode data(TestApi.Reply reply) {
        return reply.expect(200).json().get("data");
    }

    @Test
    void simulatedAccountsAreShown() {
        JsonNode account = data(live.get(PATH));
        assertThat(account.get("status").textValue()).isEqualTo("simulated");
        assertThat(account.get("takesCards").booleanValue()).isTrue();
        assertThat(account.get("eventUrl").textValue()).endsWith("/processor/" + seller.id() + "-live/events");
        assertThat(data(live.get(PATH + "/check")).get("accepted").booleanValue())
                .isTrue();
    }

    @Test
    void keysOfTheOtherModeAndOtherTextsAreRefused() {
        TestApi.Reply wrong = live.post(
                PATH,
                "{\"secretKey\": \"sk_test_0123456789abcdef\", \"publishableKey\": \"pk_test_0123456789abcdef\","
                        + " \"eventSecret\": \"secret\"}");
        assertThat(wrong.body()).as("what was typed").doesNotContain("0123456789abcdef");
        assertThat(wrong.expect(400).problems())
                .containsExactlyInAnyOrder("secretKey", "publishableKey", "eventSecret");
        assertThat(live.post(PATH, "{\"secretKey\": \"letmein\"}").expect(400).problems())
                .containsExactly("secretKey");
        assertThat(live.post(PATH, "{}").expect(400).problems()).containsExactly("secretKey");
        assertThat(data(live.get(PATH)).get("status").textValue()).isEqualTo("simulated");
    }

    @Test
    void accountsAreDisconnectedByMode() {
        test.send("DELETE", PATH, Map.of()).expect(200);
        assertThat(data(test.get(PATH)).get("status").textValue()).isEqualTo("none");
        assertThat(data(live.get(PATH)).get("status").textValue()).isEqualTo("simulated");
        test.send("DELETE", PATH, Map.of()).expect(404);
        test.get(PATH + "/check").expect(403);
        JsonNode entry = test.get("/v1/audit-log?limit=1").expect(200).json().at("/data/0");
        assertThat(entry.get("route").textValue()).isEqualTo("DELETE " + PATH);
    }

    @Test
    void dryRunsConnectNothing() {
        test.send("DELETE", PATH + "?dryRun=true", Map.of()).expect(200);
        assertThat(data(test.get(PATH)).get("status").textValue()).isEqualTo("simulated");
    }
}
