package io.tollgate.pdf.text;

import java.util.List;

/**
 * One line, ready to be drawn in any size: runs from left to right, lengths in thousandths of the
 * type size.
 *
 * @param rightToLeft whether the line as a whole is written from right to left
 */
public record ShapedLine(String text, List<GlyphRun> runs, float width, boolean rightToLeft) {
    public float width(float size) {
        return width * size / 1000;
    }
}
