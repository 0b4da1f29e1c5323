package io.tollgate.pdf;

import io.tollgate.pdf.document.RgbColor;
import io.tollgate.pdf.font.Weight;

/**
 * How text looks.
 *
 * @param leading from one baseline to the next, in points
 */
public record TextStyle(Weight weight, float size, float leading, RgbColor color) {
    public TextStyle in(RgbColor other) {
        return new TextStyle(weight, size, leading, other);
    }

    /** Scaled to another size. */
    public TextStyle sized(float other) {
        return new TextStyle(weight, other, leading * other / size, color);
    }
}
