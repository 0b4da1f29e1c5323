package io.tollgate.pdf;

import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.font.Weight;

/**
 * Weight, size and color of text.
 *
 * @param leading distance from one baseline to the next, in points
 */
public record TextStyle(Weight weight, float size, float leading, RgbColor color) {
    public TextStyle withColor(RgbColor other) {
        return new TextStyle(weight, size, leading, other);
    }

    /** Returns the style in another size, with the leading in proportion. */
    public TextStyle withSize(float other) {
        return new TextStyle(weight, other, leading * other / size, color);
    }
}
