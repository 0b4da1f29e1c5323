package io.tollgate.pdf.font;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The clusters of a typeface in one document, with codes in the order of first use. A code identifies a shape and its
 * text, so that extracted text is exact even if glyphs and characters do not correspond one to one.
 */
public final class FontSubset {
    /** Codes have two bytes. */
    private static final int CODES_MAX = 60_000;

    private final Typeface typeface;
    private final Map<Cluster, Integer> codes = new HashMap<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();

    public FontSubset(Typeface typeface) {
        this.typeface = typeface;
        add(new Cluster(new int[] {0}, new int[] {0}, new int[] {0}, typeface.advanceUnits(0), "\ufffd"));
    }

    public Typeface typeface() {
        return typeface;
    }

    public int code(Cluster cluster) {
        Integer known = codes.get(cluster);
        if (known != null) {
            return known;
        }
        return clusters.size() >= CODES_MAX ? 0 : add(cluster);
    }

    private int add(Cluster cluster) {
        int code = clusters.size();
        clusters.add(cluster);
        widths.add(typeface.thousandths(cluster.advance()));
        codes.put(cluster, code);
        return code;
    }

    public int size() {
        return clusters.size();
    }

    public int width(int code) {
        return widths.get(code);
    }

    /** Returns the text of a code. */
    public String text(int code) {
        return clusters.get(code).text();
    }

    /** Returns the font file to embed; its glyph ids are the codes. */
    public byte[] file() {
        return new SubsetFile(typeface, clusters).bytes();
    }

    /** Returns the left, bottom, right and top bounds of all glyphs of the typeface. */
    public List<Integer> box() {
        return typeface.box();
    }
}
