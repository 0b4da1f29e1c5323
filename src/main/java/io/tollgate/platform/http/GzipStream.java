package io.tollgate.platform.http;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Compresses a body of unknown length with gzip, part by part. Uses memory outside the heap until {@link #close}.
 *
 * <p>Calls must not overlap, but may come from different threads.
 */
public final class GzipStream implements AutoCloseable {
    private static final int CHUNK = 8 * 1024;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 sum = new CRC32();
    private long length;
    private boolean begun;

    /** Returns the compressed form of the next part. It may be empty, because later parts complete it. */
    public byte[] write(byte[] part) {
        ByteArrayOutputStream out = begin(part.length);
        sum.update(part);
        length += part.length;
        deflater.setInput(part);
        byte[] chunk = new byte[CHUNK];
        while (!deflater.needsInput()) {
            out.write(chunk, 0, deflater.deflate(chunk));
        }
        return out.toByteArray();
    }

    /** Returns the last bytes. */
    public byte[] end() {
        ByteArrayOutputStream out = begin(0);
        deflater.finish();
        byte[] chunk = new byte[CHUNK];
        while (!deflater.finished()) {
            out.write(chunk, 0, deflater.deflate(chunk));
        }
        Gzip.writeInt(out, (int) sum.getValue());
        Gzip.writeInt(out, (int) length);
        return out.toByteArray();
    }

    private ByteArrayOutputStream begin(int bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(CHUNK + bytes / 4);
        if (!begun) {
            begun = true;
            Gzip.writeHeader(out, Gzip.padding());
        }
        return out;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
