package io.tollgate.log;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.atomic.LongAdder;

/** Hands lines to a writer of its own thread, drops what that one cannot keep up with, and counts it. */
public final class CountedAppender extends AsyncAppender {
    private static final LongAdder DROPPED = new LongAdder();

    /** How many lines were dropped since the program began. */
    public static long dropped() {
        return DROPPED.sum();
    }

    @Override
    protected void append(ILoggingEvent event) {
        int left = getRemainingCapacity();
        if (left == 0 || left < getDiscardingThreshold() && isDiscardable(event)) {
            DROPPED.increment();
        }
        super.append(event);
    }
}
