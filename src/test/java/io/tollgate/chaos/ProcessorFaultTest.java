package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import io.tollgate.chaos.BadProcessor.Mode;
import io.tollgate.chaos.ProcessorFixture.Setup;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.tools.demo.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A processor that returns invalid responses. */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class ProcessorFaultTest {
    private static final int CALL_MILLIS = 1_500;
    private static final Duration REFUSED = Duration.ofSeconds(10);

    private static TestDatabase database;
    private final ProcessorFixture world = new ProcessorFixture(
            database, Setup.DEFAULT.withoutBreaker().withTime(CALL_MILLIS).withWorkers(2));
    private final BadProcessor processor = world.processor;

    @BeforeAll
    static void open() throws IOException {
        database = new TestDatabase();
    }

    @AfterAll
    static void close() throws IOException {
        database.close();
    }

    @AfterEach
    void stop() {
        world.close();
    }

    private Duration assertRejected(String code) {
        long begun = System.nanoTime();
        Reply reply = world.create(code).expect(503);
        assertThat(reply.header("Retry-After")).isNotNull();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Endless slow responses do not block a thread for long: there are two threads for all calls. */
    @ParameterizedTest
    @EnumSource(names = {"DRIP", "ENDLESS"})
    @Tag("C19")
    void slow_responses_do_not_block_threads(Mode mode) {
        processor.mode(mode);
        Parallel.times(6, i -> assertRejected("D" + i));
        processor.mode(Mode.EMPTY_500);
        Load.pause(1_500);
        int asked = processor.requestCount();
        assertRejected("E");
        assertThat(processor.requestCount()).as("a thread was free for a call").isGreaterThan(asked);
        assertThat(world.couponCount()).isZero();
    }

    /** Whatever the processor returns, it may have executed the call. */
    @Test
    @Tag("C19")
    void an_unreadable_response_has_an_unknown_outcome_and_is_cleaned_up() {
        processor.forwardAll();
        List<Mode> modes = List.of(
                Mode.EMPTY_500,
                Mode.NO_JSON,
                Mode.NO_HTTP,
                Mode.HALF,
                Mode.DEEP,
                Mode.TOO_LONG,
                Mode.DRIP,
                Mode.ENDLESS);
        for (Mode mode : modes) {
            processor.mode(mode);
            FaultRun.assertWithin("C19", mode + " is given up", assertRejected(mode.name()), REFUSED);
            assertThat(world.processorCouponNames())
                    .as("done in spite of an invalid response")
                    .contains(mode.name());
            assertThat(world.couponCount()).as("nothing is stored").isZero();
        }
        processor.mode(Mode.PASS);
        world.awaitCompletion("C19");
        assertThat(world.processorCouponNames()).isEmpty();
        world.create("AFTER").expect(201);
        assertThat(world.processorCouponNames()).containsExactly("AFTER");
        assertThat(world.couponCount()).isEqualTo(1);
    }

    /** Control: one additional byte makes the response invalid. */
    @Test
    @Tag("C19")
    void a_long_response_is_valid() {
        processor.forwardAll();
        processor.mode(Mode.LONG);
        world.create("LONG").expect(201);
        assertThat(world.processorCouponNames()).containsExactly("LONG");
    }

    /** Control: the SDK alone waits for each byte anew. */
    @Test
    @Tag("C19")
    void without_a_deadline_the_sdk_waits_for_a_slow_response() {
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
