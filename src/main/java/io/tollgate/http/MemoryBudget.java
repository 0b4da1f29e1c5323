package io.tollgate.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all connections together may hold for callers who are slow: callers who begin many bodies and end
 * none, or ask for many answers and take none, shall not take the memory that others need.
 */
public final class MemoryBudget {
    /** Bodies of requests while the rest of them is waited for. They lie in the heap. */
    static final MemoryBudget BODIES = new MemoryBudget(Runtime.getRuntime().maxMemory() / 16);

    /** Bodies of answers until they are sent. They lie outside the heap, beside what is read and what is encrypted. */
    static final MemoryBudget ANSWERS = new MemoryBudget(outsideTheHeap() / 3);

    /**
     * Those of the answers that are large, as files are: whoever asks for many of them and takes none leaves room for
     * the others.
     */
    static final MemoryBudget LARGE_ANSWERS = new MemoryBudget(outsideTheHeap() / 6);

    /** Files on their way to answers, documents and buckets. They lie in the heap. */
    public static final MemoryBudget FILES =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 6);

    private final AtomicLong left;

    MemoryBudget(long bytes) {
        left = new AtomicLong(bytes);
    }

    private static long outsideTheHeap() {
        long set = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        return set > 0 ? set : Runtime.getRuntime().maxMemory();
    }

    /** What one request holds; given back at once, whatever ends it. */
    public final class Share {
        private long held;
        private boolean ended;

        /** @return false where there is not so much left */
        public boolean take(int bytes) {
            // Never below what there is, not for a moment: whoever asks for little then would be refused, too.
            if (ended || left.getAndUpdate(now -> now < bytes ? now : now - bytes) < bytes) {
                return false;
            }
            held += bytes;
            return true;
        }

        public void giveBack() {
            ended = true;
            left.addAndGet(held);
            held = 0;
        }
    }

    public Share share() {
        return new Share();
    }
}
