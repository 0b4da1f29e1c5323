package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A processor that answers what it should not. */
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
                        "{\"label\":\"" + code + "\",\"code\":\"" + code
                                + "\",\"percentOff\":1,\"duration\":\"once\"}");
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
}
