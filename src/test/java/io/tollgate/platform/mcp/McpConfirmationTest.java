package io.tollgate.platform.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.DryRuns;
import io.tollgate.support.McpClient;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A write changes something only if it is confirmed, and once. */
class McpConfirmationTest {
    private static final VirtualClock CLOCK = new VirtualClock();
    private static final String COUPON =
            "{'label': 'Spring', 'code': 'SPRING', 'duration': 'once', 'percentOff': 10, 'pageIds': []}";
    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final McpClient agent = new McpClient(seller.live());

    @BeforeAll
    static void start() {
        gateway = TestGateway.at(CLOCK);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String token(JsonNode preview) {
        assertThat(preview.at("/structuredContent/status").asText())
                .as("%s", preview)
                .isEqualTo("confirmation_required");
        return preview.at("/structuredContent/confirmationToken").textValue();
    }

    private static String with(String arguments, String token) {
        ObjectNode given = (ObjectNode) TestApi.json(arguments.replace('\'', '"'));
        return given.put(Confirmations.ARGUMENT, token).toString();
    }

    private static void assertRefused(JsonNode result) {
        assertThat(McpToolsTest.error(result, 400)).contains(Confirmations.ARGUMENT);
    }

    private long coupons() {
        return seller.live().get("/v1/coupons").total();
    }

    @Test
    void the_first_call_changes_nothing() throws Exception {
        JsonNode preview;
        try (DryRuns runs = new DryRuns(gateway.databaseUrl(), seller.id(), seller.live())) {
            preview = runs.unchanged(() -> agent.call("create_coupon", COUPON));
        }
        assertThat(preview.at("/structuredContent/response/data/code").textValue())
                .isEqualTo("SPRING");
        assertThat(preview.at("/structuredContent/expiresAt").textValue())
                .isEqualTo(CLOCK.now().plus(Confirmations.VALIDITY).toString());
        JsonNode done = agent.call("create_coupon", with(COUPON, token(preview)));
        assertThat(done.at("/structuredContent/status").textValue()).isEqualTo("done");
        String id = done.at("/structuredContent/response/data/id").textValue();
        assertThat(done.at("/structuredContent/response"))
                .isEqualTo(seller.live().get("/v1/coupons/" + id).expect(200).json());
        JsonNode entry = seller.live().get("/v1/audit-log").json().at("/data/0");
        assertThat(entry.get("route").textValue()).isEqualTo("POST /v1/coupons");
        assertThat(entry.get("recordId").textValue()).isEqualTo(id);
    }

    @Test
    void a_token_writes_once() {
        String confirmed = with(COUPON, token(agent.call("create_coupon", COUPON)));
        JsonNode done = agent.call("create_coupon", confirmed);
        assertThat(agent.call("create_coupon", confirmed)).isEqualTo(done);
        assertThat(coupons()).isEqualTo(1);
        // Another confirmation is another write, which the code of the coupon forbids here.
        assertThat(McpToolsTest.error(agent.call("create_coupon", COUPON), 409)).contains("code");
    }

    @Test
    void the_order_of_arguments_does_not_matter() {
        String token = token(agent.call("create_coupon", COUPON));
        String reordered = "{'pageIds': [], 'percentOff': 10, 'duration': 'once', 'code': 'SPRING', 'label': 'Spring'}";
        JsonNode done = agent.call("create_coupon", with(reordered, token));
        assertThat(done.at("/structuredContent/status").textValue()).isEqualTo("done");
        assertThat(agent.call("create_coupon", with(COUPON, token))).isEqualTo(done);
        assertThat(coupons()).isEqualTo(1);
    }

    @Test
    void a_token_is_for_one_key_one_tool_and_its_arguments() {
        String token = token(agent.call("create_coupon", COUPON));
        TestSeller other = gateway.seller();
        String second = gateway.keys().create(seller.name(), true, "second").key();
        for (TestApi foreign : new TestApi[] {seller.test(), other.live(), gateway.api(second)}) {
            assertRefused(new McpClient(foreign).call("create_coupon", with(COUPON, token)));
        }
        for (String changed : new String[] {
            COUPON.replace("10", "11"), COUPON.replace("'Spring'", "'spring'"), COUPON.replace(", 'pageIds': []", "")
        }) {
            assertRefused(agent.call("create_coupon", with(changed, token)));
        }
        assertRefused(agent.call("create_product", with(COUPON, token)));
        for (String forged : new String[] {
            "",
            "x",
            token + "x",
            token.substring(1),
            "9" + token,
            token.replaceFirst("\\.[^.]{22}\\.", "." + "A".repeat(22) + ".")
        }) {
            assertRefused(agent.call("create_coupon", with(COUPON, forged)));
        }
        assertRefused(agent.call("create_coupon", COUPON.replace("}", ", 'confirmationToken': 1}")));
        assertRefused(agent.call("create_coupon", COUPON.replace("}", ", 'confirmationToken': null}")));
        assertThat(coupons() + other.live().get("/v1/coupons").total()).isZero();
        // The control: the token itself is valid.
        assertThat(agent.call("create_coupon", with(COUPON, token))
                        .at("/structuredContent/status")
                        .textValue())
                .isEqualTo("done");
    }

    @Test
    void a_token_expires() {
        String token = token(agent.call("create_coupon", COUPON));
        CLOCK.advance(Confirmations.VALIDITY);
        assertThat(McpToolsTest.error(agent.call("create_coupon", with(COUPON, token)), 400))
                .contains("expired");
        assertThat(coupons()).isZero();
        String another = token(agent.call("create_coupon", COUPON));
        CLOCK.advance(Confirmations.VALIDITY.minus(Duration.ofSeconds(1)));
        agent.call("create_coupon", with(COUPON, another));
        assertThat(coupons()).isEqualTo(1);
    }

    /** What the first call saw may have changed: the second runs all checks again. */
    @Test
    void a_confirmed_write_may_fail() {
        String confirmed = with(COUPON, token(agent.call("create_coupon", COUPON)));
        seller.live().post("/v1/coupons", COUPON.replace('\'', '"')).expect(201);
        String error = McpToolsTest.error(agent.call("create_coupon", confirmed), 409);
        assertThat(McpToolsTest.error(agent.call("create_coupon", confirmed), 409))
                .isEqualTo(error);
        assertThat(coupons()).isEqualTo(1);
    }

    @Test
    void a_test_key_cannot_change_live_records() {
        String live =
                seller.create(Payments.RESOURCE, true, record -> {}).get("id").textValue();
        McpClient tester = new McpClient(seller.test());
        assertThat(McpToolsTest.error(tester.call("refund_payment", "{'paymentId': '" + live + "'}"), 404))
                .contains("not_found");
        String token = token(agent.call("create_coupon", COUPON));
        assertRefused(tester.call("create_coupon", with(COUPON, token)));
    }

    @Test
    void a_dry_run_is_no_argument() {
        for (String name : new String[] {"dryRun", "livemode"}) {
            String arguments = COUPON.replace("}", ", '" + name + "': false}");
            assertThat(McpToolsTest.error(agent.call("create_coupon", arguments), 400))
                    .contains("\"" + name + "\"");
            assertThat(McpToolsTest.error(
                            agent.call("regenerate_invoice", "{'id': '" + "0".repeat(24) + "', '" + name + "': false}"),
                            400))
                    .contains("\"" + name + "\"");
        }
    }

    /** Calls create_coupon as a client that can ask its user. */
    private JsonNode asking(String arguments, String state, String action) {
        ObjectNode params = McpClient.call("create_coupon", TestApi.json(arguments.replace('\'', '"')));
        ((ObjectNode) params.at("/_meta/io.modelcontextprotocol~1clientCapabilities")).putObject("elicitation");
        if (!state.isEmpty()) {
            params.put("requestState", state);
        }
        if (!action.isEmpty()) {
            params.putObject("inputResponses").putObject("confirm").put("action", action);
        }
        return agent.send("tools/call", params).expect(200).json().get("result");
    }

    private static void assertAsks(JsonNode result) {
        assertThat(result.path("resultType").asText()).as("%s", result).isEqualTo("input_required");
    }

    private String question() {
        JsonNode question = asking(COUPON, "", "");
        assertAsks(question);
        assertThat(question.has("structuredContent")).isFalse();
        assertThat(question.at("/inputRequests/confirm/method").textValue()).isEqualTo("elicitation/create");
        assertThat(question.at("/inputRequests/confirm/params/message").textValue())
                .contains("live mode", "SPRING");
        return question.get("requestState").textValue();
    }

    @Test
    void a_client_that_can_ask_its_user_asks() {
        String state = question();
        assertAsks(asking(COUPON, state, ""));
        for (String refusal : new String[] {"decline", "cancel", "other"}) {
            assertThat(asking(COUPON, state, refusal).get("isError").booleanValue())
                    .isTrue();
        }
        assertThat(coupons()).isZero();
        JsonNode done = asking(COUPON, state, "accept");
        assertThat(done.at("/structuredContent/status").textValue()).isEqualTo("done");
        assertThat(done.get("resultType").textValue()).isEqualTo("complete");
        assertThat(asking(COUPON, state, "accept")).isEqualTo(done);
        assertThat(coupons()).isEqualTo(1);
    }

    @Test
    void the_state_of_a_question_is_for_its_call() {
        String state = question();
        assertRefused(asking(COUPON.replace("10", "11"), state, "accept"));
        assertRefused(asking(COUPON, "x" + state, "accept"));
        CLOCK.advance(Confirmations.VALIDITY);
        assertRefused(asking(COUPON, state, "accept"));
        assertAsks(asking(COUPON, "", "accept"));
        assertThat(coupons()).isZero();
    }
}
