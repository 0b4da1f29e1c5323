package io.tollgate.pdf.text;

import io.tollgate.pdf.font.Face;

/**
 * Glyphs of one face in the order they stand on the page, from left to right; lengths in thousandths
 * of the type size.
 *
 * @param glyphs glyph numbers
 * @param x where each stands, from the start of the run
 * @param y how far each stands above the baseline
 * @param texts what each means; empty where it belongs to the glyph that carries the cluster's text
 * @param complex whether a reader must be given the text of the run as a whole, because glyphs and
 *     characters do not correspond one to one
 */
public record GlyphRun(
        Face face, int[] glyphs, float[] x, float[] y, String[] texts, float width, boolean complex, String text) {}
