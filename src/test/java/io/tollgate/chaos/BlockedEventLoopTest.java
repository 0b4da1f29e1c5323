package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.BlockedEventLoops;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A blocked event loop is reported by the log, by a metric, and by the test run itself. */
@SecondStage
@Tag("chaos")
@Tag("C25")
@Timeout(300)
class BlockedEventLoopTest {
    private static final Duration COMPUTED = Duration.ofSeconds(2);
    private static final int LOOPS = 2 * Runtime.getRuntime().availableProcessors();

    private final TestGateway gateway = TestGateway.start(Map.of());
    private final Logger teller = (Logger) LoggerFactory.getLogger("io.vertx.core.impl.BlockedThreadChecker");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Queue<Context> loops = new ConcurrentLinkedQueue<>();

    @AfterEach
    void stop() {
        teller.detachAppender(lines);
        gateway.close();
    }

    @BeforeEach
    void record() {
        lines.start();
        teller.addAppender(lines);
        // Each instance of a verticle has the next event loop.
        gateway.vertx()
                .deployVerticle(
                        () -> new VerticleBase() {
                            @Override
                            public Future<?> start() {
                                loops.add(context);
                                return Future.succeededFuture();
                            }
                        },
                        new DeploymentOptions().setInstances(LOOPS))
                .await();
    }

    /** Blocks all event loops of the gateway, and waits until they continue and have measured it. */
    private void block(int millis) {
        block(() -> Load.pause(millis));
    }

    private void block(Runnable work) {
        CountDownLatch blocks = new CountDownLatch(LOOPS);
        for (Context loop : loops) {
            loop.runOnContext(nothing -> {
                BlockedEventLoops.blockOnPurpose(work);
                blocks.countDown();
            });
        }
        assertThat(Eventually.isTrue(() -> blocks.getCount() == 0)).isTrue();
        Load.pause(500);
    }

    private double longest() {
        return new TestApi(gateway.managementUrl(), null)
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("tollgate_event_loop_delay_seconds_max"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Test
    void a_blocked_loop_is_logged_and_measured() {
        // On a busy machine, the thread that checks the loops may miss a short block.
        assertThat(Eventually.isTrue(() -> {
                    block(450);
                    return longest() > 0.2 && isLogged();
                }))
                .isTrue();
    }

    private boolean isLogged() {
        synchronized (lines) {
            return lines.list.stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .anyMatch(line -> line.contains("vert.x-eventloop") && line.contains("has been blocked"));
        }
    }

    /** Control: the test run detects a loop that waits for longer than 1 s, with its stack trace. */
    @Test
    void a_loop_that_waits_longer_than_a_second_fails_the_run() {
        int before = BlockedEventLoops.deliberate().size();
        assertThat(Eventually.isTrue(() -> {
                    block(1_800);
                    return BlockedEventLoops.deliberate().size() > before;
                }))
                .isTrue();
        assertThat(BlockedEventLoops.deliberate().get(before).stack())
                .anyMatch(frame -> frame.getClassName().equals(getClass().getName()));
    }

    /** Control: it detects a loop that computes, by the processor time that it uses. */
    @Test
    void a_loop_that_uses_two_seconds_of_processor_time_fails_the_run() {
        int before = BlockedEventLoops.deliberate().size();
        assertThat(Eventually.isTrue(() -> {
                    block(BlockedEventLoopTest::compute);
                    return BlockedEventLoops.deliberate().stream()
                            .skip(before)
                            .anyMatch(blocked -> blocked.processorTime().compareTo(COMPUTED) >= 0);
                }))
                .isTrue();
    }

    private static void compute() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + COMPUTED.plusSeconds(1).toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
