package io.tollgate.pdf.document;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes under construction. */
final class Bytes {
    private byte[] bytes;
    private int length;

    Bytes(int expected) {
        bytes = new byte[expected];
    }

    Bytes raw(byte[] more) {
        return raw(more, more.length);
    }

    Bytes raw(byte[] more, int count) {
        return raw(more, 0, count);
    }

    Bytes raw(byte[] more, int from, int count) {
        reserve(count);
        System.arraycopy(more, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Text of ASCII characters. */
    Bytes text(String ascii) {
        int count = ascii.length();
        reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    Bytes octet(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
        return this;
    }

    Bytes number(int value) {
        int rest = value;
        if (rest < 0) {
            octet('-');
            rest = -rest;
        }
        int digits = 1;
        for (long limit = 10; rest >= limit; limit *= 10) {
            digits++;
        }
        reserve(digits);
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** A length in points, to a hundredth. */
    Bytes number(double value) {
        long hundredths = Math.round(value * 100);
        if (hundredths < 0) {
            octet('-');
            hundredths = -hundredths;
        }
        number((int) (hundredths / 100));
        int rest = (int) (hundredths % 100);
        if (rest != 0) {
            octet('.').octet('0' + rest / 10);
            if (rest % 10 != 0) {
                octet('0' + rest % 10);
            }
        }
        return this;
    }

    /** One byte of a string in round brackets. */
    Bytes escaped(int value) {
        if (value == '(' || value == ')' || value == '\\') {
            octet('\\');
        } else if (value == '\r') {
            return text("\\r");
        }
        return octet(value);
    }

    Bytes hex4(int value) {
        for (int shift = 12; shift >= 0; shift -= 4) {
            octet("0123456789ABCDEF".charAt(value >> shift & 15));
        }
        return this;
    }

    /** A text string: UTF-16 in hexadecimal, which needs no escapes. */
    Bytes string(String text) {
        octet('<').text("FEFF");
        for (int i = 0; i < text.length(); i++) {
            hex4(text.charAt(i));
        }
        return octet('>');
    }

    /** Begins anew, in the memory that it has. */
    Bytes clear() {
        length = 0;
        return this;
    }

    int length() {
        return length;
    }

    byte[] array() {
        return bytes;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
}
