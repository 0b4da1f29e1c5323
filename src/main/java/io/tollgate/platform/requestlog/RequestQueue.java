package io.tollgate.platform.requestlog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Calls that wait to be written, of all event loops of a process. A call that does not fit is dropped and counted, so
 * that requests never wait for the log.
 */
public final class RequestQueue {
    /** Calls of one statement. So many are written without waiting; encoding them occupies an event loop for 1 ms. */
    static final int BATCH = 250;

    private static final int CALLS_MAX = 20_000;
    private static final long BYTES_MAX = 16L << 20;

    private final boolean enabled;
    private final int callsMax;
    private final long bytesMax;
    private final ConcurrentLinkedQueue<LoggedRequest> calls = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder written = new LongAdder();
    private volatile Runnable onBatch = () -> {};

    /** @param enabled whether calls are recorded at all */
    public RequestQueue(boolean enabled) {
        this(enabled, CALLS_MAX, BYTES_MAX);
    }

    RequestQueue(boolean enabled, int callsMax, long bytesMax) {
        this.enabled = enabled;
        this.callsMax = callsMax;
        this.bytesMax = bytesMax;
    }

    boolean enabled() {
        return enabled;
    }

    /** Sets what is called, on any thread, when there are enough calls for a batch. */
    void onBatch(Runnable action) {
        onBatch = action;
    }

    /** Adds a call, or counts it as dropped if the queue is full. Never blocks. */
    void add(LoggedRequest call) {
        long taken = call.bytes();
        int position = size.incrementAndGet();
        if (position > callsMax || bytes.addAndGet(taken) > bytesMax) {
            if (position <= callsMax) {
                bytes.addAndGet(-taken);
            }
            size.decrementAndGet();
            dropped.increment();
            return;
        }
        calls.add(call);
        if (position == BATCH) {
            onBatch.run();
        }
    }

    /** Removes the oldest calls, at most {@link #BATCH}. */
    List<LoggedRequest> take() {
        List<LoggedRequest> taken = new ArrayList<>();
        long freed = 0;
        for (LoggedRequest call = calls.poll(); call != null; call = calls.poll()) {
            taken.add(call);
            freed += call.bytes();
            if (taken.size() == BATCH) {
                break;
            }
        }
        size.addAndGet(-taken.size());
        bytes.addAndGet(-freed);
        return taken;
    }

    int waiting() {
        return size.get();
    }

    void countWritten(int number) {
        written.add(number);
    }

    void countDropped(int number) {
        dropped.add(number);
    }

    long written() {
        return written.sum();
    }

    long dropped() {
        return dropped.sum();
    }
}
