package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A processor that answers what it should not. That it is away, is asked too often, or does what it is asked
 * and does not say so, is in OutageTest, CouponFaultTest and CancellationTest.
 */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class ProcessorFaultTest {
    private static final int CALL_MILLIS = 1_500;

    private final BadProcessor processor = new BadProcessor();
    private final TestGateway gateway = TestGateway.start(Map.of(
            "processor.url", processor.url(),
            "processor.workers", "2",
            "processor.callTimeoutMillis", Integer.toString(CALL_MILLIS),
            "processor.breakerFailures", "1000",
            "processor.breakerResetMillis", "1000"));
    private final TestSeller seller = gateway.unconnectedSeller();

    ProcessorFaultTest() {
        gateway.accounts().connect(seller.name(), true, "sk_live_" + "x".repeat(40));
    }

    @AfterEach
    void stop() {
        gateway.close();
        processor.close();
    }

    private Reply create(String code) {
        return seller.live()
                .post(
                        "/v1/coupons",
                        "{\"label\":\"" + code + "\",\"code\":\"" + code + "\",\"percentOff\":1,\"duration\":\"once\"}");
    }

    @ParameterizedTest
    @EnumSource(BadProcessor.Mode.class)
    @Tag("C17")
    @Tag("C19")
    void odd_answers_are_no_answers(BadProcessor.Mode mode) {
        processor.mode(mode);
        long begun = System.nanoTime();
        Reply reply = create("C").expect(503);
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        Stage.told("C19", mode + " answered after", took);
        assertThat(reply.header("Retry-After")).matches("[1-9][0-9]*");
        assertThat(took).isLessThan(Duration.ofMillis(CALL_MILLIS + 2_000));
        assertThat(seller.live().get("/v1/coupons").total()).isZero();
        seller.live().get("/v1/payments").expect(200);
    }

    /** Answers that drip and never end hold no thread: there are two for all calls. */
    @ParameterizedTest
    @EnumSource(names = {"DRIP", "ENDLESS"})
    @Tag("C19")
    void no_thread_is_held(BadProcessor.Mode mode) {
        processor.mode(mode);
        List<Reply> replies = Parallel.times(6, i -> create("D" + i));
        replies.forEach(reply -> reply.expect(503));
        processor.mode(BadProcessor.Mode.EMPTY_500);
        Load.pause(1_500);
        int asked = processor.asked();
        create("E").expect(503);
        assertThat(processor.asked()).as("a thread was free to ask").isGreaterThan(asked);
    }

    /** The control: the SDK by itself waits for each byte anew. */
    @Test
    @Tag("C19")
    void without_a_bound_an_answer_that_drips_is_waited_for() {
        processor.mode(BadProcessor.Mode.DRIP);
        StripeClient client = StripeClient.builder()
                .setApiKey("sk_live_x")
                .setApiBase(processor.url())
                .setReadTimeout(CALL_MILLIS)
                .setMaxNetworkRetries(0)
                .build();
        Thread asking = new Thread(() -> {
            try {
                assertThat(client.v1().coupons().retrieve("x")).isNull();
            } catch (StripeException ended) {
                throw new IllegalStateException(ended);
            }
        });
        asking.setDaemon(true);
        asking.setUncaughtExceptionHandler((thread, ended) -> {});
        asking.start();
        Load.pause(3L * CALL_MILLIS);
        assertThat(asking.isAlive()).isTrue();
    }

    @Test
    @Tag("C20")
    void too_many_calls_are_told_when_to_come_back_and_are_not_sent_again_at_once() {
        processor.mode(BadProcessor.Mode.TOO_MANY);
        int calls = 20;
        for (int i = 0; i < calls; i++) {
            Reply limited = create("T" + i).expect(429);
            assertThat(limited.header("Retry-After")).isEqualTo("7");
        }
        Stage.told("C20", calls + " writes while it answers 429, calls to it", processor.asked());
        assertThat(processor.asked()).as("retries have a budget").isLessThan(2 * calls);
        assertThat(seller.live().get("/v1/coupons").total()).isZero();
    }
}
