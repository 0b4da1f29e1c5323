package io.tollgate.pdf.font;

/**
 * A typeface in a weight.
 *
 * @param thickened whether its strokes are drawn thicker, because the font has no bold of its own
 */
public record Face(Typeface typeface, boolean thickened) {}
