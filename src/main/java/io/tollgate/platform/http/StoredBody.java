package io.tollgate.platform.http;

import io.vertx.core.buffer.Buffer;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A response body that several responses may send at the same time: in memory, or in a file that is read in chunks. A
 * file is closed when its last user releases it; a new body has one user. Thread-safe.
 */
public final class StoredBody {
    private static final Logger LOG = LoggerFactory.getLogger(StoredBody.class);

    private final @Nullable Buffer memory;
    private final @Nullable FileChannel file;
    private final long length;
    private final AtomicInteger users = new AtomicInteger(1);

    private StoredBody(@Nullable Buffer memory, @Nullable FileChannel file, long length) {
        this.memory = memory;
        this.file = file;
        this.length = length;
    }

    public static StoredBody inMemory(Buffer bytes) {
        return new StoredBody(bytes, null, bytes.length());
    }

    /** Takes ownership of an open file, which this body closes. */
    public static StoredBody inFile(FileChannel file, long length) {
        return new StoredBody(null, file, length);
    }

    public long length() {
        return length;
    }

    public boolean isFile() {
        return file != null;
    }

    /** Returns the bytes of a body in memory; null for a file. */
    public @Nullable Buffer memory() {
        return memory;
    }

    /** Adds a user. Returns false if the last user has released the body, which is then closed. */
    public boolean retain() {
        return users.getAndUpdate(now -> now == 0 ? 0 : now + 1) > 0;
    }

    /** Removes a user. Each user calls this once. */
    public void release() {
        if (users.decrementAndGet() == 0 && file != null) {
            close(file);
        }
    }

    private static void close(Closeable file) {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("Closing a response file failed", e);
        }
    }

    /** Reads part of a file. Blocks; call on worker threads only. */
    public Buffer read(long position, int count) throws IOException {
        if (file == null) {
            throw new IllegalStateException("the body is not a file");
        }
        ByteBuffer chunk = ByteBuffer.allocate(count);
        while (chunk.hasRemaining()) {
            if (file.read(chunk, position + chunk.position()) < 0) {
                throw new EOFException("a response file is shorter than its length");
            }
        }
        return Buffer.buffer(chunk.array());
    }
}
