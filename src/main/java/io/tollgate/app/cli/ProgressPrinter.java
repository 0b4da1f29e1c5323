package io.tollgate.app.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/** Prints startup progress, with the seconds since the start on each line. */
final class ProgressPrinter implements Consumer<String> {
    private static final double NANOS = 1e9;

    private final PrintWriter out;
    private final long begin = System.nanoTime();

    ProgressPrinter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void accept(String line) {
        out.printf(Locale.ROOT, "[%5.1f s] %s%n", (System.nanoTime() - begin) / NANOS, line);
        out.flush();
    }
}
