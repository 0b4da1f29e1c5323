package io.tollgate.pdf.document;

import org.apache.pdfbox.pdmodel.PDPageContentStream;

/** A path on a canvas, in the canvas's coordinates. */
public record Outline(PDPageContentStream out, float height) {
    /** The distance of the control points of a Bézier curve that approximates a quarter circle of radius 1. */
    private static final float ROUND = 0.5523f;

    public Outline move(float x, float y) {
        Canvas.write(() -> out.moveTo(x, height - y));
        return this;
    }

    public Outline line(float x, float y) {
        Canvas.write(() -> out.lineTo(x, height - y));
        return this;
    }

    public Outline curve(float x1, float y1, float x2, float y2, float x, float y) {
        Canvas.write(() -> out.curveTo(x1, height - y1, x2, height - y2, x, height - y));
        return this;
    }

    /** Adds a circle. */
    public Outline circle(float x, float y, float radius) {
        float far = radius * ROUND;
        return move(x + radius, y)
                .curve(x + radius, y + far, x + far, y + radius, x, y + radius)
                .curve(x - far, y + radius, x - radius, y + far, x - radius, y)
                .curve(x - radius, y - far, x - far, y - radius, x, y - radius)
                .curve(x + far, y - radius, x + radius, y - far, x + radius, y);
    }

    /** Adds a rectangle with rounded corners. */
    public Outline rounded(float x, float y, float wide, float high, float radius) {
        float near = radius * (1 - ROUND);
        float right = x + wide;
        float bottom = y + high;
        return move(x + radius, y)
                .line(right - radius, y)
                .curve(right - near, y, right, y + near, right, y + radius)
                .line(right, bottom - radius)
                .curve(right, bottom - near, right - near, bottom, right - radius, bottom)
                .line(x + radius, bottom)
                .curve(x + near, bottom, x, bottom - near, x, bottom - radius)
                .line(x, y + radius)
                .curve(x, y + near, x + near, y, x + radius, y);
    }

    public void fill() {
        Canvas.write(() -> {
            out.closePath();
            out.fill();
        });
    }
}
