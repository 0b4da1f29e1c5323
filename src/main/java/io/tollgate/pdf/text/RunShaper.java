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
 * Shapes text of one face and direction with the platform's engine (HarfBuzz), which knows how
 * letters join, stack and change places in each script.
 */
final class RunShaper {
    /** The engine marks glyphs that are not to be drawn with numbers from here on. */
    private static final int UNSEEN = 0xfffe;

    /** Below it no character combines with another. */
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

    /** Letters and their marks are one: each glyph has the start of what readers take for one character. */
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

    /** One run being put together from what the engine answered. */
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

        /** A cluster's text ends where the next one's begins. */
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
                if (glyphs[i] < UNSEEN) {
                    drawn[count++] = i;
                }
            }
            if (count == 0) {
                return;
            }
            put(Arrays.copyOf(drawn, count), to, meaning);
        }

        /** Moved by kerning, a single glyph keeps its own width; all else is as wide as it is here. */
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
