package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Eventually;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The processor is unreachable, and then reachable again. */
class OutageTest {
    private static final String COUPONS = "/v1/coupons";

    private final LateProcessor processor = new LateProcessor();
    private TestGateway gateway;
    private TestSeller seller;

    /** A gateway whose processor is at an address where nothing listens yet. */
    @BeforeEach
    void start() {
        gateway = TestGateway.startPatient(Map.of(
                "processor.url", processor.url(),
                "processor.callTimeoutMillis", "5000",
                "processor.breakerFailures", "5",
                "processor.breakerResetMillis", "1000"));
        seller = gateway.unconnectedSeller();
        Scope scope = seller.scope(true);
        gateway.accounts().connect(seller.name(), true, LateProcessor.keys().simulatedKey(scope), null, null);
    }

    @AfterEach
    void stop() {
        gateway.close();
        processor.close();
    }

    private Reply create(String code) {
        return seller.live()
                .post(
                        COUPONS,
                        "{\"label\":\"" + code + "\",\"code\":\"" + code
                                + "\",\"percentOff\":1,\"duration\":\"once\"}");
    }

    @Test
    void while_it_is_away_writes_are_told_when_to_come_back_and_then_work() {
        for (int i = 0; i < 12; i++) {
            Reply out = create("C" + i).expect(503);
            assertThat(out.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
            assertThat(Integer.parseInt(String.valueOf(out.header("Retry-After"))))
                    .isBetween(1, 60);
        }
        assertThat(seller.live().get(COUPONS).total()).isZero();
        seller.live().get("/v1/payments").expect(200);
        processor.comes();
        assertThat(Eventually.isTrue(() -> create("BACK").status() == 201))
                .as("recovers")
                .isTrue();
        assertThat(seller.live().get(COUPONS).total()).isEqualTo(1);
        assertThat(SimulatorState.completeTasks(seller)).isTrue();
        assertThat(SimulatorState.objects(seller, true, "coupon")).hasSize(1);
    }

    /** A key that the processor rejects is an error of the account, not an outage. */
    @Test
    void a_key_that_is_not_accepted_is_told_as_such() {
        processor.comes();
        gateway.accounts().connect(seller.name(), true, "sk_live_" + "x".repeat(40), null, null);
        for (int i = 0; i < 8; i++) {
            Reply refused = create("K" + i).expect(403);
            assertThat(refused.json().get("code").textValue()).isEqualTo("processor_key_refused");
            assertThat(refused.body()).doesNotContain("xxxx");
        }
        gateway.accounts()
                .connect(seller.name(), true, LateProcessor.keys().simulatedKey(seller.scope(true)), null, null);
        create("K").expect(201);
        assertThat(SimulatorState.pendingTasks(seller)).isZero();
    }

    @Test
    void one_that_does_not_answer_in_time_is_unknown_and_cleared_up() {
        processor.comes();
        create("WORKS").expect(201);
        Reply out = seller.live()
                .post(COUPONS, "{\"label\":\"simulate:hang\",\"code\":\"H\",\"percentOff\":1,\"duration\":\"once\"}")
                .expect(503);
        assertThat(out.header("Retry-After")).isNotNull();
        assertThat(SimulatorState.objects(seller, true, "coupon")).hasSize(2);
        assertThat(SimulatorState.completeTasks(seller)).isTrue();
        assertThat(SimulatorState.objects(seller, true, "coupon")).hasSize(1);
    }
}
