package io.tollgate.pdf.text;

import java.util.List;

/**
 * One line that can be drawn at any size: runs from left to right, lengths in thousandths of the font size.
 *
 * @param rightToLeft whether the line as a whole is right-to-left
 */
public record ShapedLine(String text, List<GlyphRun> runs, float width, boolean rightToLeft) {
    public float width(float size) {
        return width * size / 1000;
    }
}
