package io.tollgate.pdf.font;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A TrueType file with some glyphs of a font, numbered anew in the order given. It has the tables
 * that a document's font needs and no others.
 */
final class SubsetFile {
    private static final int COMPONENT_WORDS = 0x0001;
    private static final int COMPONENT_SCALE = 0x0008;
    private static final int COMPONENT_MORE = 0x0020;
    private static final int COMPONENT_SCALE_TWO = 0x0040;
    private static final int COMPONENT_MATRIX = 0x0080;

    private final Typeface typeface;
    private final List<Integer> glyphs;
    private final Map<Integer, Integer> places = new HashMap<>();

    SubsetFile(Typeface typeface, List<Integer> glyphs) {
        this.typeface = typeface;
        this.glyphs = new ArrayList<>(glyphs);
        for (int i = 0; i < glyphs.size(); i++) {
            places.putIfAbsent(glyphs.get(i), i);
        }
    }

    byte[] bytes() {
        ByteArrayOutputStream outlines = new ByteArrayOutputStream(glyphs.size() * 160);
        List<Integer> offsets = new ArrayList<>();
        for (int i = 0; i < glyphs.size(); i++) {
            offsets.add(outlines.size());
            byte[] outline = outline(glyphs.get(i));
            outlines.writeBytes(outline);
            while ((outlines.size() & 3) != 0) {
                outlines.write(0);
            }
        }
        offsets.add(outlines.size());
        Map<String, byte[]> tables = new LinkedHashMap<>();
        tables.put("glyf", outlines.toByteArray());
        tables.put("head", head());
        tables.put("hhea", counted("hhea", 36, 34));
        tables.put("hmtx", widths());
        tables.put("loca", offsets(offsets));
        tables.put("maxp", counted("maxp", 32, 4));
        return assemble(tables);
    }

    /** The outline, with the parts it is made of renumbered; parts not yet included are added. */
    private byte[] outline(int glyph) {
        byte[] outline = new byte[typeface.outlineLength(glyph)];
        System.arraycopy(typeface.file().bytes(), typeface.outline(glyph), outline, 0, outline.length);
        if (outline.length == 0 || outline[0] >= 0) {
            return outline;
        }
        ByteBuffer parts = ByteBuffer.wrap(outline);
        int at = 10;
        int flags;
        do {
            flags = parts.getShort(at);
            parts.putShort(at + 2, (short) place(parts.getShort(at + 2) & 0xffff));
            at += 4 + ((flags & COMPONENT_WORDS) != 0 ? 4 : 2);
            at += (flags & COMPONENT_SCALE) != 0
                    ? 2
                    : (flags & COMPONENT_SCALE_TWO) != 0 ? 4 : (flags & COMPONENT_MATRIX) != 0 ? 8 : 0;
        } while ((flags & COMPONENT_MORE) != 0);
        return outline;
    }

    private int place(int glyph) {
        return places.computeIfAbsent(glyph, added -> {
            glyphs.add(added);
            return glyphs.size() - 1;
        });
    }

    private byte[] head() {
        byte[] head = copy("head", 54);
        ByteBuffer.wrap(head).putInt(8, 0).putShort(50, (short) 1);
        return head;
    }

    private byte[] counted(String table, int length, int countAt) {
        byte[] copy = copy(table, length);
        ByteBuffer.wrap(copy).putShort(countAt, (short) glyphs.size());
        return copy;
    }

    private byte[] copy(String table, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(typeface.file().bytes(), typeface.file().table(table), copy, 0, length);
        return copy;
    }

    private byte[] widths() {
        ByteBuffer widths = ByteBuffer.allocate(4 * glyphs.size());
        for (int glyph : glyphs) {
            widths.putShort((short) typeface.advanceUnits(glyph)).putShort((short) typeface.bearingUnits(glyph));
        }
        return widths.array();
    }

    private static byte[] offsets(List<Integer> offsets) {
        ByteBuffer loca = ByteBuffer.allocate(4 * offsets.size());
        offsets.forEach(loca::putInt);
        return loca.array();
    }

    private static byte[] assemble(Map<String, byte[]> tables) {
        int length = 12 + 16 * tables.size();
        for (byte[] table : tables.values()) {
            length += padded(table.length);
        }
        ByteBuffer file = ByteBuffer.allocate(length);
        file.putInt(0x00010000).putShort((short) tables.size());
        file.putShort((short) 64).putShort((short) 2).putShort((short) (16 * tables.size() - 64));
        int at = 12 + 16 * tables.size();
        for (Map.Entry<String, byte[]> table : tables.entrySet()) {
            byte[] bytes = table.getValue();
            file.put(table.getKey().getBytes(StandardCharsets.US_ASCII)).putInt(sum(bytes));
            file.putInt(at).putInt(bytes.length);
            System.arraycopy(bytes, 0, file.array(), at, bytes.length);
            at += padded(bytes.length);
        }
        return file.array();
    }

    private static int padded(int length) {
        return length + 3 & ~3;
    }

    private static int sum(byte[] table) {
        int sum = 0;
        for (int i = 0; i < table.length; i++) {
            sum += (table[i] & 0xff) << 24 - 8 * (i & 3);
        }
        return sum;
    }
}
