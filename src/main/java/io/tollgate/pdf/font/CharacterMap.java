package io.tollgate.pdf.font;

/** Which glyph a font has for a code point: the best Unicode table of its {@code cmap}. */
final class CharacterMap {
    private final TableReader in;
    private final int start;
    private final int format;

    CharacterMap(TableReader in) {
        this.in = in;
        int cmap = in.table("cmap");
        int best = 0;
        int bestFormat = 0;
        int tables = in.u16(cmap + 2);
        for (int i = 0; i < tables; i++) {
            int entry = cmap + 4 + 8 * i;
            int at = cmap + in.i32(entry + 4);
            int kind = in.u16(at);
            boolean unicode = in.u16(entry) == 0 || in.u16(entry) == 3 && in.u16(entry + 2) != 0;
            if (unicode && (kind == 4 || kind == 12) && kind > bestFormat) {
                best = at;
                bestFormat = kind;
            }
        }
        if (bestFormat == 0) {
            throw new IllegalArgumentException("the font has no Unicode character map");
        }
        start = best;
        format = bestFormat;
    }

    /** 0 where the font has none. */
    int glyph(int codePoint) {
        return format == 12 ? groups(codePoint) : codePoint > 0xffff ? 0 : segments(codePoint);
    }

    private int groups(int codePoint) {
        int low = 0;
        int high = in.i32(start + 12) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int group = start + 16 + 12 * middle;
            if (codePoint < in.i32(group)) {
                high = middle - 1;
            } else if (codePoint > in.i32(group + 4)) {
                low = middle + 1;
            } else {
                return in.i32(group + 8) + codePoint - in.i32(group);
            }
        }
        return 0;
    }

    private int segments(int codePoint) {
        int doubled = in.u16(start + 6);
        int ends = start + 14;
        int starts = ends + doubled + 2;
        for (int i = 0; i < doubled; i += 2) {
            if (in.u16(ends + i) < codePoint) {
                continue;
            }
            int first = in.u16(starts + i);
            if (first > codePoint) {
                return 0;
            }
            int delta = in.u16(starts + doubled + i);
            int place = starts + 2 * doubled + i;
            int offset = in.u16(place);
            int glyph = offset == 0 ? codePoint : in.u16(place + offset + 2 * (codePoint - first));
            return glyph == 0 ? 0 : glyph + delta & 0xffff;
        }
        return 0;
    }
}
