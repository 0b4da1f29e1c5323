package io.tollgate.pdf;

import io.tollgate.pdf.document.Ink;
import io.tollgate.pdf.font.Weight;

/**
 * How text looks.
 *
 * @param leading from one baseline to the next, in points
 */
public record Look(Weight weight, float size, float leading, Ink ink) {
    public Look in(Ink other) {
        return new Look(weight, size, leading, other);
    }

    /** Scaled to another size. */
    public Look sized(float other) {
        return new Look(weight, other, leading * other / size, ink);
    }
}
