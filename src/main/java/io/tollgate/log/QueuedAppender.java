package io.tollgate.log;

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
 * Keeps lines for a writer of its own thread, which comes by every few milliseconds and writes all that
 * there are at once: to wake it for each line, and to write each by itself, cost more than answering a
 * short request. What the writer cannot keep up with is dropped and counted; nobody waits for it.
 */
public final class QueuedAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
    private static final int LINES_MAX = 8192;

    /** With less room than this, only warnings and errors are taken. */
    private static final int RESERVED = LINES_MAX / 5;

    private static final long PAUSE_MILLIS = 20;

    /** How long the end of the program waits for a writer that may be held up for ever. */
    private static final long END_MILLIS = 1_000;

    private static final LongAdder DROPPED = new LongAdder();

    private final ArrayBlockingQueue<ILoggingEvent> lines = new ArrayBlockingQueue<>(LINES_MAX);
    private @Nullable OutputStreamAppender<ILoggingEvent> sink;
    private @Nullable Thread writer;
    private volatile boolean ending;

    /** How many lines were dropped since the program began. */
    public static long dropped() {
        return DROPPED.sum();
    }

    /** Where the lines go in the end, as the configuration names it. */
    public void setSink(OutputStreamAppender<ILoggingEvent> where) {
        where.setName("sink");
        where.setImmediateFlush(false);
        this.sink = where;
    }

    @Override
    public void start() {
        OutputStreamAppender<ILoggingEvent> where = sink;
        if (where == null) {
            addError("a queue of lines needs a sink");
            return;
        }
        super.start();
        writer = new Thread(() -> write(where), "log");
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

    private void write(OutputStreamAppender<ILoggingEvent> where) {
        List<ILoggingEvent> taken = new ArrayList<>();
        while (!ending || !lines.isEmpty()) {
            if (lines.drainTo(taken) > 0) {
                write(taken, where);
                taken.clear();
            }
            pause();
        }
        where.stop();
    }

    private void write(List<ILoggingEvent> taken, OutputStreamAppender<ILoggingEvent> where) {
        taken.forEach(where::doAppend);
        OutputStream out = where.getOutputStream();
        if (out == null) {
            // A file that could not be opened, or opened again when it was full.
            DROPPED.add(taken.size());
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
            if (!ending) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            // The end: what is left is written without a pause.
            ending = true;
        }
    }

    @Override
    public void stop() {
        Thread writing = writer;
        if (writing == null) {
            return;
        }
        super.stop();
        ending = true;
        writing.interrupt();
        try {
            writing.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
