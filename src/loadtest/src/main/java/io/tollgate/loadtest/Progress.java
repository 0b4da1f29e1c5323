package io.tollgate.loadtest;

import io.tollgate.loadtest.measure.Latencies;
import io.tollgate.loadtest.measure.Tally;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One line that tells how far a load is, while it runs: rewritten on a terminal, else a new one now and then. */
final class Progress implements AutoCloseable {
    private static final long TERMINAL_MILLIS = 1_000;
    private static final long FILE_MILLIS = 10_000;

    private final PrintStream out;
    private final boolean terminal;
    private final Tally tally;
    private volatile long begin = System.nanoTime();
    private final Thread thread = new Thread(this::tell, "progress");
    private volatile boolean over;

    Progress(PrintStream out, boolean terminal, Tally tally) {
        this.out = out;
        this.terminal = terminal;
        this.tally = tally;
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    private void tell() {
        long last = 0;
        long every = terminal ? TERMINAL_MILLIS : FILE_MILLIS;
        try {
            while (!over) {
                Thread.sleep(every);
                long now = tally.requests();
                if (now == 0) {
                    // The engine takes some seconds to start.
                    begin = System.nanoTime();
                    continue;
                }
                line((now - last) * 1_000.0 / every);
                last = now;
            }
        } catch (InterruptedException e) {
            // It is over.
        }
    }

    private void line(double perSecond) {
        String line = String.format(
                Locale.ROOT,
                "%4d s  %,d requests, %.0f a second; %d errors, %d inconsistencies, %d throttled; %s",
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
                tally.requests(),
                perSecond,
                tally.errors(),
                tally.inconsistencies(),
                tally.throttledCount(),
                times());
        if (terminal) {
            out.print("\r" + line + "   ");
        } else {
            out.println(line);
        }
        out.flush();
    }

    /** Times count from the end of the ramp on. */
    private String times() {
        Latencies latencies = tally.latencies();
        return tally.within() == 0
                ? "no times before the load is whole"
                : String.format(
                        Locale.ROOT,
                        "p50 %d p99 %d max %d ms",
                        latencies.percentile(0.5),
                        latencies.percentile(0.99),
                        latencies.worst());
    }

    @Override
    public void close() {
        over = true;
        thread.interrupt();
        if (terminal) {
            out.println();
        }
    }
}
