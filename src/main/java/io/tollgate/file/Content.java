package io.tollgate.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a file is, from its first bytes and not from its name. Of an image, width and height are read
 * from its header: nothing is decoded.
 */
record Content(
        String type, @Nullable Integer width, @Nullable Integer height) {
    static final String UNKNOWN = "application/octet-stream";
    static final Set<String> IMAGES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

    private static final int HEAD = 64;
    private static final int JPEG_SEGMENTS_MAX = 1000;

    /** Marks of JPEG that begin a frame; the other three of the row do not. */
    private static final Set<Integer> NO_FRAME = Set.of(0xC4, 0xC8, 0xCC);

    boolean isImage() {
        return IMAGES.contains(type) && width != null && width > 0 && height != null && height > 0;
    }

    /** Reads the head of a file; blocks. */
    static Content of(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] head = new byte[(int) Math.min(HEAD, file.length())];
            file.readFully(head);
            return of(new Head(head), file);
        }
    }

    private static Content of(Head head, RandomAccessFile file) throws IOException {
        if (head.has(0, "\u0089PNG\r\n\u001a\n") && head.has(12, "IHDR")) {
            return new Content("image/png", head.big(16, 4), head.big(20, 4));
        } else if (head.has(0, "GIF87a") || head.has(0, "GIF89a")) {
            return new Content("image/gif", head.little(6, 2), head.little(8, 2));
        } else if (head.has(0, "RIFF") && head.has(8, "WEBP")) {
            return webp(head);
        } else if (head.has(0, "\u00ff\u00d8\u00ff")) {
            return jpeg(file);
        }
        return new Content(other(head), null, null);
    }

    private static String other(Head head) {
        if (head.has(0, "%PDF-")) {
            return "application/pdf";
        } else if (head.has(30, "mimetypeapplication/epub+zip")) {
            return "application/epub+zip";
        } else if (head.has(0, "PK\u0003\u0004")) {
            return "application/zip";
        } else if (head.has(4, "ftyp")) {
            return "video/mp4";
        } else if (head.has(0, "ID3") || head.has(0, "\u00ff\u00fb")) {
            return "audio/mpeg";
        }
        return UNKNOWN;
    }

    private static Content webp(Head head) {
        if (head.has(12, "VP8X")) {
            return new Content("image/webp", 1 + head.little(24, 3), 1 + head.little(27, 3));
        } else if (head.has(12, "VP8L") && head.little(20, 1) == 0x2f) {
            int bits = head.little(21, 4);
            return new Content("image/webp", 1 + (bits & 0x3fff), 1 + (bits >>> 14 & 0x3fff));
        } else if (head.has(12, "VP8 ") && head.has(23, "\u009d\u0001\u002a")) {
            return new Content("image/webp", head.little(26, 2) & 0x3fff, head.little(28, 2) & 0x3fff);
        }
        return new Content(UNKNOWN, null, null);
    }

    /** Goes from segment to segment until one begins a frame. */
    private static Content jpeg(RandomAccessFile file) throws IOException {
        long at = 2;
        for (int i = 0; i < JPEG_SEGMENTS_MAX && at + 9 <= file.length(); i++) {
            file.seek(at);
            if (file.readUnsignedByte() != 0xff) {
                break;
            }
            int mark = file.readUnsignedByte();
            if (mark == 0xff) {
                at++;
                continue;
            }
            int length = file.readUnsignedShort();
            if (mark >= 0xC0 && mark <= 0xCF && !NO_FRAME.contains(mark)) {
                file.readUnsignedByte();
                int height = file.readUnsignedShort();
                return new Content("image/jpeg", file.readUnsignedShort(), height);
            }
            at += 2L + Math.max(2, length);
        }
        return new Content(UNKNOWN, null, null);
    }

    /** The first bytes of a file; what is behind their end is nothing. */
    private record Head(byte[] bytes) {
        boolean has(int from, String latin) {
            byte[] expected = latin.getBytes(StandardCharsets.ISO_8859_1);
            for (int i = 0; i < expected.length; i++) {
                if (from + i >= bytes.length || bytes[from + i] != expected[i]) {
                    return false;
                }
            }
            return true;
        }

        int big(int from, int count) {
            int value = 0;
            for (int i = from; i < from + count; i++) {
                value = value << 8 | at(i);
            }
            return value;
        }

        int little(int from, int count) {
            int value = 0;
            for (int i = from + count - 1; i >= from; i--) {
                value = value << 8 | at(i);
            }
            return value;
        }

        private int at(int i) {
            return i < bytes.length ? bytes[i] & 0xff : 0;
        }
    }
}
