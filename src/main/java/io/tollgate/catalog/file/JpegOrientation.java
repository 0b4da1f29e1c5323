package io.tollgate.catalog.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * How viewers turn a JPEG, as its Exif data says. Cameras store what the sensor sees. A copy without the Exif data
 * would lie on its side.
 */
final class JpegOrientation {
    /** Shown as it is stored. */
    static final int UPRIGHT = 1;

    private static final int LAST = 8;
    private static final int TAG = 0x0112;
    private static final int APP1 = 0xe1;
    private static final int SOS = 0xda;
    private static final String EXIF_NAME = "Exif\0\0";
    private static final byte[] EXIF = EXIF_NAME.getBytes(StandardCharsets.ISO_8859_1);
    private static final int ENTRY_BYTES = 12;

    private JpegOrientation() {}

    /** Returns the orientation from 1 to 8; 1 if the file is no JPEG, or does not say. */
    static int of(byte[] file) {
        try {
            return read(ByteBuffer.wrap(file));
        } catch (IndexOutOfBoundsException | IllegalArgumentException damaged) {
            return UPRIGHT;
        }
    }

    private static int read(ByteBuffer file) {
        if (file.getShort(0) != (short) 0xffd8) {
            return UPRIGHT;
        }
        int at = 2;
        while ((file.get(at) & 0xff) == 0xff) {
            int marker = file.get(at + 1) & 0xff;
            int length = file.getShort(at + 2) & 0xffff;
            if (marker == SOS) {
                return UPRIGHT;
            }
            byte[] head = new byte[EXIF.length];
            if (marker == APP1 && length > 2 + EXIF.length) {
                file.get(at + 4, head);
                if (new String(head, StandardCharsets.ISO_8859_1).equals(EXIF_NAME)) {
                    int from = at + 4 + EXIF.length;
                    return tagged(file.slice(from, at + 2 + length - from));
                }
            }
            at += 2 + Math.max(2, length);
        }
        return UPRIGHT;
    }

    /** Reads the first directory of the Exif data. */
    private static int tagged(ByteBuffer exif) {
        exif.order(exif.getShort(0) == 0x4949 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int at = exif.getInt(4);
        int count = exif.getShort(at) & 0xffff;
        for (int i = 0; i < count; i++) {
            int entry = at + 2 + i * ENTRY_BYTES;
            if ((exif.getShort(entry) & 0xffff) == TAG) {
                int value = exif.getShort(entry + 8) & 0xffff;
                return value >= UPRIGHT && value <= LAST ? value : UPRIGHT;
            }
        }
        return UPRIGHT;
    }

    /** Returns a JPEG without Exif data with this orientation. */
    static byte[] with(byte[] jpeg, int orientation) {
        if (orientation == UPRIGHT) {
            return jpeg;
        }
        int tiff = 8 + 2 + ENTRY_BYTES + 4;
        int length = 2 + EXIF.length + tiff;
        ByteBuffer turned = ByteBuffer.allocate(jpeg.length + 2 + length);
        turned.put(jpeg, 0, 2);
        turned.put((byte) 0xff).put((byte) APP1).putShort((short) length).put(EXIF);
        turned.putShort((short) 0x4d4d).putShort((short) 42).putInt(8);
        turned.putShort((short) 1).putShort((short) TAG).putShort((short) 3).putInt(1);
        turned.putShort((short) orientation).putShort((short) 0).putInt(0);
        return turned.put(jpeg, 2, jpeg.length - 2).array();
    }
}
