package io.tollgate.pdf.font;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one document uses of a typeface: glyphs under codes of its own, in the order of their first
 * use. A code stands for a glyph and the text it means there, so that extracted text is exact even
 * where one glyph serves several characters.
 */
public final class FontSubset {
    /** Codes have two bytes. */
    private static final int CODES_MAX = 65_000;

    private final Typeface typeface;
    private final Map<Key, Integer> codes = new HashMap<>();
    private final List<Integer> glyphs = new ArrayList<>(List.of(0));
    private final List<String> texts = new ArrayList<>(List.of(""));

    private record Key(int glyph, String text) {}

    public FontSubset(Typeface typeface) {
        this.typeface = typeface;
    }

    public Typeface typeface() {
        return typeface;
    }

    /** The code for a glyph that means the text; the text must not be empty. */
    public int code(int glyph, String text) {
        Key key = new Key(glyph, text);
        Integer known = codes.get(key);
        if (known != null) {
            return known;
        }
        if (glyphs.size() >= CODES_MAX) {
            return 0;
        }
        glyphs.add(glyph);
        texts.add(text);
        codes.put(key, glyphs.size() - 1);
        return glyphs.size() - 1;
    }

    public int size() {
        return glyphs.size();
    }

    public int width(int code) {
        return typeface.advance(glyphs.get(code));
    }

    /** What the code means. */
    public String text(int code) {
        return texts.get(code);
    }

    /** The font file to embed: its glyph numbers are the codes. */
    public byte[] file() {
        return new SubsetFile(typeface, glyphs).bytes();
    }

    /** Left, bottom, right and top of all glyphs of the typeface. */
    public int[] box() {
        return typeface.box();
    }
}
