package io.tollgate.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all connections together may hold for callers who are slow: callers who begin many bodies and end
 * none, or ask for many answers and take none, shall not take the memory that others need.
 */
final class MemoryBudget {
    /** Bodies of requests while the rest of them is waited for. They lie in the heap. */
    static final MemoryBudget BODIES = new MemoryBudget(Runtime.getRuntime().maxMemory() / 16);

    /** Bodies of answers until they are sent. They lie outside the heap, beside what is read and what is encrypted. */
    static final MemoryBudget ANSWERS = new MemoryBudget(outsideTheHeap() / 3);

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
    final class Share {
        private long held;
        private boolean ended;

        /** @return false where there is not so much left */
        boolean take(int bytes) {
            if (ended || left.addAndGet(-bytes) < 0) {
                left.addAndGet(ended ? 0 : bytes);
                return false;
            }
            held += bytes;
            return true;
        }

        void giveBack() {
            ended = true;
            left.addAndGet(held);
            held = 0;
        }
    }

    Share share() {
        return new Share();
    }
}
