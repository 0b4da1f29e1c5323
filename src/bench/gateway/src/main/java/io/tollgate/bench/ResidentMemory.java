package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks again and again how much memory a process holds, as Linux tells it. */
final class ResidentMemory implements AutoCloseable {
    private static final int EVERY_MILLIS = 50;

    private final long pid;
    private final Thread thread;
    private volatile boolean closed;
    private volatile double peak;

    ResidentMemory(long pid) {
        this.pid = pid;
        this.peak = megabytes(pid);
        thread = new Thread(this::sample, "memory");
        thread.setDaemon(true);
        thread.start();
    }

    /** MiB, of 2^20 bytes. */
    static double megabytes(long pid) {
        try {
            return megabytes(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static double megabytes(String status) {
        return Long.parseLong(Command.find(status, "VmRSS:\\s+([0-9]+) kB")) / 1024.0;
    }

    private void sample() {
        try {
            while (!closed) {
                peak = Math.max(peak, megabytes(pid));
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The most seen so far. */
    double peak() {
        return peak;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
