package io.tollgate.pdf.font;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Big-endian numbers and tables of a TrueType file. */
final class TableReader {
    private final byte[] bytes;
    private final Map<String, Integer> starts = new HashMap<>();

    TableReader(byte[] bytes) {
        this.bytes = bytes;
        int tables = u16(4);
        for (int i = 0; i < tables; i++) {
            int entry = 12 + 16 * i;
            starts.put(new String(bytes, entry, 4, StandardCharsets.US_ASCII), i32(entry + 8));
        }
    }

    /** Where a table starts. */
    int table(String tag) {
        Integer start = starts.get(tag);
        if (start == null) {
            throw new IllegalArgumentException("the font has no table " + tag);
        }
        return start;
    }

    int u16(int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    int i16(int at) {
        return (short) u16(at);
    }

    int i32(int at) {
        return u16(at) << 16 | u16(at + 2);
    }

    byte[] bytes() {
        return bytes;
    }
}
