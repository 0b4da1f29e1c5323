package io.tollgate.server;

import io.tollgate.error.ApiError;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The volume that the folder of files is on. Uploads leave a floor of free bytes on it, because the database may be on
 * the same volume and stops when it cannot write.
 */
public final class FileVolume {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(60);

    /** Bytes of all uploads of this process that are being copied into the folder. */
    private static final AtomicLong COPYING = new AtomicLong();

    private final Path folder;
    private final long floor;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long lastFree = Long.MAX_VALUE;

    /** @param floor bytes that must stay free; 0: uploads may fill the volume */
    public FileVolume(Path folder, long floor) {
        this.folder = folder;
        this.floor = floor;
    }

    public Path folder() {
        return folder;
    }

    /** What writes a file into the folder. */
    public interface Copying {
        void run() throws IOException;
    }

    /** Runs a copy while its size counts as taken; 503 if it would leave less than the floor. Blocks. */
    public void copy(long size, Copying copying) throws IOException {
        long all = COPYING.addAndGet(size);
        try {
            if (floor > 0 && free() - all < floor) {
                throw ApiError.unavailable(
                        "storage_full",
                        "The volume of the file store is almost full. Uploads are paused; other requests are served.",
                        RETRY_AFTER);
            }
            copying.run();
        } finally {
            COPYING.addAndGet(-size);
        }
    }

    /** Bytes that can still be written; the folder need not exist yet. Blocks. */
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

    /** Whether another folder is on the same volume. Blocks. */
    public boolean holds(Path other) throws IOException {
        return Files.getFileStore(existing(folder)).equals(Files.getFileStore(existing(other)));
    }

    /** Reads the free space off the event loop; a volume that does not respond is read once at a time. */
    public void look(Vertx vertx) {
        if (looking.compareAndSet(false, true)) {
            vertx.executeBlocking(this::free, false)
                    .onSuccess(free -> lastFree = free)
                    .onComplete(looked -> looking.set(false));
        }
    }

    /** Free bytes when {@link #look} last read them; the largest number before that. */
    public long lastFree() {
        return lastFree;
    }

    /** Whether uploads were refused for lack of space when {@link #look} last read it. */
    public boolean wasLow() {
        return lastFree < floor;
    }

    /** Bytes that must stay free. */
    public long floor() {
        return floor;
    }
}
