package io.tollgate.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of bodies may be held while the rest of them is waited for, by all connections together:
 * callers who begin many and end none shall not take the memory that others need.
 */
final class BodyBudget {
    private static final int SHARE_OF_HEAP = 16;
    private static final BodyBudget ALL = new BodyBudget(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);

    private final AtomicLong left;

    BodyBudget(long bytes) {
        left = new AtomicLong(bytes);
    }

    /** That of the program. */
    static BodyBudget all() {
        return ALL;
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
