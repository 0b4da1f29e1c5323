package io.tollgate.pdf.document;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects the operators of one page or form. Unlike {@link java.io.ByteArrayOutputStream}, it takes no lock for each
 * byte, of which PDFBox writes many one by one.
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

    /** The written bytes are the first {@link #length()} of this array. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
