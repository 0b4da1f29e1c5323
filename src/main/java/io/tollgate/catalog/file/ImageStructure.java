package io.tollgate.catalog.file;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * Checks that an image file is complete: its segments are contiguous up to the end marker. Pixels are not decoded, so
 * that no image can take much memory or time. Bytes after the end marker are ignored, as in every viewer.
 */
final class ImageStructure {
    private static final int PNG_SIGNATURE = 8;
    private static final int IHDR = 0x49484452;
    private static final int IHDR_LENGTH = 13;
    private static final int IDAT = 0x49444154;
    private static final int IEND = 0x49454e44;
    private static final int CHUNKS_MAX = 1_000_000;
    private static final int SOS = 0xda;
    private static final int EOI = 0xd9;

    private ImageStructure() {}

    /** Reads the file up to the end marker. Blocks. */
    static boolean isWhole(Path path, String type) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            return switch (type) {
                case "image/png" -> png(in);
                case "image/jpeg" -> jpeg(in);
                case "image/gif" -> gif(in);
                case "image/webp" -> webp(in, Files.size(path));
                default -> false;
            };
        } catch (EOFException tooShort) {
            return false;
        }
    }

    private static boolean png(DataInputStream in) throws IOException {
        in.skipNBytes(PNG_SIGNATURE);
        boolean hasData = false;
        for (int i = 0; i < CHUNKS_MAX; i++) {
            int length = in.readInt();
            int type = in.readInt();
            if (length < 0 || (i == 0) != (type == IHDR)) {
                return false;
            }
            if (type == IHDR) {
                if (length != IHDR_LENGTH || !isHeader(in.readNBytes(length), in.readInt())) {
                    return false;
                }
                continue;
            }
            in.skipNBytes(length + 4L);
            hasData |= type == IDAT;
            if (type == IEND) {
                return hasData;
            }
        }
        return false;
    }

    private static boolean isHeader(byte[] header, int sum) {
        CRC32 crc = new CRC32();
        crc.update(new byte[] {'I', 'H', 'D', 'R'});
        crc.update(header);
        return (int) crc.getValue() == sum;
    }

    /**
     * Reads segments up to the first scan and then searches for the end marker. A table between two scans may contain
     * the same two bytes; a file that is truncated after them passes the check.
     */
    private static boolean jpeg(DataInputStream in) throws IOException {
        in.skipNBytes(2);
        while (true) {
            int marker = 0xff;
            if (in.readUnsignedByte() != 0xff) {
                return false;
            }
            while (marker == 0xff) {
                marker = in.readUnsignedByte();
            }
            int length = in.readUnsignedShort();
            if (length < 2) {
                return false;
            }
            in.skipNBytes(length - 2L);
            if (marker == SOS) {
                break;
            }
        }
        int previous = 0;
        while (true) {
            int next = in.readUnsignedByte();
            if (previous == 0xff && next == EOI) {
                return true;
            }
            previous = next;
        }
    }

    private static boolean gif(DataInputStream in) throws IOException {
        in.skipNBytes(10);
        skipColors(in, in.readUnsignedByte());
        boolean hasImage = false;
        while (true) {
            switch (in.readUnsignedByte()) {
                case 0x21 -> in.skipNBytes(1);
                case 0x2c -> {
                    in.skipNBytes(8);
                    skipLocalColors(in, in.readUnsignedByte());
                    hasImage = true;
                }
                case 0x3b -> {
                    return hasImage;
                }
                default -> {
                    return false;
                }
            }
            for (int length = in.readUnsignedByte(); length > 0; length = in.readUnsignedByte()) {
                in.skipNBytes(length);
            }
        }
    }

    /** Skips the background color and aspect ratio after the flags, and the global color table. */
    private static void skipColors(DataInputStream in, int flags) throws IOException {
        in.skipNBytes(2L + colors(flags));
    }

    /** Skips the local color table of one image and its minimum code size. */
    private static void skipLocalColors(DataInputStream in, int flags) throws IOException {
        in.skipNBytes(colors(flags) + 1L);
    }

    private static int colors(int flags) {
        return (flags & 0x80) == 0 ? 0 : 3 << (flags & 7) + 1;
    }

    private static boolean webp(DataInputStream in, long size) throws IOException {
        in.skipNBytes(4);
        return (Integer.reverseBytes(in.readInt()) & 0xffffffffL) + 8 <= size;
    }
}
