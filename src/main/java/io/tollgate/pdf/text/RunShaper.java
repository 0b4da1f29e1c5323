package io.tollgate.pdf.text;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.font.Cluster;
import io.tollgate.pdf.font.Face;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shapes text of one face and direction with the platform's engine (HarfBuzz), which implements joining, stacking and
 * reordering for each script.
 */
final class RunShaper {
    /** The engine assigns glyph ids from here on to invisible glyphs. */
    private static final int INVISIBLE = 0xfffe;

    /** The first combining character of Unicode. */
    private static final int FIRST_MARK = 0x300;

    private final BreakIterator characters = BreakIterator.getCharacterInstance(ULocale.ROOT);

    private static final FontRenderContext UNROUNDED = new FontRenderContext(null, true, true);

    GlyphRun shape(Face face, String text, boolean rightToLeft) {
        char[] characters = text.toCharArray();
        int direction = rightToLeft ? Font.LAYOUT_RIGHT_TO_LEFT : Font.LAYOUT_LEFT_TO_RIGHT;
        GlyphVector laid =
                face.typeface().shapingFont().layoutGlyphVector(UNROUNDED, characters, 0, characters.length, direction);
        int count = laid.getNumGlyphs();
        return new Assembly(
                        face,
                        text,
                        laid.getGlyphCodes(0, count, null),
                        joined(text, laid.getGlyphCharIndices(0, count, null)),
                        laid.getGlyphPositions(0, count + 1, null),
                        rightToLeft)
                .run();
    }

    /** Maps each glyph to the start of its grapheme cluster, so that letters and their marks stay together. */
    private int[] joined(String text, int[] sources) {
        if (!mayCombine(text)) {
            return sources;
        }
        characters.setText(text);
        int[] joined = new int[sources.length];
        for (int i = 0; i < sources.length; i++) {
            joined[i] = characters.isBoundary(sources[i]) ? sources[i] : characters.preceding(sources[i]);
        }
        return joined;
    }

    private static boolean mayCombine(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_MARK) {
                return true;
            }
        }
        return false;
    }

    /** Builds one run from the engine's result. */
    private static final class Assembly {
        private final Face face;
        private final String text;
        private final int[] glyphs;
        private final int[] sources;
        private final float[] positions;
        private final boolean rightToLeft;
        private final List<Cluster> clusters;
        private final float[] x;
        private final float scale;

        Assembly(Face face, String text, int[] glyphs, int[] sources, float[] positions, boolean rightToLeft) {
            this.face = face;
            this.text = text;
            this.glyphs = glyphs;
            this.sources = sources;
            this.positions = positions;
            this.rightToLeft = rightToLeft;
            this.clusters = new ArrayList<>(glyphs.length);
            this.x = new float[glyphs.length];
            this.scale = 1000f / face.typeface().unitsPerEm();
        }

        GlyphRun run() {
            int[] sorted = Arrays.copyOf(sources, sources.length);
            Arrays.sort(sorted);
            for (int from = 0; from < glyphs.length; ) {
                int to = from + 1;
                while (to < glyphs.length && sources[to] == sources[from]) {
                    to++;
                }
                add(from, to, text.substring(sources[from], end(sorted, sources[from])));
                from = to;
            }
            float width = positions[2 * glyphs.length] * scale;
            return new GlyphRun(face, List.copyOf(clusters), Arrays.copyOf(x, clusters.size()), width);
        }

        /** Returns the end of a cluster's text, which is the start of the next cluster. */
        private int end(int[] sorted, int source) {
            int at = Arrays.binarySearch(sorted, source);
            while (at < sorted.length && sorted[at] == source) {
                at++;
            }
            return at < sorted.length ? sorted[at] : text.length();
        }

        private void add(int from, int to, String meaning) {
            int[] drawn = new int[to - from];
            int count = 0;
            for (int i = from; i < to; i++) {
                if (glyphs[i] < INVISIBLE) {
                    drawn[count++] = i;
                }
            }
            if (count == 0) {
                return;
            }
            put(Arrays.copyOf(drawn, count), to, meaning);
        }

        /**
         * Adds a cluster. A single glyph keeps its own advance even if kerning moved it; any other cluster has its
         * advance in this run.
         */
        private void put(int[] drawn, int next, String meaning) {
            int[] numbers = new int[drawn.length];
            int[] across = new int[drawn.length];
            int[] up = new int[drawn.length];
            float start = positions[2 * drawn[0]];
            for (int i = 0; i < drawn.length; i++) {
                numbers[i] = glyphs[drawn[i]];
                across[i] = Math.round(positions[2 * drawn[i]] - start);
                up[i] = Math.round(-positions[2 * drawn[i] + 1]);
            }
            x[clusters.size()] = start * scale;
            boolean plain = !rightToLeft && drawn.length == 1 && up[0] == 0;
            int advance = plain
                    ? face.typeface().advanceUnits(numbers[0])
                    : Math.max(0, Math.round(positions[2 * next] - start));
            clusters.add(new Cluster(numbers, across, up, advance, meaning));
        }
    }
}
