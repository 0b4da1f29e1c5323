package io.tollgate.db;

import io.tollgate.config.StartRefused;
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

/** The folder that Tollgate keeps its things in, held by one process at a time. */
public final class DataFolder implements AutoCloseable {
    private static final String LOCK = "lock";

    private final FileChannel channel;

    private DataFolder(FileChannel channel) {
        this.channel = channel;
    }

    /** Null when another process holds the folder. The lock goes with the process, however that ends. */
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

    /** Refuses a folder that another process holds, before anything of that one's is touched. */
    public static void requireFree(Path folder) {
        DataFolder held = lock(folder);
        if (held == null) {
            throw heldByAnother(folder);
        }
        held.close();
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
            // The line is useful without the number.
        }
        return new StartRefused("data folder %s is in use by %s: stop that one or choose another with --data"
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
