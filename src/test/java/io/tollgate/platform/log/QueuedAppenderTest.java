package io.tollgate.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import io.tollgate.support.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines reach their sink in order and soon, and no thread waits for a slow sink. */
@Timeout(60)
class QueuedAppenderTest {
    private static final int ROOM = 8192;

    private final LoggerContext context = new LoggerContext();
    private final Logger logger = context.getLogger("test");

    @BeforeEach
    void complete_the_context() {
        context.setMDCAdapter(new LogbackMDCAdapter());
    }

    /** Counts the writes. */
    private static final class Written extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final AtomicInteger flushes = new AtomicInteger();
        private final CountDownLatch gate;

        private Written(int held) {
            gate = new CountDownLatch(held);
        }

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] more, int from, int count) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            bytes.write(more, from, count);
        }

        @Override
        public void flush() {
            flushes.incrementAndGet();
        }

        private synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    private QueuedAppender queue(OutputStream into) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%msg\n");
        encoder.start();
        OutputStreamAppender<ILoggingEvent> sink = new OutputStreamAppender<>();
        sink.setContext(context);
        sink.setEncoder(encoder);
        sink.setOutputStream(into);
        QueuedAppender queue = new QueuedAppender();
        queue.setContext(context);
        queue.setSink(sink);
        sink.start();
        queue.start();
        return queue;
    }

    private LoggingEvent line(Level level, String text) {
        return new LoggingEvent("test", logger, level, text, null, null);
    }

    @Test
    void lines_arrive_in_order_and_are_written_together() {
        Written sink = new Written(1);
        QueuedAppender queue = queue(sink);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            queue.doAppend(line(Level.INFO, "line " + i));
            all.append("line ").append(i).append('\n');
        }
        sink.gate.countDown();
        assertThat(Eventually.isTrue(() -> sink.bytes.size() >= all.length())).isTrue();
        assertThat(sink.text()).isEqualTo(all.toString());
        assertThat(sink.flushes.get()).as("times that the sink was written to").isLessThan(200);
        queue.stop();
    }

    @Test
    void last_lines_are_written_before_the_end() {
        Written sink = new Written(0);
        QueuedAppender queue = queue(sink);
        queue.doAppend(line(Level.INFO, "good"));
        queue.doAppend(line(Level.INFO, "bye"));
        queue.stop();
        assertThat(sink.text()).isEqualTo("good\nbye\n");
    }

    @Test
    void what_a_sink_that_is_held_up_cannot_take_is_dropped_and_counted_warnings_last() {
        Written sink = new Written(1);
        QueuedAppender queue = queue(sink);
        long before = QueuedAppender.dropped();
        for (int i = 0; i < 3 * ROOM; i++) {
            queue.doAppend(line(Level.INFO, "line"));
        }
        long dropped = QueuedAppender.dropped() - before;
        assertThat(dropped).isBetween(ROOM + 1L, 3L * ROOM);
        queue.doAppend(line(Level.WARN, "a warning"));
        assertThat(QueuedAppender.dropped() - before)
                .as("a warning still has room")
                .isEqualTo(dropped);
        sink.gate.countDown();
        queue.stop();
        assertThat(sink.text()).endsWith("line\na warning\n");
    }

    /** Otherwise it exceeds the time limit of the class. */
    @Test
    void end_does_not_wait_for_a_sink_that_is_held_up() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        OutputStream never = new OutputStream() {
            @Override
            public void write(int octet) {
                begun.countDown();
                new Semaphore(0).acquireUninterruptibly();
            }
        };
        QueuedAppender queue = queue(never);
        queue.doAppend(line(Level.INFO, "line"));
        begun.await();
        queue.stop();
    }
}
