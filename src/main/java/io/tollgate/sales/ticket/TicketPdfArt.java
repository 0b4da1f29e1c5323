package io.tollgate.sales.ticket;

import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.RgbColor;
import java.util.List;
import java.util.Random;

/**
 * The colors of an event's tickets, and the pattern for events without a picture. Both derive from the event id, so
 * that all tickets of an event look alike and events differ.
 */
record TicketPdfArt(long seed, int[] palette) {
    static final RgbColor DARK = RgbColor.of(0x14181f);
    static final RgbColor MUTED = RgbColor.of(0x586072);
    static final RgbColor WARNING = RgbColor.of(0xb3261e);

    private static final List<int[]> PALETTES = List.of(
            new int[] {0x1b1f5e, 0x3d4ed8, 0x8fa2ff, 0xffb86b},
            new int[] {0x0f3d2e, 0x1f7a5a, 0x8fd6a9, 0xf3c94b},
            new int[] {0x3b0f3f, 0x8e2a7a, 0xe58fc7, 0xffd166},
            new int[] {0x4a1410, 0xc8402b, 0xff9b71, 0xffd9a0},
            new int[] {0x06304a, 0x0e7490, 0x67d0e0, 0xfde68a},
            new int[] {0x101828, 0x344054, 0x98a2b3, 0xf97066},
            new int[] {0x4c0519, 0x9f1239, 0xfb7185, 0xfde2b3},
            new int[] {0x23301a, 0x557827, 0xb5d36b, 0xf6e7a1},
            new int[] {0x3a1f10, 0x9a4f1c, 0xe6a15c, 0x7fc8c2},
            new int[] {0x2a1065, 0x6d3be0, 0xb79cff, 0x5eead4});
    private static final int[] GRAY = {0x3a3f47, 0x6b7280, 0xb6bcc6, 0xdfe3e8};
    private static final int ROWS = 3;

    static TicketPdfArt of(String eventId) {
        long seed = 1125899906842597L;
        for (int i = 0; i < eventId.length(); i++) {
            seed = 31 * seed + eventId.charAt(i);
        }
        return new TicketPdfArt(seed, PALETTES.get((int) Math.floorMod(seed ^ seed >>> 17, (long) PALETTES.size())));
    }

    /** Returns the same pattern in gray. */
    TicketPdfArt faded() {
        return new TicketPdfArt(seed, GRAY);
    }

    /** Returns the accent color, which is dark enough for text on white. */
    RgbColor accent() {
        return RgbColor.of(palette[1]);
    }

    RgbColor base() {
        return RgbColor.of(palette[0]);
    }

    /** Draws a full-width grid of tiles with circles and quarter circles. */
    void draw(Canvas canvas, float height) {
        Random random = new Random(seed);
        float side = height / ROWS;
        int columns = (int) Math.ceil(canvas.width() / side);
        canvas.fillColor(base());
        canvas.rectangle(0, 0, canvas.width(), height);
        canvas.isolated(() -> {
            canvas.clip(0, 0, canvas.width(), height);
            for (int row = 0; row < ROWS; row++) {
                for (int column = 0; column < columns; column++) {
                    tile(canvas, random, column * side, row * side, side);
                }
            }
        });
    }

    private void tile(Canvas canvas, Random random, float x, float y, float side) {
        int ground = random.nextInt(6);
        if (ground < 3) {
            canvas.fillColor(ground == 0 ? RgbColor.of(palette[1]) : base());
            canvas.rectangle(x, y, side + 0.3f, side + 0.3f);
        }
        int shade = random.nextInt(10);
        canvas.fillColor(RgbColor.of(palette[shade < 5 ? 1 : shade < 8 ? 2 : 3]));
        int shape = random.nextInt(9);
        if (shape < 4) {
            quarter(canvas, x, y, side, shape);
        } else if (shape == 4) {
            canvas.outline().circle(x + side / 2, y + side / 2, side / 2).fill();
        } else if (shape == 5) {
            canvas.outline().circle(x + side / 2, y + side / 2, side / 5).fill();
        } else if (shape == 6) {
            quarter(canvas, x, y, side, 0);
            canvas.fillColor(RgbColor.of(palette[2]));
            quarter(canvas, x + side / 2, y + side / 2, side / 2, 2);
        }
    }

    /** Draws a quarter circle whose center is a corner of the tile. */
    private static void quarter(Canvas canvas, float x, float y, float side, int corner) {
        boolean right = corner == 1 || corner == 2;
        boolean below = corner >= 2;
        float cx = right ? x + side : x;
        float cy = below ? y + side : y;
        float dx = right ? -side : side;
        float dy = below ? -side : side;
        float round = 0.5523f;
        canvas.outline()
                .move(cx, cy)
                .line(cx + dx, cy)
                .curve(cx + dx, cy + round * dy, cx + round * dx, cy + dy, cx, cy + dy)
                .fill();
    }
}
