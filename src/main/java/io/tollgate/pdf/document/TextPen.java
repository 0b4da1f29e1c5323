package io.tollgate.pdf.document;

import io.tollgate.pdf.font.Face;
import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.text.GlyphRun;
import io.tollgate.pdf.text.ShapedLine;

/** Writes shaped text into a page's content. */
final class TextPen {
    /** Stands for glyphs that belong to a neighbour's text: it takes no room and has no look. */
    private static final String NOTHING = "\u200b";

    private static final double THICKENING = 0.03;

    private final PdfDocument document;
    private final Bytes out;

    TextPen(PdfDocument document, Bytes out) {
        this.document = document;
        this.out = out;
    }

    void draw(ShapedLine line, float x, float y, float size, Ink ink) {
        float at = x;
        for (GlyphRun run : line.runs()) {
            if (run.complex()) {
                out.text("/Span<</ActualText").string(run.text()).text(">>BDC\n");
            }
            draw(run, at, y, size, ink);
            if (run.complex()) {
                out.text("EMC\n");
            }
            at += run.width() * size / 1000;
        }
    }

    private void draw(GlyphRun run, float x, float y, float size, Ink ink) {
        Face face = run.face();
        int font = document.font(face.typeface());
        out.text("BT /F").number(font).octet(' ').number(size).text(" Tf ");
        if (face.thickened()) {
            out.number(ink.red() / 255.0).octet(' ').number(ink.green() / 255.0).octet(' ');
            out.number(ink.blue() / 255.0)
                    .text(" RG ")
                    .number(size * THICKENING)
                    .text(" w 2 Tr ");
        }
        out.number(x).octet(' ').number(y).text(" Td\n");
        glyphs(run, document.subset(font), size);
        out.text(face.thickened() ? "0 Tr ET\n" : "ET\n");
    }

    /** Glyphs stand one behind the other as their widths say, but where shaping moved them. */
    private void glyphs(GlyphRun run, FontSubset font, float size) {
        float pen = 0;
        float rise = 0;
        boolean open = false;
        out.octet('[');
        for (int i = 0; i < run.glyphs().length; i++) {
            if (run.y()[i] != rise) {
                rise = run.y()[i];
                out.text(open ? ">]TJ " : "]TJ ").number(rise * size / 1000).text(" Ts [");
                open = false;
            }
            int shift = Math.round(run.x()[i] - pen);
            if (shift != 0) {
                out.text(open ? ">" : "").number(-shift);
                pen += shift;
                open = false;
            }
            String text = run.texts()[i];
            int code = font.code(run.glyphs()[i], text.isEmpty() ? NOTHING : text);
            out.text(open ? "" : "<").hex4(code);
            open = true;
            pen += font.width(code);
        }
        out.text(open ? ">]TJ\n" : "]TJ\n");
        if (rise != 0) {
            out.text("0 Ts\n");
        }
    }
}
