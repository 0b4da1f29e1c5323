package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import io.tollgate.chaos.BadProcessor.Mode;
import io.tollgate.chaos.ProcessorWorld.Odds;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
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

/** A processor that answers what it should not. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class ProcessorFaultTest {
    private static final int CALL_MILLIS = 1_500;
    private static final Duration REFUSED = Duration.ofSeconds(10);

    private static TestDatabase database;
    private final ProcessorWorld world = new ProcessorWorld(
            database, Odds.NONE.withoutBreaker().withTime(CALL_MILLIS).withWorkers(2));
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

    private Duration refused(String code) {
        long begun = System.nanoTime();
        Reply reply = world.create(code).expect(503);
        assertThat(reply.header("Retry-After")).isNotNull();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Answers that drip and never end hold no thread: there are two for all calls. */
    @ParameterizedTest
    @EnumSource(names = {"DRIP", "ENDLESS"})
    @Tag("C19")
    void no_thread_is_held(Mode mode) {
        processor.mode(mode);
        Parallel.times(6, i -> refused("D" + i));
        processor.mode(Mode.EMPTY_500);
        Load.pause(1_500);
        int asked = processor.asked();
        refused("E");
        assertThat(processor.asked()).as("a thread was free to ask").isGreaterThan(asked);
        assertThat(world.here()).isZero();
    }

    /** Whatever it says in place of an answer, it may have done what it was asked. */
    @Test
    @Tag("C19")
    void what_cannot_be_read_is_unknown_and_cleared_up() {
        processor.obey();
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
            Stage.met("C19", mode + " is given up", refused(mode.name()), REFUSED);
            assertThat(world.there()).as("done without saying so").contains(mode.name());
            assertThat(world.here()).as("nothing is stored").isZero();
        }
        processor.mode(Mode.PASS);
        world.cleared("C19");
        assertThat(world.there()).isEmpty();
        world.create("AFTER").expect(201);
        assertThat(world.there()).containsExactly("AFTER");
        assertThat(world.here()).isEqualTo(1);
    }

    /** The control: it is the byte too many that makes it none. */
    @Test
    @Tag("C19")
    void an_answer_that_is_long_is_one() {
        processor.obey();
        processor.mode(Mode.LONG);
        world.create("LONG").expect(201);
        assertThat(world.there()).containsExactly("LONG");
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
