package io.tollgate.platform.server;

/** The time of the last API request, for background work that yields to requests. Thread-safe. */
public final class RequestActivity {
    private volatile long last = System.nanoTime() - Long.MAX_VALUE / 2;

    /** Records a request. */
    public void record() {
        last = System.nanoTime();
    }

    /** Returns the nanoseconds since the last request; very many before the first one. */
    public long nanosSinceLast() {
        return System.nanoTime() - last;
    }
}
