package io.tollgate.platform.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Queues log events for a writer thread that writes them in batches every 20 ms. Waking a thread and flushing for
 * each line would cost more than serving a short request. Drops and counts events when the queue is full, so that
 * logging never blocks.
 */
public final class QueuedAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int LINES_MAX = 8192;

    /** If less capacity than this remains, the queue accepts only warnings and errors. */
    private static final int RESERVED = LINES_MAX / 5;

    private static final long PAUSE_MILLIS = 20;

    /** Maximum wait at shutdown for a writer that may be blocked. */
    private static final long SHUTDOWN_TIMEOUT_MILLIS = 1_000;

    private static final LongAdder DROPPED = new LongAdder();

    private final ArrayBlockingQueue<ILoggingEvent> lines = new ArrayBlockingQueue<>(LINES_MAX);
    private @Nullable OutputStreamAppender<ILoggingEvent> sink;
    private @Nullable Thread writer;
    private volatile boolean stopping;

    /** Returns the number of dropped log lines since the process started. */
    public static long dropped() {
        return DROPPED.sum();
    }

    /** Sets the appender that writes the events, as configured. */
    public void setSink(OutputStreamAppender<ILoggingEvent> target) {
        target.setName("sink");
        target.setImmediateFlush(false);
        this.sink = target;
    }

    @Override
    public void start() {
        OutputStreamAppender<ILoggingEvent> target = sink;
        if (target == null) {
            addError("the log queue needs a sink");
            return;
        }
        super.start();
        writer = new Thread(() -> write(target), "log");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    protected void append(ILoggingEvent line) {
        boolean full = lines.remainingCapacity() <= RESERVED && !line.getLevel().isGreaterOrEqual(Level.WARN);
        line.prepareForDeferredProcessing();
        if (full || !lines.offer(line)) {
            DROPPED.increment();
        }
    }

    private void write(OutputStreamAppender<ILoggingEvent> target) {
        List<ILoggingEvent> batch = new ArrayList<>();
        while (!stopping || !lines.isEmpty()) {
            if (lines.drainTo(batch) > 0) {
                write(batch, target);
                batch.clear();
            }
            pause();
        }
        target.stop();
    }

    private void write(List<ILoggingEvent> batch, OutputStreamAppender<ILoggingEvent> target) {
        batch.forEach(target::doAppend);
        OutputStream out = target.getOutputStream();
        if (out == null) {
            // The file could not be opened, or not reopened after a rollover.
            DROPPED.add(batch.size());
            return;
        }
        try {
            out.flush();
        } catch (IOException e) {
            addError("the log cannot be written", e);
        }
    }

    private void pause() {
        try {
            if (!stopping) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            // Shutdown: writes the remaining events without pausing.
            stopping = true;
        }
    }

    @Override
    public void stop() {
        Thread writing = writer;
        if (writing == null) {
            return;
        }
        super.stop();
        stopping = true;
        writing.interrupt();
        try {
            writing.join(SHUTDOWN_TIMEOUT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
