package io.tollgate.pdf.font;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.font.TextAttribute;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.HeaderTable;
import org.apache.fontbox.ttf.HorizontalMetricsTable;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TTFTable;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.jspecify.annotations.Nullable;

/** A bundled font, read by FontBox. Immutable and thread-safe. Lengths are in thousandths of the font size. */
public final class Typeface {
    private final String name;
    private final byte[] file;
    private final Map<String, TTFTable> tables;
    private final CmapLookup characters;
    private final HorizontalMetricsTable metrics;
    private final long[] outlines;
    private final int unitsPerEm;
    private final int glyphs;
    private final int ascent;
    private final int descent;
    private final int capHeight;
    private final List<Integer> box;

    @SuppressWarnings("Immutable")
    private volatile @Nullable Font shapingFont;

    Typeface(String name, byte[] file) {
        this.name = name;
        this.file = file;
        try (TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(file))) {
            this.tables = font.getTableMap();
            this.characters = font.getUnicodeCmapLookup();
            this.metrics = font.getHorizontalMetrics();
            this.outlines = font.getIndexToLocation().getOffsets();
            this.unitsPerEm = font.getUnitsPerEm();
            this.glyphs = font.getNumberOfGlyphs();
            this.ascent = thousandths(font.getHorizontalHeader().getAscender());
            this.descent = thousandths(font.getHorizontalHeader().getDescender());
            this.capHeight = thousandths(font.getOS2Windows().getCapHeight());
            HeaderTable head = font.getHeader();
            this.box = List.of(
                    thousandths(head.getXMin()),
                    thousandths(head.getYMin()),
                    thousandths(head.getXMax()),
                    thousandths(head.getYMax()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String name() {
        return name;
    }

    /** Returns the glyph of a character, or 0 if the font has none. */
    public int glyph(int codePoint) {
        return characters.getGlyphId(codePoint);
    }

    public int ascent() {
        return ascent;
    }

    /** Returns the descent, which is negative. */
    public int descent() {
        return descent;
    }

    public int capHeight() {
        return capHeight;
    }

    public int unitsPerEm() {
        return unitsPerEm;
    }

    /** Returns the advance width of a glyph, in units of the font. */
    public int advanceUnits(int glyph) {
        return metrics.getAdvanceWidth(glyph);
    }

    /** Returns the offset of a glyph's outline in the file. */
    int outline(int glyph) {
        return table("glyf") + (int) outlines[glyph];
    }

    /** Returns the length of an outline; 0 for a glyph without one, such as a space. */
    int outlineLength(int glyph) {
        return glyph < 0 || glyph >= glyphs ? 0 : (int) (outlines[glyph + 1] - outlines[glyph]);
    }

    /** Returns the font file, which must not be modified. */
    ByteBuffer file() {
        return ByteBuffer.wrap(file);
    }

    /** Returns the offset of a table in the file. */
    int table(String tag) {
        TTFTable table = tables.get(tag);
        if (table == null) {
            throw new IllegalArgumentException("the font " + name + " has no table " + tag);
        }
        return (int) table.getOffset();
    }

    /** Returns the left, bottom, right and top bounds of all glyphs. */
    List<Integer> box() {
        return box;
    }

    int thousandths(int units) {
        return Math.round(units * 1000f / unitsPerEm);
    }

    /** Returns the AWT font for text shaping, at the size of its units per em, so that positions are not rounded. */
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
            return Font.createFont(Font.TRUETYPE_FONT, new ByteArrayInputStream(file))
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
