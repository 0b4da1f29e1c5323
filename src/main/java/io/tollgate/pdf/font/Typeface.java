package io.tollgate.pdf.font;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.font.TextAttribute;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One bundled font: its glyphs, widths and outlines. Immutable, so that threads share it; lengths
 * are in thousandths of the type size.
 */
public final class Typeface {
    private final String name;
    private final TableReader in;
    private final CharacterMap characters;
    private final int unitsPerEm;
    private final int glyphs;
    private final int widths;
    private final boolean longOffsets;
    private final int ascent;
    private final int descent;
    private final int capHeight;

    @SuppressWarnings("Immutable")
    private volatile @Nullable Font shapingFont;

    Typeface(String name, byte[] file) {
        this.name = name;
        this.in = new TableReader(file);
        this.characters = new CharacterMap(in);
        int head = in.table("head");
        int hhea = in.table("hhea");
        this.unitsPerEm = in.u16(head + 18);
        this.longOffsets = in.i16(head + 50) == 1;
        this.glyphs = in.u16(in.table("maxp") + 4);
        this.widths = in.u16(hhea + 34);
        this.ascent = thousandths(in.i16(hhea + 4));
        this.descent = thousandths(in.i16(hhea + 6));
        this.capHeight = thousandths(in.i16(in.table("OS/2") + 88));
    }

    public String name() {
        return name;
    }

    /** 0 where this font has no glyph for it. */
    public int glyph(int codePoint) {
        return characters.glyph(codePoint);
    }

    public int ascent() {
        return ascent;
    }

    /** Negative: it lies below the baseline. */
    public int descent() {
        return descent;
    }

    public int capHeight() {
        return capHeight;
    }

    public int unitsPerEm() {
        return unitsPerEm;
    }

    /** How far a glyph moves the pen, in the font's own units. */
    public int advanceUnits(int glyph) {
        return in.u16(in.table("hmtx") + 4 * Math.min(glyph, widths - 1));
    }

    int bearingUnits(int glyph) {
        int hmtx = in.table("hmtx");
        return glyph < widths ? in.i16(hmtx + 4 * glyph + 2) : in.i16(hmtx + 4 * widths + 2 * (glyph - widths));
    }

    /** Where a glyph's outline starts in the file. */
    int outline(int glyph) {
        int loca = in.table("loca");
        return in.table("glyf") + (longOffsets ? in.i32(loca + 4 * glyph) : 2 * in.u16(loca + 2 * glyph));
    }

    int outlineLength(int glyph) {
        return glyph < 0 || glyph >= glyphs ? 0 : outline(glyph + 1) - outline(glyph);
    }

    TableReader file() {
        return in;
    }

    int[] box() {
        int head = in.table("head");
        int[] box = new int[4];
        for (int i = 0; i < 4; i++) {
            box[i] = thousandths(in.i16(head + 36 + 2 * i));
        }
        return box;
    }

    int thousandths(int units) {
        return Math.round(units * 1000f / unitsPerEm);
    }

    /**
     * The font as the platform's shaping engine takes it, at the size of its own units, so that
     * positions come out unrounded.
     */
    public Font shapingFont() {
        Font font = shapingFont;
        if (font == null) {
            synchronized (this) {
                font = shapingFont;
                if (font == null) {
                    font = create();
                    shapingFont = font;
                }
            }
        }
        return font;
    }

    private Font create() {
        try {
            return Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(in.bytes()))
                    .deriveFont((float) unitsPerEm)
                    .deriveFont(Map.of(
                            TextAttribute.KERNING,
                            TextAttribute.KERNING_ON,
                            TextAttribute.LIGATURES,
                            TextAttribute.LIGATURES_ON));
        } catch (FontFormatException e) {
            throw new IllegalStateException("the bundled font " + name + " is damaged", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
