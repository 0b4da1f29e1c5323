package io.tollgate.pdf.document;

import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.text.GlyphRun;
import io.tollgate.pdf.text.ShapedLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.contentstream.operator.OperatorName;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSFloat;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSString;
import org.apache.pdfbox.pdfwriter.ContentStreamWriter;

/** Writes shaped text to the content of a page or form, as codes of the document's font subsets. */
final class TextWriter {
    private static final float THICKENING = 0.03f;

    /** Shifts of up to this many thousandths of the font size only correct rounded widths and are ignored. */
    private static final int SHIFT_IGNORED_MAX = 1;

    private static final Operator BEGIN = Operator.getOperator(OperatorName.BEGIN_TEXT);
    private static final Operator END = Operator.getOperator(OperatorName.END_TEXT);
    private static final Operator FONT = Operator.getOperator(OperatorName.SET_FONT_AND_SIZE);
    private static final Operator MOVE = Operator.getOperator(OperatorName.MOVE_TEXT);
    private static final Operator SHOW = Operator.getOperator(OperatorName.SHOW_TEXT_ADJUSTED);
    private static final Operator MODE = Operator.getOperator(OperatorName.SET_TEXT_RENDERINGMODE);
    private static final Operator LINE_COLOR = Operator.getOperator(OperatorName.STROKING_COLOR_RGB);
    private static final Operator LINE_WIDTH = Operator.getOperator(OperatorName.SET_LINE_WIDTH);
    private static final COSInteger FILL_AND_STROKE = COSInteger.TWO;

    private final FontSubsets fonts;
    private final ContentStreamWriter out;

    TextWriter(FontSubsets fonts, OutputStream out) {
        this.fonts = fonts;
        this.out = new ContentStreamWriter(out);
    }

    void draw(ShapedLine line, float x, float y, float size, RgbColor color) throws IOException {
        float at = x;
        for (GlyphRun run : line.runs()) {
            draw(run, at, y, size, color);
            at += run.width() * size / 1000;
        }
    }

    private void draw(GlyphRun run, float x, float y, float size, RgbColor color) throws IOException {
        Face face = run.face();
        FontSubsets.Entry font = fonts.of(face.typeface());
        out.writeTokens(BEGIN, font.name(), number(size), FONT);
        if (face.thickened()) {
            out.writeTokens(
                    number(color.redShare()), number(color.greenShare()), number(color.blueShare()), LINE_COLOR);
            out.writeTokens(number(size * THICKENING), LINE_WIDTH, FILL_AND_STROKE, MODE);
        }
        out.writeTokens(number(x), number(y), MOVE, clusters(run, font.subset()), SHOW);
        if (face.thickened()) {
            out.writeTokens(COSInteger.ZERO, MODE);
        }
        out.writeToken(END);
    }

    /** Rounds to a thousandth: more than a printer resolves, and enough for every color value. */
    private static COSFloat number(float value) {
        return new COSFloat(Math.round(value * 1000) / 1000f);
    }

    /** Returns the clusters with adjustments at the positions that shaping moved. */
    private static COSArray clusters(GlyphRun run, FontSubset font) {
        COSArray shown = new COSArray();
        ByteArrayOutputStream codes =
                new ByteArrayOutputStream(2 * run.clusters().size());
        float pen = 0;
        for (int i = 0; i < run.clusters().size(); i++) {
            int shift = Math.round(run.x()[i] - pen);
            if (Math.abs(shift) > SHIFT_IGNORED_MAX) {
                flush(shown, codes);
                shown.add(COSInteger.get(-shift));
                pen += shift;
            }
            int code = font.code(run.clusters().get(i));
            codes.write(code >> 8);
            codes.write(code);
            pen += font.width(code);
        }
        flush(shown, codes);
        return shown;
    }

    private static void flush(COSArray shown, ByteArrayOutputStream codes) {
        if (codes.size() > 0) {
            shown.add(new COSString(codes.toByteArray()));
            codes.reset();
        }
    }
}
