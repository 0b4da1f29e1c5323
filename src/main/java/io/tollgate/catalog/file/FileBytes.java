package io.tollgate.catalog.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads whole files in small chunks. The JDK caches a direct buffer per thread, as large as the largest read of that
 * thread, and never frees it. Large reads would therefore hold as much memory outside the heap as the responses do.
 */
final class FileBytes {
    private static final int CHUNK = 64 * 1024;

    private FileBytes() {}

    /** Returns all bytes of a file. Blocks. */
    static byte[] of(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = new byte[(int) Files.size(path)];
            int read = 0;
            while (read < bytes.length) {
                int count = in.read(bytes, read, Math.min(CHUNK, bytes.length - read));
                if (count < 0) {
                    throw new EOFException("the file was truncated while it was read");
                }
                read += count;
            }
            return bytes;
        }
    }
}
