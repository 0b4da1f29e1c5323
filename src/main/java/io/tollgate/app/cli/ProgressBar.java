package io.tollgate.app.cli;

import io.tollgate.tools.demo.Progress;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows the progress of a load on one updated line: a bar, the rate and the remaining time. Without a terminal,
 * prints one line when a part ends.
 */
final class ProgressBar implements Progress {
    private static final int WIDTH = 30;
    private static final long PAUSE_NANOS = 200_000_000;
    private static final double NANOS = 1e9;

    private final PrintWriter out;
    private final boolean watched = System.console() != null;
    private String part = "";
    private long begun;
    private long shown;

    ProgressBar(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void at(String what, long done, long all) {
        long now = System.nanoTime();
        if (!what.equals(part)) {
            part = what;
            begun = now;
            shown = 0;
        }
        boolean end = done >= all;
        if (end || (watched && now - shown > PAUSE_NANOS)) {
            shown = now;
            out.print((watched ? "\r\033[K" : "") + line(what, done, all, (now - begun) / NANOS) + (end ? "\n" : ""));
            out.flush();
        }
    }

    private static String line(String what, long done, long all, double seconds) {
        if (all <= 0) {
            return String.format(Locale.ROOT, "%-28s %.1f s", what, seconds);
        }
        int full = (int) (WIDTH * done / all);
        double rate = done / Math.max(seconds, 1e-3);
        return String.format(
                Locale.ROOT,
                "%-28s [%s%s] %,d of %,d, %,.0f a second, %.0f s left",
                what,
                "#".repeat(full),
                ".".repeat(WIDTH - full),
                done,
                all,
                rate,
                (all - done) / rate);
    }
}
