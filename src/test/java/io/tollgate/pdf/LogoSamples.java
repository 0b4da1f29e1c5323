package io.tollgate.pdf;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** Logos of all shapes. */
public final class LogoSamples {
    private static final Color BRAND = new Color(0x0b7a75);

    private LogoSamples() {}

    /** A word and a dot, dark on a transparent background. */
    public static byte[] wide() {
        return png(1800, 300, pen -> word(pen, Color.BLACK, 260));
    }

    /** The same in white, for dark backgrounds. */
    public static byte[] white() {
        return png(1800, 300, pen -> word(pen, Color.WHITE, 260));
    }

    /** A flag twice as high as wide. */
    public static byte[] tall() {
        return png(400, 1000, pen -> {
            pen.setColor(BRAND);
            pen.fillRoundRect(0, 0, 400, 1000, 120, 120);
            pen.setColor(Color.WHITE);
            pen.fillOval(100, 120, 200, 200);
            pen.fillRect(175, 380, 50, 480);
        });
    }

    /** A disc in the middle of a large transparent image. */
    public static byte[] padded() {
        return png(3000, 3000, pen -> {
            pen.setColor(BRAND);
            pen.fillOval(1000, 1000, 1000, 1000);
            pen.setColor(Color.ORANGE);
            pen.fillOval(1250, 1250, 500, 500);
        });
    }

    public static byte[] tiny() {
        return png(16, 16, pen -> {
            pen.setColor(BRAND);
            pen.fillRect(0, 0, 16, 16);
            pen.setColor(Color.WHITE);
            pen.fillOval(4, 4, 8, 8);
        });
    }

    /** A logo without transparency. */
    public static byte[] opaque() {
        return written("jpg", new BufferedImage(900, 450, BufferedImage.TYPE_INT_RGB), pen -> {
            pen.setColor(BRAND);
            pen.fillRect(0, 0, 900, 450);
            pen.setColor(Color.WHITE);
            pen.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 200));
            pen.drawString("NORD", 120, 300);
        });
    }

    public static byte[] empty() {
        return png(200, 100, pen -> {});
    }

    private static void word(Graphics2D pen, Color color, int size) {
        pen.setColor(color);
        pen.setFont(new Font(Font.SANS_SERIF, Font.BOLD, size));
        pen.drawString("Lumen & Co", 10, 240);
        pen.fillOval(1640, 90, 150, 150);
    }

    private static byte[] png(int width, int height, Consumer<Graphics2D> drawing) {
        return written("png", new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB), drawing);
    }

    private static byte[] written(String format, BufferedImage image, Consumer<Graphics2D> drawing) {
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        drawing.accept(pen);
        pen.dispose();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, format, file)) {
                throw new IllegalArgumentException("cannot write " + format);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
