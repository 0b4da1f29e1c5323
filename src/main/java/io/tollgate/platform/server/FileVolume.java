package io.tollgate.platform.server;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The volume of the file store. Uploads must leave a minimum of free bytes on it, because the database may use the same
 * volume and stops when it cannot write.
 */
public final class FileVolume {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(60);

    /** Total bytes of the uploads that this process is copying into the folder. */
    private static final AtomicLong COPYING = new AtomicLong();

    private final Path folder;
    private final long floor;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile long lastFree = Long.MAX_VALUE;

    /** @param floor minimum number of free bytes; 0: no minimum */
    public FileVolume(Path folder, long floor) {
        this.folder = folder;
        this.floor = floor;
    }

    public Path folder() {
        return folder;
    }

    /** Writes a file into the folder. */
    public interface CopyStep {
        void run() throws IOException;
    }

    /**
     * Runs a copy and counts its size as used meanwhile. Blocks.
     *
     * @throws ApiError 503 if the copy would leave less than the minimum of free bytes
     */
    public void copy(long size, CopyStep copy) throws IOException {
        long copying = COPYING.addAndGet(size);
        try {
            if (floor > 0 && free() - copying < floor) {
                throw ApiError.unavailable(
                        "storage_full",
                        "The volume of the file store is almost full. Uploads are paused; other requests are served.",
                        RETRY_AFTER);
            }
            copy.run();
        } finally {
            COPYING.addAndGet(-size);
        }
    }

    /** Returns the free bytes of the volume. The folder need not exist yet. Blocks. */
    private long free() throws IOException {
        return Files.getFileStore(existing(folder)).getUsableSpace();
    }

    private static Path existing(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }

    /** Returns whether another folder is on the same volume. Blocks. */
    public boolean holds(Path other) throws IOException {
        return Files.getFileStore(existing(folder)).equals(Files.getFileStore(existing(other)));
    }

    /** Reads the free space on a worker thread. Runs one read at a time, because a volume may not respond. */
    public void measure(Vertx vertx) {
        if (reading.compareAndSet(false, true)) {
            vertx.executeBlocking(this::free, false)
                    .onSuccess(free -> lastFree = free)
                    .onComplete(done -> reading.set(false));
        }
    }

    /** Returns the free bytes that {@link #measure} last read; {@code Long.MAX_VALUE} before the first read. */
    public long lastFree() {
        return lastFree;
    }

    /**
     * Returns whether the free bytes that {@link #measure} last read are below the minimum, so that uploads are
     * rejected.
     */
    public boolean wasLow() {
        return lastFree < floor;
    }

    /** Returns the minimum number of free bytes. */
    public long floor() {
        return floor;
    }
}
