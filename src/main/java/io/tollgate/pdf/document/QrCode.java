package io.tollgate.pdf.document;

import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;

/** A QR code: which of its modules are dark. The white margin around it is the drawer's task. */
public final class QrCode {
    /** How many modules of white a reader needs on each side. */
    public static final int QUIET_ZONE = 4;

    private final byte[][] rows;

    private QrCode(byte[][] rows) {
        this.rows = rows;
    }

    /** Takes rectangles of dark modules. */
    interface Area {
        void dark(int left, int top, int wide, int high);
    }

    public static QrCode of(String content) {
        try {
            ByteMatrix matrix = Encoder.encode(content, ErrorCorrectionLevel.M).getMatrix();
            return new QrCode(matrix.getArray());
        } catch (WriterException e) {
            throw new IllegalArgumentException("too long for a code", e);
        }
    }

    /** Modules on a side. */
    public int size() {
        return rows.length;
    }

    /**
     * Covers the dark modules with few rectangles: a run of modules reaches down for as long as the
     * rows below have the same one.
     */
    void runs(Area area) {
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
