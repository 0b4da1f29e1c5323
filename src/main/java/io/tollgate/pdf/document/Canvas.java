package io.tollgate.pdf.document;

import io.tollgate.pdf.text.ShapedLine;

/**
 * A page to draw on. Lengths are in points; x grows to the right, y grows downward from the top
 * edge, as one reads. Everything is drawn either for a tag, or as decoration.
 */
public final class Canvas implements AutoCloseable {
    /** Stands for the page of what is drawn once for many pages. */
    static final int NO_PAGE = -1;

    private final PdfDocument document;
    private final int page;
    private final float width;
    private final float height;
    private final Bytes out;
    private final TextPen pen;
    private Ink fill = Ink.BLACK;
    private Ink wanted = Ink.BLACK;

    Canvas(PdfDocument document, int page, float width, float height) {
        this.document = document;
        this.page = page;
        this.width = width;
        this.height = height;
        this.out = document.blank();
        this.pen = new TextPen(document, out);
    }

    public float width() {
        return width;
    }

    public float height() {
        return height;
    }

    /** Draws something that readers are told of. */
    public void tagged(Tag tag, Runnable drawing) {
        int mark = document.mark(page, tag);
        out.octet('/').text(tag.type).text("<</MCID ").number(mark).text(">>BDC\n");
        drawing.run();
        out.text("EMC\n");
    }

    /** Draws something that means nothing to a reader. */
    public void decoration(Runnable drawing) {
        if (page == NO_PAGE) {
            drawing.run();
            return;
        }
        out.text("/Artifact BMC\n");
        drawing.run();
        out.text("EMC\n");
    }

    /** Draws within the state of graphics as it is, which is restored afterwards. */
    public void apart(Runnable drawing) {
        out.text("q\n");
        Ink before = fill;
        Ink wantedBefore = wanted;
        drawing.run();
        fill = before;
        wanted = wantedBefore;
        out.text("Q\n");
    }

    /** Colour of what is filled, written when something is. */
    public void ink(Ink ink) {
        wanted = ink;
    }

    private Bytes inked() {
        if (!wanted.equals(fill)) {
            wanted.write(out);
            out.text("rg\n");
            fill = wanted;
        }
        return out;
    }

    /** Colour and width of lines. */
    public void pencil(Ink ink, float lineWidth) {
        ink.write(out);
        out.text("RG ").number(lineWidth).text(" w\n");
    }

    /** Lines of dashes; 0 and 0 for whole ones. */
    public void dashes(float on, float off) {
        out.octet('[');
        if (on > 0 || off > 0) {
            out.number(on).octet(' ').number(off);
        }
        out.text("]0 d 1 J\n");
    }

    public void opacity(int percent) {
        out.text("/G").number(document.opacity(percent)).text(" gs\n");
    }

    /** Turns and moves what follows: the origin is then at the point, turned counter-clockwise. */
    public void turned(float x, float y, double degrees) {
        double angle = Math.toRadians(degrees);
        matrix(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), x, height - y);
        matrix(1, 0, 0, 1, 0, -height);
    }

    private void matrix(double a, double b, double c, double d, double e, double f) {
        for (double entry : new double[] {a, b, c, d}) {
            out.text(Double.toString(Math.round(entry * 1e6) / 1e6)).octet(' ');
        }
        out.number(e).octet(' ').number(f).text(" cm\n");
    }

    public void rectangle(float x, float y, float wide, float high) {
        inked();
        box(x, y, wide, high);
        out.text("f\n");
    }

    /** What follows shows only inside the rectangle. */
    public void clip(float x, float y, float wide, float high) {
        box(x, y, wide, high);
        out.text("W n\n");
    }

    private void box(float x, float y, float wide, float high) {
        point(x, y + high).number(wide).octet(' ').number(high).text(" re\n");
    }

    public void line(float x1, float y1, float x2, float y2) {
        point(x1, y1).text("m ");
        point(x2, y2).text("l S\n");
    }

    /** Starts an outline. */
    public Outline outline() {
        return new Outline(inked(), height);
    }

    private Bytes point(float x, float y) {
        return out.number(x).octet(' ').number(height - y).octet(' ');
    }

    /** Draws a line of text with its left end at x, on the baseline y. */
    public void text(ShapedLine line, float x, float y, float size) {
        Integer drawn = document.repeatedTexts().drawn(line, x, height - y, size, wanted);
        if (drawn == null) {
            inked();
            pen.draw(line, x, height - y, size, fill);
        } else {
            out.text("/X").number(drawn).text(" Do\n");
        }
    }

    public void picture(Picture picture, float x, float y, float wide, float high) {
        int number = document.picture(picture);
        out.text("q ").number(wide).text(" 0 0 ").number(high).octet(' ');
        point(x, y + high).text("cm /X").number(number).text(" Do Q\n");
    }

    /** Dark modules of a square code, its left upper corner at the point. */
    public void code(QrCode code, float x, float y, float side) {
        float module = side / code.size();
        inked().text("q ")
                .text(Double.toString(module))
                .text(" 0 0 ")
                .text(Double.toString(-module))
                .octet(' ');
        point(x, y).text("cm\n");
        code.runs((left, top, wide, high) -> {
            out.number(left)
                    .octet(' ')
                    .number(top)
                    .octet(' ')
                    .number(wide)
                    .octet(' ')
                    .number(high)
                    .text(" re\n");
        });
        out.text("f Q\n");
    }

    public void stamp(PdfDocument.Stamp stamp) {
        decoration(() -> out.text("/X").number(stamp.number()).text(" Do\n"));
    }

    Bytes content() {
        return out;
    }

    @Override
    public void close() {
        document.finishPage(page, width, height, out);
    }
}
