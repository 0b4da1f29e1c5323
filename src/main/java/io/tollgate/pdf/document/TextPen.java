package io.tollgate.pdf.document;

import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.text.GlyphRun;
import io.tollgate.pdf.text.ShapedLine;

/** Writes shaped text into a page's content. */
final class TextPen {
    private static final double THICKENING = 0.03;

    /** Moves of so few thousandths of the type size only make up for rounded widths. */
    private static final int UNSEEN = 1;

    private final PdfDocument document;
    private final Bytes out;

    TextPen(PdfDocument document, Bytes out) {
        this.document = document;
        this.out = out;
    }

    void draw(ShapedLine line, float x, float y, float size, Ink ink) {
        float at = x;
        for (GlyphRun run : line.runs()) {
            draw(run, at, y, size, ink);
            at += run.width() * size / 1000;
        }
    }

    private void draw(GlyphRun run, float x, float y, float size, Ink ink) {
        Face face = run.face();
        int font = document.font(face.typeface());
        out.text("BT /F").number(font).octet(' ').number(size).text(" Tf ");
        if (face.thickened()) {
            ink.write(out);
            out.text("RG ");
            out.number(size * THICKENING).text(" w 2 Tr ");
        }
        out.number(x).octet(' ').number(y).text(" Td\n");
        clusters(run, document.subset(font));
        out.text(face.thickened() ? "0 Tr ET\n" : "ET\n");
    }

    /** Clusters stand one behind the other as their widths say, but where shaping moved them. */
    private void clusters(GlyphRun run, FontSubset font) {
        float pen = 0;
        boolean open = false;
        out.octet('[');
        for (int i = 0; i < run.clusters().size(); i++) {
            int shift = Math.round(run.x()[i] - pen);
            if (Math.abs(shift) > UNSEEN) {
                out.text(open ? ")" : "").number(-shift);
                pen += shift;
                open = false;
            }
            int code = font.code(run.clusters().get(i));
            out.text(open ? "" : "(").escaped(code >> 8).escaped(code & 0xff);
            open = true;
            pen += font.width(code);
        }
        out.text(open ? ")]TJ\n" : "]TJ\n");
    }
}
