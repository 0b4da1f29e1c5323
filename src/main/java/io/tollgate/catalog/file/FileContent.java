package io.tollgate.catalog.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The media type of a file, detected from its first bytes. The name and the declared type only choose among types whose
 * content looks alike. The width and height of an image are read from its header, without decoding.
 */
record FileContent(
        String type, @Nullable Integer width, @Nullable Integer height) {
    static final String UNKNOWN = FileTypes.UNKNOWN;
    static final Set<String> IMAGES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

    /** The maximum number of pixels of an image. A decoded image takes four bytes per pixel. */
    static final long PIXELS_MAX = 40_000_000;

    private static final int HEAD = 8192;
    private static final int JPEG_SEGMENTS_MAX = 1000;

    private static final Map<String, String> SIGNATURES = Map.ofEntries(
            Map.entry("%PDF-", "application/pdf"),
            Map.entry("ID3", "audio/mpeg"),
            Map.entry("\u00ff\u00fb", "audio/mpeg"),
            Map.entry("\u00ff\u00f3", "audio/mpeg"),
            Map.entry("\u00ff\u00f2", "audio/mpeg"),
            Map.entry("fLaC", "audio/flac"),
            Map.entry("OggS", "audio/ogg"),
            Map.entry("\u001f\u008b", "application/gzip"),
            Map.entry("7z\u00bc\u00af\u0027\u001c", "application/x-7z-compressed"),
            Map.entry("Rar!\u001a\u0007", "application/vnd.rar"),
            Map.entry("{\\rtf", "application/rtf"),
            Map.entry("8BPS", "image/vnd.adobe.photoshop"));

    /** JPEG markers from 0xC0 to 0xCF that do not start a frame. */
    private static final Set<Integer> NON_FRAME_MARKERS = Set.of(0xC4, 0xC8, 0xCC);

    boolean isImage() {
        return IMAGES.contains(type) && width != null && width > 0 && height != null && height > 0;
    }

    /** Returns why an image is rejected, or null if it is accepted. Blocks. */
    @Nullable
    String imageProblem(Path path) throws IOException {
        if (width == null || height == null) {
            throw new IllegalStateException("not an image");
        }
        if ((long) width * height > PIXELS_MAX) {
            return "must have at most %d pixels; this image has %d x %d".formatted(PIXELS_MAX, width, height);
        }
        return ImageStructure.isWhole(path, type)
                ? null
                : "must be a complete image; this file is truncated or damaged";
    }

    /** Detects the type of a file from its first bytes. Blocks. */
    static FileContent of(Path path, String name, @Nullable String declared) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] head = new byte[(int) Math.min(HEAD, file.length())];
            file.readFully(head);
            FileContent sniffed = of(new Head(head), file);
            return sniffed.type.equals(UNKNOWN)
                    ? new FileContent(FileTypes.of(form(new Head(head)), name, declared), null, null)
                    : sniffed;
        }
    }

    private static FileTypes.Form form(Head head) {
        if (head.has(0, "PK\u0003\u0004")) {
            return FileTypes.Form.ZIP;
        } else if (head.has(0, "\u001a\u0045\u00df\u00a3")) {
            return FileTypes.Form.MATROSKA;
        } else if (head.has(0, "\u00d0\u00cf\u0011\u00e0")) {
            return FileTypes.Form.COMPOUND;
        }
        return FileTypes.isText(head.bytes) ? FileTypes.Form.TEXT : FileTypes.Form.OTHER;
    }

    private static FileContent of(Head head, RandomAccessFile file) throws IOException {
        if (head.has(0, "\u0089PNG\r\n\u001a\n") && head.has(12, "IHDR")) {
            return new FileContent("image/png", head.big(16, 4), head.big(20, 4));
        } else if (head.has(0, "GIF87a") || head.has(0, "GIF89a")) {
            return new FileContent("image/gif", head.little(6, 2), head.little(8, 2));
        } else if (head.has(0, "RIFF") && head.has(8, "WEBP")) {
            return webp(head);
        } else if (head.has(0, "\u00ff\u00d8\u00ff")) {
            return jpeg(file);
        }
        return new FileContent(other(head), null, null);
    }

    private static String other(Head head) {
        if (head.has(4, "ftyp")) {
            return mp4(head);
        } else if (head.has(30, "mimetypeapplication/epub+zip")) {
            return "application/epub+zip";
        } else if (head.has(0, "RIFF") && head.has(8, "WAVE")) {
            return "audio/wav";
        }
        for (Map.Entry<String, String> signature : SIGNATURES.entrySet()) {
            if (head.has(0, signature.getKey())) {
                return signature.getValue();
            }
        }
        return UNKNOWN;
    }

    /** Tells the formats of the ISO base media container apart by their brand. */
    private static String mp4(Head head) {
        if (head.has(8, "M4A") || head.has(8, "M4B")) {
            return "audio/mp4";
        } else if (head.has(8, "qt  ")) {
            return "video/quicktime";
        } else if (head.has(8, "hei") || head.has(8, "mif1")) {
            return "image/heic";
        } else if (head.has(8, "avi")) {
            return "image/avif";
        }
        return "video/mp4";
    }

    private static FileContent webp(Head head) {
        if (head.has(12, "VP8X")) {
            return new FileContent("image/webp", 1 + head.little(24, 3), 1 + head.little(27, 3));
        } else if (head.has(12, "VP8L") && head.little(20, 1) == 0x2f) {
            int bits = head.little(21, 4);
            return new FileContent("image/webp", 1 + (bits & 0x3fff), 1 + (bits >>> 14 & 0x3fff));
        } else if (head.has(12, "VP8 ") && head.has(23, "\u009d\u0001\u002a")) {
            return new FileContent("image/webp", head.little(26, 2) & 0x3fff, head.little(28, 2) & 0x3fff);
        }
        return new FileContent(UNKNOWN, null, null);
    }

    /** Skips segments up to the first frame, whose header contains the dimensions. */
    private static FileContent jpeg(RandomAccessFile file) throws IOException {
        long at = 2;
        for (int i = 0; i < JPEG_SEGMENTS_MAX && at + 9 <= file.length(); i++) {
            file.seek(at);
            if (file.readUnsignedByte() != 0xff) {
                break;
            }
            int marker = file.readUnsignedByte();
            if (marker == 0xff) {
                at++;
                continue;
            }
            int length = file.readUnsignedShort();
            if (marker >= 0xC0 && marker <= 0xCF && !NON_FRAME_MARKERS.contains(marker)) {
                file.readUnsignedByte();
                int height = file.readUnsignedShort();
                return new FileContent("image/jpeg", file.readUnsignedShort(), height);
            }
            at += 2L + Math.max(2, length);
        }
        return new FileContent(UNKNOWN, null, null);
    }

    /** The first bytes of a file. Bytes past the end read as zero and match nothing. */
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
