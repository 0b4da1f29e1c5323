package io.tollgate.pdf.document;

import io.tollgate.pdf.text.ShapedLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.util.Matrix;

/**
 * Draws on a page or form. Lengths are in points; x increases to the right and y downward from the top edge. Content
 * belongs to a tag or is decorative.
 */
public final class Canvas implements AutoCloseable {
    /** The page number of content that several pages share. */
    static final int NO_PAGE = -1;

    private final PdfDocument document;
    private final int page;
    private final float width;
    private final float height;
    private final PageContent content;
    private final PDPageContentStream out;
    private RgbColor writtenColor = RgbColor.BLACK;
    private RgbColor fillColor = RgbColor.BLACK;

    Canvas(PdfDocument document, int page, float width, float height) {
        this.document = document;
        this.page = page;
        this.width = width;
        this.height = height;
        this.content = document.content();
        this.out = content.shapes();
    }

    /** A PDFBox call. It declares {@link IOException} although it writes to memory. */
    interface Call {
        void run() throws IOException;
    }

    static void write(Call call) {
        try {
            call.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public float width() {
        return width;
    }

    public float height() {
        return height;
    }

    /** Draws content that screen readers announce. */
    public void tagged(Tag tag, Runnable drawing) {
        int mark = document.mark(page, tag);
        write(() -> out.beginMarkedContent(COSName.getPDFName(tag.type()), mark));
        drawing.run();
        write(out::endMarkedContent);
    }

    /** Draws content that screen readers skip. */
    public void decoration(Runnable drawing) {
        if (page == NO_PAGE) {
            drawing.run();
            return;
        }
        write(() -> out.beginMarkedContent(COSName.ARTIFACT));
        drawing.run();
        write(out::endMarkedContent);
    }

    /** Draws, then restores the graphics state. */
    public void isolated(Runnable drawing) {
        write(out::saveGraphicsState);
        RgbColor writtenBefore = writtenColor;
        RgbColor fillColorBefore = fillColor;
        drawing.run();
        writtenColor = writtenBefore;
        fillColor = fillColorBefore;
        write(out::restoreGraphicsState);
    }

    /** Sets the fill color, which is written with the next shape that needs it. */
    public void fillColor(RgbColor color) {
        fillColor = color;
    }

    private void writeFillColor() throws IOException {
        if (!fillColor.equals(writtenColor)) {
            out.setNonStrokingColor(fillColor.redShare(), fillColor.greenShare(), fillColor.blueShare());
            writtenColor = fillColor;
        }
    }

    /** Sets the color and width of lines. */
    public void strokeStyle(RgbColor color, float lineWidth) {
        write(() -> {
            out.setStrokingColor(color.redShare(), color.greenShare(), color.blueShare());
            out.setLineWidth(lineWidth);
        });
    }

    /** Sets the dash pattern of lines; 0 and 0 for solid lines. */
    public void dashes(float on, float off) {
        write(() -> {
            out.setLineDashPattern(on > 0 || off > 0 ? new float[] {on, off} : new float[0], 0);
            out.setLineCapStyle(1);
        });
    }

    public void opacity(int percent) {
        write(() -> out.setGraphicsStateParameters(document.opacity(percent)));
    }

    /** Moves the origin to a point and rotates it counter-clockwise for all further content. */
    public void rotate(float x, float y, double degrees) {
        float sine = (float) Math.sin(Math.toRadians(degrees));
        float cosine = (float) Math.cos(Math.toRadians(degrees));
        write(() -> {
            out.transform(new Matrix(cosine, sine, -sine, cosine, x, height - y));
            out.transform(new Matrix(1, 0, 0, 1, 0, -height));
        });
    }

    public void rectangle(float x, float y, float wide, float high) {
        write(() -> {
            writeFillColor();
            out.addRect(x, height - y - high, wide, high);
            out.fill();
        });
    }

    /** Clips all further content to the rectangle. */
    public void clip(float x, float y, float wide, float high) {
        write(() -> {
            out.addRect(x, height - y - high, wide, high);
            out.clip();
        });
    }

    public void line(float x1, float y1, float x2, float y2) {
        write(() -> {
            out.moveTo(x1, height - y1);
            out.lineTo(x2, height - y2);
            out.stroke();
        });
    }

    /** Starts a path. */
    public Outline outline() {
        write(this::writeFillColor);
        return new Outline(out, height);
    }

    /** Draws a line of text with its left end at x, on the baseline y. */
    public void text(ShapedLine line, float x, float y, float size) {
        write(() -> {
            var repeated = document.repeatedTexts().form(line, x, height - y, size, fillColor);
            if (repeated == null) {
                writeFillColor();
                content.text().draw(line, x, height - y, size, writtenColor);
            } else {
                out.drawForm(repeated);
            }
        });
    }

    public void picture(Picture picture, float x, float y, float wide, float high) {
        write(() -> out.drawImage(document.image(picture), x, height - y - high, wide, high));
    }

    /** Draws the dark modules of a QR code. */
    public void code(QrCode code, float x, float y, float side) {
        float module = side / code.size();
        write(() -> {
            writeFillColor();
            out.saveGraphicsState();
            out.transform(new Matrix(module, 0, 0, -module, x, height - y));
        });
        code.runs((left, top, wide, high) -> write(() -> out.addRect(left, top, wide, high)));
        write(() -> {
            out.fill();
            out.restoreGraphicsState();
        });
    }

    public void sharedForm(PdfDocument.SharedForm sharedForm) {
        decoration(() -> write(() -> out.drawForm(sharedForm.form())));
    }

    PageContent content() {
        return content;
    }

    @Override
    public void close() {
        document.finishPage(page, content);
    }
}
