package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.BlockedLoops;
import io.tollgate.support.Load;
import io.tollgate.support.Simulated;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** An event loop that is held up is seen: by whoever runs it, and by these tests. */
@Tag("chaos")
@Tag("C25")
@Timeout(120)
class BlockedLoopTest {
    private static final int LOOPS = 2 * Runtime.getRuntime().availableProcessors();

    private final TestGateway gateway = TestGateway.start(Map.of());
    private final Logger teller = (Logger) LoggerFactory.getLogger("io.vertx.core.impl.BlockedThreadChecker");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @AfterEach
    void stop() {
        teller.detachAppender(lines);
        gateway.close();
    }

    /** Blocks all loops of the gateway, those of its API among them. */
    private void block(int millis) {
        lines.start();
        teller.addAppender(lines);
        for (int i = 0; i < LOOPS; i++) {
            gateway.vertx().runOnContext(loop -> BlockedLoops.onPurpose(() -> Load.pause(millis)));
        }
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
    void the_log_and_a_metric_tell_of_a_loop_that_is_held_up() {
        block(450);
        assertThat(Simulated.soon(() -> longest() > 0.2)).isTrue();
        assertThat(List.copyOf(lines.list))
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.contains("vert.x-eventloop") && line.contains("has been blocked"));
    }

    /** The control of all tests: a loop that waits for longer than a second is found, with what it waits for. */
    @Test
    void one_that_waits_for_more_than_a_second_would_fail_the_run() {
        int before = BlockedLoops.meant().size();
        block(1_800);
        assertThat(Simulated.soon(() -> BlockedLoops.meant().size() > before)).isTrue();
        assertThat(BlockedLoops.meant().get(before).stack())
                .anyMatch(frame -> frame.getClassName().equals(getClass().getName()));
    }
}
