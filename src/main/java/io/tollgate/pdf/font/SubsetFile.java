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
 * Writes a TrueType file whose glyphs are the clusters of a document, in the given order. A cluster of several glyphs
 * becomes a composite glyph, which FontBox's subsetter does not support. The file has only the tables that a PDF needs.
 */
final class SubsetFile {
    private static final int WORDS = 0x0001;
    private static final int OFFSETS = 0x0002;
    private static final int SCALE = 0x0008;
    private static final int MORE = 0x0020;
    private static final int SCALE_TWO = 0x0040;
    private static final int MATRIX = 0x0080;

    private final Typeface typeface;
    private final List<Cluster> clusters;
    private final Map<Integer, Integer> places = new HashMap<>();
    private int partsMax = 1;

    SubsetFile(Typeface typeface, List<Cluster> clusters) {
        this.typeface = typeface;
        this.clusters = new ArrayList<>(clusters);
        for (int i = 0; i < clusters.size(); i++) {
            if (clusters.get(i).single()) {
                places.putIfAbsent(clusters.get(i).glyph(0), i);
            }
        }
    }

    byte[] bytes() {
        ByteArrayOutputStream outlines = new ByteArrayOutputStream(clusters.size() * 160);
        List<Integer> offsets = new ArrayList<>();
        ByteArrayOutputStream widths = new ByteArrayOutputStream(clusters.size() * 4);
        for (int i = 0; i < clusters.size(); i++) {
            offsets.add(outlines.size());
            Cluster cluster = clusters.get(i);
            byte[] outline = cluster.single() ? outline(cluster.glyph(0)) : joined(cluster);
            outlines.writeBytes(outline);
            while ((outlines.size() & 3) != 0) {
                outlines.write(0);
            }
            widths.writeBytes(width(cluster, outline));
        }
        offsets.add(outlines.size());
        Map<String, byte[]> tables = new LinkedHashMap<>();
        tables.put("glyf", outlines.toByteArray());
        tables.put("head", head());
        tables.put("hhea", counted("hhea", 36, 34));
        tables.put("hmtx", widths.toByteArray());
        tables.put("loca", offsets(offsets));
        tables.put("maxp", capacity());
        return assemble(tables);
    }

    /** Returns an outline with its components renumbered, and adds missing components to the file. */
    private byte[] outline(int glyph) {
        byte[] outline = new byte[typeface.outlineLength(glyph)];
        typeface.file().get(typeface.outline(glyph), outline);
        if (outline.length == 0 || outline[0] >= 0) {
            return outline;
        }
        ByteBuffer parts = ByteBuffer.wrap(outline);
        int at = 10;
        int flags;
        do {
            flags = parts.getShort(at);
            parts.putShort(at + 2, (short) place(parts.getShort(at + 2) & 0xffff));
            at += 4 + ((flags & WORDS) != 0 ? 4 : 2);
            at += (flags & SCALE) != 0 ? 2 : (flags & SCALE_TWO) != 0 ? 4 : (flags & MATRIX) != 0 ? 8 : 0;
        } while ((flags & MORE) != 0);
        return outline;
    }

    /** Returns a composite glyph. Omits glyphs without an outline, such as spaces. */
    private byte[] joined(Cluster cluster) {
        List<Integer> parts = new ArrayList<>();
        int[] box = {Short.MAX_VALUE, Short.MAX_VALUE, Short.MIN_VALUE, Short.MIN_VALUE};
        for (int part = 0; part < cluster.parts(); part++) {
            if (typeface.outlineLength(cluster.glyph(part)) > 0) {
                parts.add(part);
                widen(box, cluster, part);
            }
        }
        if (parts.isEmpty()) {
            return new byte[0];
        }
        partsMax = Math.max(partsMax, parts.size());
        ByteBuffer joined = ByteBuffer.allocate(10 + 8 * parts.size());
        joined.putShort((short) -1);
        for (int edge : box) {
            joined.putShort((short) edge);
        }
        for (int i = 0; i < parts.size(); i++) {
            int part = parts.get(i);
            joined.putShort((short) (WORDS | OFFSETS | (i + 1 < parts.size() ? MORE : 0)));
            joined.putShort((short) place(cluster.glyph(part)));
            joined.putShort((short) cluster.x(part)).putShort((short) cluster.y(part));
        }
        return joined.array();
    }

    private void widen(int[] box, Cluster cluster, int part) {
        int outline = typeface.outline(cluster.glyph(part));
        for (int edge = 0; edge < 4; edge++) {
            int shift = edge % 2 == 0 ? cluster.x(part) : cluster.y(part);
            int value = typeface.file().getShort(outline + 2 + 2 * edge) + shift;
            box[edge] = edge < 2 ? Math.min(box[edge], value) : Math.max(box[edge], value);
        }
    }

    private int place(int glyph) {
        return places.computeIfAbsent(glyph, added -> {
            clusters.add(
                    new Cluster(new int[] {added}, new int[] {0}, new int[] {0}, typeface.advanceUnits(added), ""));
            return clusters.size() - 1;
        });
    }

    private static byte[] width(Cluster cluster, byte[] outline) {
        int bearing = outline.length < 4 ? 0 : ByteBuffer.wrap(outline).getShort(2);
        return ByteBuffer.allocate(4)
                .putShort((short) cluster.advance())
                .putShort((short) bearing)
                .array();
    }

    private byte[] head() {
        byte[] head = copy("head", 54);
        ByteBuffer.wrap(head).putInt(8, 0).putShort(50, (short) 1);
        return head;
    }

    /** Returns the limits from which readers size their buffers. */
    private byte[] capacity() {
        byte[] maxp = counted("maxp", 32, 4);
        ByteBuffer limits = ByteBuffer.wrap(maxp);
        int points = limits.getShort(6) & 0xffff;
        int contours = limits.getShort(8) & 0xffff;
        limits.putShort(10, (short) Math.min(65_535, Math.max(limits.getShort(10) & 0xffff, points * partsMax)));
        limits.putShort(12, (short) Math.min(65_535, Math.max(limits.getShort(12) & 0xffff, contours * partsMax)));
        limits.putShort(28, (short) Math.max(limits.getShort(28), partsMax));
        limits.putShort(30, (short) (limits.getShort(30) + 1));
        return maxp;
    }

    private byte[] counted(String table, int length, int countAt) {
        byte[] copy = copy(table, length);
        ByteBuffer.wrap(copy).putShort(countAt, (short) clusters.size());
        return copy;
    }

    private byte[] copy(String table, int length) {
        byte[] copy = new byte[length];
        typeface.file().get(typeface.table(table), copy);
        return copy;
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
