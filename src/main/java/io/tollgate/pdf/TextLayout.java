package io.tollgate.pdf;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Tag;
import io.tollgate.pdf.text.Paragraphs;
import io.tollgate.pdf.text.ShapedLine;
import java.util.List;

/** Lays out text in boxes on a page. Mirrors the page of a right-to-left language. */
public final class TextLayout {
    /** Height of capital letters as a share of the font size. */
    private static final float CAPITALS = 0.727f;

    private static final char LEFT_TO_RIGHT = '\u200e';

    private final Canvas canvas;
    private final Paragraphs paragraphs;
    private final ULocale locale;
    private final boolean mirrored;

    /** Horizontal alignment of lines in their box. */
    public enum Align {
        START,
        CENTER,
        END
    }

    public TextLayout(Canvas canvas, Paragraphs paragraphs, ULocale locale) {
        this.canvas = canvas;
        this.paragraphs = paragraphs;
        this.locale = locale;
        this.mirrored = locale.isRightToLeft();
    }

    public Canvas canvas() {
        return canvas;
    }

    /** Marks text that is left-to-right in every language: telephone numbers, codes and addresses. */
    public String technical(String text) {
        return mirrored ? LEFT_TO_RIGHT + text : text;
    }

    /** Returns the left edge of a box whose edge is at x on a page that is not mirrored. */
    public float left(float x, float width) {
        return mirrored ? canvas.width() - x - width : x;
    }

    public List<ShapedLine> lines(String text, TextStyle style, float width, int linesMax) {
        return paragraphs.lines(text, style(style), width, linesMax);
    }

    /** Breaks text into lines of a width. Uses the largest of the font sizes that needs at most so many lines. */
    public Fitting fit(String text, TextStyle style, float[] sizes, float width, int linesMax) {
        Paragraphs.FittedText fitted = paragraphs.fit(text, style(style), sizes, width, linesMax);
        return new Fitting(fitted.lines(), style.withSize(fitted.size()));
    }

    /** Lines and the style that they are broken for. */
    public record Fitting(List<ShapedLine> lines, TextStyle style) {
        /** Returns the distance from the top of the first line's capitals to the last baseline. */
        public float height() {
            return style.size() * CAPITALS + (lines.size() - 1) * style.leading();
        }
    }

    private Paragraphs.Style style(TextStyle style) {
        return new Paragraphs.Style(style.weight(), style.size(), locale);
    }

    public float width(String text, TextStyle style) {
        return paragraphs.line(text, style(style)).width(style.size());
    }

    /**
     * Draws text for a tag.
     *
     * @param y the top of the first line's capitals
     * @return the last baseline
     */
    public float put(Tag tag, String text, TextStyle style, float x, float y, float width, Align align) {
        return put(tag, lines(text, style, width, 1), style, x, y, width, align);
    }

    public float put(Tag tag, Fitting fitting, float x, float y, float width, Align align) {
        return put(tag, fitting.lines(), fitting.style(), x, y, width, align);
    }

    public float put(Tag tag, List<ShapedLine> lines, TextStyle style, float x, float y, float width, Align align) {
        canvas.tagged(tag, () -> draw(lines, style, x, y, width, align));
        return y + style.size() * CAPITALS + (lines.size() - 1) * style.leading();
    }

    /** Draws text that screen readers skip because it is repeated or announced elsewhere. */
    public void decorate(String text, TextStyle style, float x, float y, float width, Align align) {
        canvas.decoration(() -> draw(lines(text, style, width, 1), style, x, y, width, align));
    }

    /** Draws one line that screen readers skip, centered at x in either direction of the page. */
    public void center(String text, TextStyle style, float x, float y, float width) {
        ShapedLine line = paragraphs.line(text, style(style));
        canvas.decoration(() -> {
            canvas.fillColor(style.color());
            canvas.text(line, x - width / 2, y + style.size() * CAPITALS, style.size());
        });
    }

    private void draw(List<ShapedLine> lines, TextStyle style, float x, float y, float width, Align align) {
        canvas.fillColor(style.color());
        float baseline = y + style.size() * CAPITALS;
        for (ShapedLine line : lines) {
            float room = width - line.width(style.size());
            float before = switch (align) {
                case START -> mirrored ? room : 0;
                case CENTER -> room / 2;
                case END -> mirrored ? 0 : room;
            };
            if (!line.text().isEmpty()) {
                canvas.text(line, left(x, width) + before, baseline, style.size());
            }
            baseline += style.leading();
        }
    }
}
