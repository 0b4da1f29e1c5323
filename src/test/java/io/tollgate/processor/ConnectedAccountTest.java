package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The processor is asked about a key before it is stored. */
class ConnectedAccountTest {
    private static final String PATH = "/v1/processor-account";

    private final LateProcessor processor = new LateProcessor();
    private final TestGateway gateway = TestGateway.startPatient(Map.of("processor.url", processor.url()));
    private final TestSeller seller = gateway.unconnectedSeller();

    @AfterEach
    void stop() {
        gateway.close();
        processor.close();
    }

    private Reply connect(String key, String more) {
        return seller.live().post(PATH, "{\"secretKey\": \"" + key + "\"" + more + "}");
    }

    private JsonNode account() {
        return seller.live().get(PATH).expect(200).json().get("data");
    }

    @Test
    void aKeyThatTheProcessorAcceptsIsStored() {
        processor.comes();
        String key = LateProcessor.keys().simulatedKey(seller.scope(true));
        assertThat(account().get("status").textValue()).isEqualTo("none");
        Reply connected = connect(
                key, ", \"publishableKey\": \"pk_live_0123456789abcdef\", \"eventSecret\": \"whsec_0123456789abcdef\"");
        assertThat(connected.expect(200).body()).doesNotContain(key, "whsec_");
        assertThat(account().get("status").textValue()).isEqualTo("connected");
        assertThat(account().get("takesCards").booleanValue()).isTrue();
        assertThat(account().get("receivesEvents").booleanValue()).isTrue();
        JsonNode check = seller.live().get(PATH + "/check").expect(200).json().get("data");
        assertThat(check.get("accepted").booleanValue()).isTrue();
        connect(key, "").expect(200);
        assertThat(account().get("takesCards").booleanValue()).isFalse();
        assertThat(account().get("receivesEvents").booleanValue()).isFalse();
        assertThat(seller.live().get("/v1/audit-log").body())
                .contains("connectedAt")
                .doesNotContain(key, "whsec_");
        TestSeller.await(gateway.writeRequestLog());
        assertThat(seller.live().get("/v1/request-log").body()).contains(PATH).doesNotContain(key, "whsec_");
    }

    @Test
    void aKeyThatTheProcessorRefusesIsNotStored() {
        processor.comes();
        Reply refused = connect("sk_live_0123456789abcdef", "");
        assertThat(refused.expect(400).body()).contains("secretKey", "refuses the key");
        assertThat(account().get("status").textValue()).isEqualTo("none");
    }

    @Test
    void withoutAnAnswerNothingIsStored() {
        Reply unanswered = connect("sk_live_0123456789abcdef", "");
        assertThat(unanswered.expect(503).header("Retry-After")).isNotNull();
        assertThat(account().get("status").textValue()).isEqualTo("none");
    }

    /** The control of the check: an account whose key was replaced at the processor. */
    @Test
    void aKeyThatIsNoLongerAcceptedIsReported() {
        processor.comes();
        gateway.accounts().connect(seller.name(), true, "sk_live_0123456789abcdef", null, null);
        JsonNode check = seller.live().get(PATH + "/check").expect(200).json().get("data");
        assertThat(check.get("accepted").booleanValue()).isFalse();
        assertThat(check.get("message").textValue()).contains("refuses the key");
    }
}
