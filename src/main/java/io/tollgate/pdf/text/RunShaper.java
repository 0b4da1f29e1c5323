package io.tollgate.pdf.text;

import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.font.Typeface;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.util.Arrays;

/**
 * Shapes text of one face and direction with the platform's engine (HarfBuzz), which knows how
 * letters join, stack and change places in each script.
 */
final class RunShaper {
    /** The engine marks glyphs that are not to be drawn with numbers from here on. */
    private static final int UNSEEN = 0xfffe;

    private static final FontRenderContext UNROUNDED = new FontRenderContext(null, true, true);

    GlyphRun shape(Face face, String text, boolean rightToLeft) {
        char[] characters = text.toCharArray();
        int direction = rightToLeft ? Font.LAYOUT_RIGHT_TO_LEFT : Font.LAYOUT_LEFT_TO_RIGHT;
        GlyphVector laid =
                face.typeface().shapingFont().layoutGlyphVector(UNROUNDED, characters, 0, characters.length, direction);
        int count = laid.getNumGlyphs();
        int[] glyphs = laid.getGlyphCodes(0, count, null);
        int[] sources = laid.getGlyphCharIndices(0, count, null);
        float[] positions = laid.getGlyphPositions(0, count + 1, null);
        return new Assembly(face, text, glyphs, sources, positions).run();
    }

    /** One run being put together from what the engine answered. */
    private static final class Assembly {
        private final Face face;
        private final String text;
        private final int[] glyphs;
        private final float[] x;
        private final float[] y;
        private final String[] texts;
        private final float width;
        private int count;
        private boolean complex;

        Assembly(Face face, String text, int[] glyphs, int[] sources, float[] positions) {
            this.face = face;
            this.text = text;
            this.glyphs = new int[glyphs.length];
            this.x = new float[glyphs.length];
            this.y = new float[glyphs.length];
            this.texts = new String[glyphs.length];
            float scale = 1000f / face.typeface().unitsPerEm();
            this.width = positions[2 * glyphs.length] * scale;
            int[] ends = ends(sources, text.length());
            for (int i = 0; i < glyphs.length; ) {
                int next = i;
                while (next < glyphs.length && sources[next] == sources[i]) {
                    next++;
                }
                cluster(glyphs, positions, i, next, text.substring(sources[i], ends[i]), scale);
                i = next;
            }
        }

        /** Where the text of each glyph ends: at the next higher start. */
        private static int[] ends(int[] sources, int length) {
            int[] sorted = Arrays.copyOf(sources, sources.length);
            Arrays.sort(sorted);
            int[] ends = new int[sources.length];
            for (int i = 0; i < sources.length; i++) {
                int at = Arrays.binarySearch(sorted, sources[i]);
                while (at < sorted.length && sorted[at] == sources[i]) {
                    at++;
                }
                ends[i] = at < sorted.length ? sorted[at] : length;
            }
            return ends;
        }

        private void cluster(int[] laid, float[] positions, int from, int to, String meaning, float scale) {
            int first = count;
            for (int i = from; i < to; i++) {
                if (laid[i] < UNSEEN) {
                    glyphs[count] = laid[i];
                    x[count] = positions[2 * i] * scale;
                    y[count] = -positions[2 * i + 1] * scale;
                    count++;
                }
            }
            if (count == first) {
                complex = complex || !meaning.isBlank();
                return;
            }
            give(first, meaning);
        }

        /** Each glyph its character where they correspond, else the whole meaning to the first one. */
        private void give(int first, String meaning) {
            int drawn = count - first;
            int[] codePoints = meaning.codePoints().toArray();
            if (drawn == 1) {
                texts[first] = meaning;
                return;
            }
            boolean same = drawn == codePoints.length;
            Typeface typeface = face.typeface();
            for (int i = 0; same && i < drawn; i++) {
                same = typeface.glyph(codePoints[i]) == glyphs[first + i];
            }
            for (int i = 0; i < drawn; i++) {
                texts[first + i] = same ? Character.toString(codePoints[i]) : i == 0 ? meaning : "";
            }
            complex = complex || !same;
        }

        GlyphRun run() {
            return new GlyphRun(
                    face,
                    Arrays.copyOf(glyphs, count),
                    Arrays.copyOf(x, count),
                    Arrays.copyOf(y, count),
                    Arrays.copyOf(texts, count),
                    width,
                    complex,
                    text);
        }
    }
}
