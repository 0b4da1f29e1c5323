package io.tollgate.pdf.font;

import java.util.Arrays;

/**
 * What cannot be taken apart: glyphs of one typeface in fixed places, and the text they mean
 * together. A letter is one, and so is a syllable whose signs stand around it. Lengths in units of
 * the typeface.
 */
public final class Cluster {
    private final int[] glyphs;
    private final int[] x;
    private final int[] y;
    private final int advance;
    private final String text;
    private final int hash;

    /**
     * @param x where each glyph stands, from the first one
     * @param y how far each stands above the baseline
     * @param advance how far it moves the pen
     * @param text not empty
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

    /** Whether the typeface has no glyph for it, and it is drawn as a box. */
    public boolean isMissing() {
        return glyphs[0] == 0;
    }

    /** Whether it is a glyph of the typeface as it stands. */
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
