package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tollgate.support.BlockedEventLoops;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A blocked event loop is reported by the log, by a metric, and by the test run itself. */
@Tag("chaos")
@Tag("C25")
@Timeout(120)
class BlockedEventLoopTest {
    private static final int LOOPS = 2 * Runtime.getRuntime().availableProcessors();

    private final TestGateway gateway = TestGateway.start(Map.of());
    private final Logger teller = (Logger) LoggerFactory.getLogger("io.vertx.core.impl.BlockedThreadChecker");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @AfterEach
    void stop() {
        teller.detachAppender(lines);
        gateway.close();
    }

    /** Blocks all event loops of the gateway. */
    private void block(int millis) {
        lines.start();
        teller.addAppender(lines);
        for (int i = 0; i < LOOPS; i++) {
            gateway.vertx().runOnContext(loop -> BlockedEventLoops.blockOnPurpose(() -> Load.pause(millis)));
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
    void a_blocked_loop_is_logged_and_measured() {
        block(450);
        assertThat(Eventually.isTrue(() -> longest() > 0.2)).isTrue();
        assertThat(List.copyOf(lines.list))
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.contains("vert.x-eventloop") && line.contains("has been blocked"));
    }

    /** Control: the test run detects a loop that waits for longer than 1 s, with its stack trace. */
    @Test
    void a_loop_that_waits_longer_than_a_second_fails_the_run() {
        int before = BlockedEventLoops.deliberate().size();
        block(1_800);
        assertThat(Eventually.isTrue(() -> BlockedEventLoops.deliberate().size() > before))
                .isTrue();
        assertThat(BlockedEventLoops.deliberate().get(before).stack())
                .anyMatch(frame -> frame.getClassName().equals(getClass().getName()));
    }
}
