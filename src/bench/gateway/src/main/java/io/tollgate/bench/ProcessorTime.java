package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The processor time of a process, user and system together, as Linux counts it in ticks of 10 ms. */
record ProcessorTime(long pid) {
    private static final long MICROS_PER_TICK = 10_000;

    /** Fields of {@code /proc/PID/stat} after the command's closing parenthesis: utime and stime. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    long micros() {
        try {
            return micros(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param stat content of {@code /proc/PID/stat}; the command in it may hold blanks and parentheses */
    static long micros(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) * MICROS_PER_TICK;
    }

    /** Runs a load of so many seconds and adds the processor time that the process took for each response. */
    Wrk during(int seconds, Supplier<Wrk> load) {
        long before = micros();
        Wrk result = load.get();
        return result.withServerMicros((micros() - before) / (result.perSecond() * seconds));
    }
}
