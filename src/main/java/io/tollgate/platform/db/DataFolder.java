package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The lock on the data folder, lock by one process at a time. */
public final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    private final FileChannel channel;

    private DataFolder(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a folder, or returns null if another process holds it. The operating system releases the lock when the
     * process ends.
     */
    static @Nullable DataFolder lock(Path folder) {
        try {
            PrivateFile.folder(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                return null;
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new DataFolder(channel);
        } catch (IOException refused) {
            throw new StartRefused(
                    "data folder " + folder + " cannot be written: " + StartRefused.reason(refused), refused);
        }
    }

    /** Fails if another process holds the folder, before any of its files change. */
    public static void requireFree(Path folder) {
        DataFolder lock = lock(folder);
        if (lock == null) {
            throw heldByAnother(folder);
        }
        lock.close();
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            return null;
        }
    }

    static StartRefused heldByAnother(Path folder) {
        String holder = "another process";
        try {
            holder = "process " + Files.readString(folder.resolve(LOCK)).strip();
        } catch (IOException unknown) {
            // The process id is optional in the message.
        }
        return new StartRefused("data folder %s is in use by %s; stop that process or choose another folder with --data"
                .formatted(folder, holder));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            throw new UncheckedIOException(alreadyGone);
        }
    }
}
