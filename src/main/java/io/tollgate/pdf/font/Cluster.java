package io.tollgate.pdf.font;

import java.util.Arrays;

/**
 * An indivisible unit of text: positioned glyphs of one typeface and the text they represent, such as a letter or a
 * syllable with its marks. Lengths are in font units.
 */
public final class Cluster {
    private final int[] glyphs;
    private final int[] x;
    private final int[] y;
    private final int advance;
    private final String text;
    private final int hash;

    /**
     * @param x horizontal offset of each glyph from the first one
     * @param y vertical offset of each glyph from the baseline
     * @param advance width by which the cluster moves the pen
     * @param text the represented text, not empty
     */
    public Cluster(int[] glyphs, int[] x, int[] y, int advance, String text) {
        this.glyphs = glyphs;
        this.x = x;
        this.y = y;
        this.advance = advance;
        this.text = text;
        this.hash =
                31 * (31 * Arrays.hashCode(glyphs) + Arrays.hashCode(x)) + 31 * Arrays.hashCode(y) + text.hashCode();
    }

    public String text() {
        return text;
    }

    /** Returns whether the typeface has no glyph for it, so that it is drawn as a box. */
    public boolean isMissing() {
        return glyphs[0] == 0;
    }

    /** Returns whether it is a single unshifted glyph of the typeface. */
    boolean single() {
        return glyphs.length == 1 && y[0] == 0;
    }

    int parts() {
        return glyphs.length;
    }

    int glyph(int part) {
        return glyphs[part];
    }

    int x(int part) {
        return x[part];
    }

    int y(int part) {
        return y[part];
    }

    int advance() {
        return advance;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Cluster cluster
                        && hash == cluster.hash
                        && advance == cluster.advance
                        && text.equals(cluster.text)
                        && Arrays.equals(glyphs, cluster.glyphs)
                        && Arrays.equals(x, cluster.x)
                        && Arrays.equals(y, cluster.y);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
