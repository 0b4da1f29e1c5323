package io.tollgate.pdf.document;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects the operators of one page or form. Unlike {@link java.io.ByteArrayOutputStream}, it does not synchronize
 * each byte; PDFBox writes many single bytes.
 */
final class ContentBuffer extends OutputStream {
    private byte[] bytes = new byte[4096];
    private int length;

    @Override
    public void write(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int start, int count) {
        reserve(count);
        System.arraycopy(from, start, bytes, length, count);
        length += count;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    /** Returns the buffer, of which the first {@link #length()} bytes are content. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
