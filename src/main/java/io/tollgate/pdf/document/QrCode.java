package io.tollgate.pdf.document;

import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.Encoder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The modules of a QR code, without the quiet zone around it. */
public final class QrCode {
    /** Width of the quiet zone on each side, in modules. */
    public static final int QUIET_ZONE = 4;

    private static final ErrorCorrectionLevel LEVEL = ErrorCorrectionLevel.M;
    private static final Map<Integer, QrMasks> MASKS = new ConcurrentHashMap<>();

    private final byte[][] rows;

    private QrCode(byte[][] rows) {
        this.rows = rows;
    }

    boolean dark(int x, int y) {
        return rows[y][x] == 1;
    }

    /** Receives rectangles of dark modules. */
    public interface Area {
        void dark(int left, int top, int wide, int high);
    }

    public static QrCode of(String content) {
        try {
            byte[][] first = encoded(content, 0);
            if (first.length > QrMasks.SIZE_MAX) {
                return new QrCode(encoded(content, null));
            }
            return new QrCode(QrMasks.modules(masks(content, first.length).best(first)));
        } catch (WriterException e) {
            throw new IllegalArgumentException("the content is too long for a QR code", e);
        }
    }

    /** @param mask one of eight, or null to let the encoder choose */
    private static byte[][] encoded(String content, @Nullable Integer mask) throws WriterException {
        Map<EncodeHintType, Object> hints = mask == null ? Map.of() : Map.of(EncodeHintType.QR_MASK_PATTERN, mask);
        return Encoder.encode(content, LEVEL, hints).getMatrix().getArray();
    }

    /** Returns the masks of a size, computed from its first code. */
    private static QrMasks masks(String sample, int size) throws WriterException {
        QrMasks known = MASKS.get(size);
        if (known == null) {
            byte[][][] forms = new byte[QrMasks.MASKS][][];
            for (int mask = 0; mask < forms.length; mask++) {
                forms[mask] = encoded(sample, mask);
            }
            known = new QrMasks(forms);
            MASKS.put(size, known);
        }
        return known;
    }

    /** Returns the number of modules on a side. */
    public int size() {
        return rows.length;
    }

    /**
     * Covers the dark modules with few rectangles: extends a horizontal run downward while the rows below contain the
     * same run.
     */
    public void runs(Area area) {
        boolean[][] done = new boolean[rows.length][rows.length];
        for (int top = 0; top < rows.length; top++) {
            for (int left = 0; left < rows.length; left++) {
                if (rows[top][left] != 1 || done[top][left]) {
                    continue;
                }
                int right = left;
                while (right < rows.length && rows[top][right] == 1 && !done[top][right]) {
                    right++;
                }
                int bottom = top + 1;
                while (bottom < rows.length && isRun(bottom, left, right)) {
                    bottom++;
                }
                for (int row = top; row < bottom; row++) {
                    java.util.Arrays.fill(done[row], left, right, true);
                }
                area.dark(left, top, right - left, bottom - top);
                left = right;
            }
        }
    }

    private boolean isRun(int row, int left, int right) {
        for (int column = left; column < right; column++) {
            if (rows[row][column] != 1) {
                return false;
            }
        }
        return true;
    }
}
