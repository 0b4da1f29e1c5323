package io.tollgate.pdf.font;

/**
 * A typeface in a weight.
 *
 * @param thickened whether strokes are drawn thicker, because the font has no bold variant
 */
public record Face(Typeface typeface, boolean thickened) {}
