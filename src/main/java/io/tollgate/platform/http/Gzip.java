package io.tollgate.platform.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Compresses bodies with gzip for clients that accept it.
 *
 * <p>The length of a compressed body shows which of its parts are equal. Bodies that are compressed for each response
 * therefore have a random length: their header contains up to {@link #PADDING_MAX} bytes that readers skip. Callers
 * must not compress a body that contains the same secret again and text that a stranger can choose.
 */
public final class Gzip {
    /** Smaller bodies fit into one packet anyway. */
    public static final int BYTES_MIN = 1024;

    /** The maximum number of bytes that hide the length of a compressed body. */
    static final int PADDING_MAX = 64;

    private static final Pattern ACCEPTED =
            Pattern.compile("(?i)(?:.*,)?\\s*gzip\\s*(?:;\\s*q=(?:1|0\\.0*[1-9]).*)?(?:,.*)?");

    private static final int CHUNK = 8 * 1024;
    private static final int SUBFIELD_HEADER_BYTES = 4;

    /** Larger pages are compressed faster, because they block the event loop. */
    private static final int LARGE_BYTES = 32 * 1024;

    private static final int FIXED_HEADER_BYTES = 10;
    private static final byte HAS_EXTRA = 4;

    private Gzip() {}

    /** Returns whether the client of a request accepts gzip. */
    public static boolean isAcceptedBy(HttpServerRequest request) {
        return isAccepted(request.getHeader("Accept-Encoding"));
    }

    static boolean isAccepted(@Nullable String header) {
        return header != null && ACCEPTED.matcher(header).matches();
    }

    /** Compresses a file that belongs to the program, as far as possible. */
    static byte[] file(byte[] bytes) {
        return compress(bytes, Deflater.BEST_COMPRESSION, 0);
    }

    /** Compresses a page. */
    public static Buffer page(byte[] bytes) {
        int level = bytes.length > LARGE_BYTES ? Deflater.BEST_SPEED : Deflater.DEFAULT_COMPRESSION;
        return Buffer.buffer(compress(bytes, level, padding()));
    }

    /** Compresses data fast. */
    static Buffer data(byte[] bytes) {
        return Buffer.buffer(compress(bytes, Deflater.BEST_SPEED, padding()));
    }

    static int padding() {
        return 1 + ThreadLocalRandom.current().nextInt(PADDING_MAX);
    }

    private static byte[] compress(byte[] bytes, int level, int padding) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(CHUNK + bytes.length / 4);
        writeHeader(out, padding);
        deflate(bytes, level, out);
        CRC32 sum = new CRC32();
        sum.update(bytes);
        writeInt(out, (int) sum.getValue());
        writeInt(out, bytes.length);
        return out.toByteArray();
    }

    static void writeHeader(ByteArrayOutputStream out, int padding) {
        byte[] header = new byte[FIXED_HEADER_BYTES];
        header[0] = 0x1f;
        header[1] = (byte) 0x8b;
        header[2] = Deflater.DEFLATED;
        header[3] = padding == 0 ? 0 : HAS_EXTRA;
        header[9] = (byte) 0xff;
        out.writeBytes(header);
        if (padding > 0) {
            // A subfield with an identifier, its length and its data: RFC 1952, section 2.3.1.1.
            out.write(SUBFIELD_HEADER_BYTES + padding);
            out.write(0);
            out.write('T');
            out.write('G');
            out.write(padding);
            out.write(0);
            out.writeBytes(new byte[padding]);
        }
    }

    private static void deflate(byte[] bytes, int level, ByteArrayOutputStream out) {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] chunk = new byte[CHUNK];
            while (!deflater.finished()) {
                out.write(chunk, 0, deflater.deflate(chunk));
            }
        } finally {
            deflater.end();
        }
    }

    static void writeInt(ByteArrayOutputStream out, int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            out.write(value >>> shift);
        }
    }
}
