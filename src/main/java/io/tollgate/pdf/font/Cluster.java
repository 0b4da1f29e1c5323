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
    private final String text;
    private final int hash;

    /**
     * @param x where each glyph stands, from the first one
     * @param y how far each stands above the baseline
     * @param text not empty
     */
    public Cluster(int[] glyphs, int[] x, int[] y, String text) {
        this.glyphs = glyphs;
        this.x = x;
        this.y = y;
        this.text = text;
        this.hash =
                31 * (31 * Arrays.hashCode(glyphs) + Arrays.hashCode(x)) + 31 * Arrays.hashCode(y) + text.hashCode();
    }

    public String text() {
        return text;
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

    /** How far it moves the pen when nothing is shifted. */
    public int advance(Typeface typeface) {
        int advance = 0;
        for (int glyph : glyphs) {
            advance += typeface.advanceUnits(glyph);
        }
        return typeface.thousandths(advance);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Cluster cluster
                        && hash == cluster.hash
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
