package io.tollgate.pdf;

import io.netty.buffer.Unpooled;
import io.tollgate.platform.http.StoredBody;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Receives the bytes of one document: in memory up to a bound, then in a temporary file. Only the user of this process
 * may read the file. It has no name once it is open, so the system deletes it when it is closed or the process ends.
 */
final class PdfOutput extends OutputStream {
    /** Larger documents are written to a file. */
    static final int MEMORY_MAX = 1 << 20;

    private final Path folder;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream(32 * 1024);
    private @Nullable FileChannel file;
    private boolean finished;

    PdfOutput() {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    PdfOutput(Path folder) {
        this.folder = folder;
    }

    /** The temporary file cannot be created or written, for example because the disk is full. */
    static final class FileFailure extends UncheckedIOException {
        FileFailure(IOException cause) {
            super(cause);
        }
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (file == null && memory.size() + length <= MEMORY_MAX) {
            memory.write(bytes, from, length);
            return;
        }
        try {
            append(ByteBuffer.wrap(bytes, from, length));
        } catch (IOException e) {
            throw new FileFailure(e);
        }
    }

    private void append(ByteBuffer bytes) throws IOException {
        FileChannel to = file;
        if (to == null) {
            to = open();
            file = to;
            append(ByteBuffer.wrap(memory.toByteArray()));
            memory = new ByteArrayOutputStream(0);
        }
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(
                folder.resolve("tollgate-" + UUID.randomUUID() + ".pdf"),
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /** Returns the document. The caller is its only user. */
    StoredBody finish() {
        if (file == null) {
            return StoredBody.inMemory(BufferInternal.buffer(Unpooled.wrappedBuffer(memory.toByteArray())));
        }
        try {
            StoredBody body = StoredBody.inFile(file, file.size());
            finished = true;
            return body;
        } catch (IOException e) {
            throw new FileFailure(e);
        }
    }

    /** Deletes the file of a document that was not finished. */
    @Override
    public void close() throws IOException {
        if (!finished && file != null) {
            file.close();
        }
    }
}
