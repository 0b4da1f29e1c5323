package io.tollgate.pdf.document;

import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.font.Typeface;

/** Writes a font: the glyphs used, their widths, and what each of them means. */
final class FontObjects {
    private static final int SYMBOLIC = 4;
    private static final int RANGES_MAX = 100;

    private final PdfFile file;
    private final FontSubset font;
    private final String name;

    FontObjects(PdfFile file, FontSubset font, int order) {
        this.file = file;
        this.font = font;
        this.name = prefix(order) + "+" + font.typeface().name();
    }

    /** Six letters that tell the subsets of a document apart. */
    private static String prefix(int order) {
        return "TOLL" + (char) ('A' + order / 26 % 26) + (char) ('A' + order % 26);
    }

    void write(int number) {
        int descendant = file.reserve();
        int meaning = file.reserve();
        file.put(
                number,
                "<</Type/Font/Subtype/Type0/BaseFont/" + name + "/Encoding/Identity-H/DescendantFonts[" + descendant
                        + " 0 R]/ToUnicode " + meaning + " 0 R>>");
        file.put(
                descendant,
                new Bytes(400)
                        .text("<</Type/Font/Subtype/CIDFontType2/BaseFont/")
                        .text(name)
                        .text("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")
                        .text("/CIDToGIDMap/Identity/DW 1000/FontDescriptor ")
                        .number(descriptor())
                        .text(" 0 R/W")
                        .raw(widths().copy())
                        .text(">>"));
        Bytes meanings = meanings();
        file.stream(meaning, "", meanings.array(), meanings.length());
    }

    private int descriptor() {
        int program = file.reserve();
        byte[] bytes = font.file();
        file.stream(program, "/Length1 " + bytes.length, bytes, bytes.length);
        Typeface typeface = font.typeface();
        int[] box = font.box();
        int number = file.reserve();
        file.put(
                number,
                "<</Type/FontDescriptor/FontName/" + name + "/Flags " + SYMBOLIC + "/FontBBox[" + box[0] + " " + box[1]
                        + " " + box[2] + " " + box[3] + "]/ItalicAngle 0/Ascent " + typeface.ascent() + "/Descent "
                        + typeface.descent() + "/CapHeight " + typeface.capHeight() + "/StemV 80/FontFile2 " + program
                        + " 0 R>>");
        return number;
    }

    private Bytes widths() {
        Bytes out = new Bytes(5 * font.size() + 8).text("[0[");
        for (int code = 0; code < font.size(); code++) {
            out.number(font.width(code)).octet(' ');
        }
        return out.text("]]");
    }

    private Bytes meanings() {
        Bytes out = new Bytes(30 * font.size() + 300)
                .text("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n")
                .text("/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n")
                .text("/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n")
                .text("1 begincodespacerange<0000><FFFF>endcodespacerange\n");
        for (int from = 1; from < font.size(); from += RANGES_MAX) {
            int to = Math.min(from + RANGES_MAX, font.size());
            out.number(to - from).text(" beginbfchar\n");
            for (int code = from; code < to; code++) {
                out.octet('<').hex4(code).text("><");
                String text = font.text(code);
                for (int i = 0; i < text.length(); i++) {
                    out.hex4(text.charAt(i));
                }
                out.text(">\n");
            }
            out.text("endbfchar\n");
        }
        return out.text("endcmap CMapName currentdict/CMap defineresource pop end end\n");
    }
}
