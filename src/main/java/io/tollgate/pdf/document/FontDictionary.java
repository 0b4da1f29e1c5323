package io.tollgate.pdf.document;

import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.font.Typeface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;

/** A composite font of a document: its glyphs, their widths, and the text that each glyph represents. */
final class FontDictionary {
    private static final int DEFAULT_WIDTH = 1000;
    private static final int STEM_WIDTH = 80;

    /** A {@code bfchar} section has at most a hundred entries. */
    private static final int SECTION_MAX = 100;

    private final PDDocument file;
    private final Compressor compressor;
    private final FontSubset font;
    private final String name;

    FontDictionary(PDDocument file, Compressor compressor, FontSubset font, int order) {
        this.file = file;
        this.compressor = compressor;
        this.font = font;
        this.name = prefix(order) + "+" + font.typeface().name();
    }

    /** Returns the six-letter tag that distinguishes the subsets of a document. */
    private static String prefix(int order) {
        return "TOLL" + (char) ('A' + order / 26 % 26) + (char) ('A' + order % 26);
    }

    COSDictionary write() throws IOException {
        COSDictionary font0 = new COSDictionary();
        font0.setItem(COSName.TYPE, COSName.FONT);
        font0.setItem(COSName.SUBTYPE, COSName.TYPE0);
        font0.setName(COSName.BASE_FONT, name);
        font0.setItem(COSName.ENCODING, COSName.IDENTITY_H);
        COSArray descendants = new COSArray();
        descendants.add(descendant());
        font0.setItem(COSName.DESCENDANT_FONTS, descendants);
        font0.setItem(COSName.TO_UNICODE, stream(toUnicode().getBytes(StandardCharsets.US_ASCII)));
        return font0;
    }

    private COSDictionary descendant() throws IOException {
        COSDictionary system = new COSDictionary();
        system.setDirect(true);
        system.setString(COSName.REGISTRY, "Adobe");
        system.setString(COSName.ORDERING, "Identity");
        system.setInt(COSName.SUPPLEMENT, 0);
        COSDictionary descendant = new COSDictionary();
        descendant.setItem(COSName.TYPE, COSName.FONT);
        descendant.setItem(COSName.SUBTYPE, COSName.CID_FONT_TYPE2);
        descendant.setName(COSName.BASE_FONT, name);
        descendant.setItem(COSName.CIDSYSTEMINFO, system);
        descendant.setItem(COSName.CID_TO_GID_MAP, COSName.IDENTITY);
        descendant.setInt(COSName.DW, DEFAULT_WIDTH);
        descendant.setItem(COSName.FONT_DESC, descriptor());
        descendant.setItem(COSName.W, widths());
        return descendant;
    }

    private PDFontDescriptor descriptor() throws IOException {
        Typeface typeface = font.typeface();
        List<Integer> box = font.box();
        byte[] program = font.file();
        COSStream stream = stream(program);
        stream.setInt(COSName.LENGTH1, program.length);
        PDFontDescriptor descriptor = new PDFontDescriptor(new COSDictionary());
        descriptor.getCOSObject().setItem(COSName.TYPE, COSName.FONT_DESC);
        descriptor.setFontName(name);
        descriptor.setSymbolic(true);
        descriptor.setFontBoundingBox(
                new PDRectangle(box.get(0), box.get(1), box.get(2) - box.get(0), box.get(3) - box.get(1)));
        descriptor.setItalicAngle(0);
        descriptor.setAscent(typeface.ascent());
        descriptor.setDescent(typeface.descent());
        descriptor.setCapHeight(typeface.capHeight());
        descriptor.setStemV(STEM_WIDTH);
        descriptor.getCOSObject().setItem(COSName.FONT_FILE2, stream);
        return descriptor;
    }

    private COSArray widths() {
        COSArray each = new COSArray();
        for (int code = 0; code < font.size(); code++) {
            each.add(COSInteger.get(font.width(code)));
        }
        COSArray widths = new COSArray();
        widths.add(COSInteger.ZERO);
        widths.add(each);
        return widths;
    }

    /** Returns the ToUnicode map, from which readers extract the original text. */
    private String toUnicode() {
        StringBuilder out = new StringBuilder(30 * font.size() + 300)
                .append("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n")
                .append("/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n")
                .append("/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n")
                .append("1 begincodespacerange<0000><FFFF>endcodespacerange\n");
        for (int from = 1; from < font.size(); from += SECTION_MAX) {
            int to = Math.min(from + SECTION_MAX, font.size());
            out.append(to - from).append(" beginbfchar\n");
            for (int code = from; code < to; code++) {
                out.append('<');
                hex(out, code);
                out.append("><");
                font.text(code).chars().forEach(unit -> hex(out, unit));
                out.append(">\n");
            }
            out.append("endbfchar\n");
        }
        return out.append("endcmap CMapName currentdict/CMap defineresource pop end end\n")
                .toString();
    }

    private static void hex(StringBuilder out, int value) {
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append("0123456789ABCDEF".charAt(value >> shift & 15));
        }
    }

    private COSStream stream(byte[] content) throws IOException {
        COSStream stream = file.getDocument().createCOSStream();
        compressor.compress(content, stream);
        return stream;
    }
}
