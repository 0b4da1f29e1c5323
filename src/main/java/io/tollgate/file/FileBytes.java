package io.tollgate.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file whole, in small steps: each thread keeps memory outside the heap as large as the largest step it ever
 * took, and all of them together would keep for good what answers need.
 */
final class FileBytes {
    private static final int STEP = 64 * 1024;

    private FileBytes() {}

    /** Blocks. */
    static byte[] of(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = new byte[(int) Files.size(path)];
            int read = 0;
            while (read < bytes.length) {
                int step = in.read(bytes, read, Math.min(STEP, bytes.length - read));
                if (step < 0) {
                    throw new EOFException("a file ended before its size");
                }
                read += step;
            }
            return bytes;
        }
    }
}
