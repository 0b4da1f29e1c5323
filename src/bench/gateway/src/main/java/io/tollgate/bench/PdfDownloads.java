package io.tollgate.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Callers that download documents, each of which has to be drawn, one after the other. */
final class PdfDownloads {
    private static final List<String> FORMATS = List.of("?format=A4", "?format=A6");

    private final PdfBookings bookings;
    private final List<String> paths = new ArrayList<>();
    private final List<Thread> callers = new ArrayList<>();
    private int next;
    private volatile boolean stopped;

    PdfDownloads(PdfBookings bookings, List<String> paths) {
        this.bookings = bookings;
        FORMATS.forEach(format -> paths.forEach(path -> this.paths.add(path + format)));
    }

    /** Counts what came. */
    AtomicInteger start(int count) {
        AtomicInteger documents = new AtomicInteger();
        stopped = false;
        for (int i = 0; i < count; i++) {
            Thread caller = new Thread(() -> ask(documents), "downloads-" + i);
            callers.add(caller);
            caller.start();
        }
        return documents;
    }

    private void ask(AtomicInteger documents) {
        while (!stopped) {
            bookings.bytes(path());
            documents.incrementAndGet();
        }
    }

    /** Once all were asked for, they are changed: none comes from the cache. */
    private synchronized String path() {
        if (next % paths.size() == 0) {
            bookings.change();
        }
        return paths.get(next++ % paths.size());
    }

    void stop() {
        stopped = true;
        for (Thread caller : callers) {
            try {
                caller.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        callers.clear();
    }
}
