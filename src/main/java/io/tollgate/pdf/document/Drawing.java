package io.tollgate.pdf.document;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A mark such as a logo, as a document holds it: whole, without loss, with what one sees through it.
 *
 * @param samples red, green and blue of each element, deflated
 * @param alpha how much of each covers what is below, deflated; null where all of it does
 * @param light whether it is made for a dark ground: it lets the ground through, and is nearly white
 */
public record Drawing(byte[] samples, byte @Nullable [] alpha, int width, int height, boolean light) {
    private static final int OPAQUE = 255;

    /** Fainter than this, nothing is seen. */
    private static final int SEEN = 8;

    private static final double NEARLY_WHITE = 0.8;
    private static final double LET_THROUGH = 0.05;

    /** Larger images are not decoded. */
    public static final long PIXELS_MAX = PictureFile.PIXELS_MAX;

    /** How much finer than asked for a file is read, so that fine lines stay even. */
    private static final int FINER = 4;

    /**
     * A JPEG or PNG without its empty edges, made smaller where it is larger than asked for, and
     * never larger. Null for what is neither, damaged, too large, or empty. Takes long: for workers
     * only.
     */
    public static @Nullable Drawing of(byte[] file, int widthMax, int heightMax) {
        return PictureFile.made(
                file,
                (width, height) -> (int) (1 / (FINER * scale(width, height, widthMax, heightMax))),
                read -> made(read, widthMax, heightMax));
    }

    private static @Nullable Drawing made(BufferedImage read, int widthMax, int heightMax) {
        BufferedImage seen = trimmed(translucent(read));
        if (seen == null) {
            return null;
        }
        double scale = scale(seen.getWidth(), seen.getHeight(), widthMax, heightMax);
        return packed(scaled(seen, Math.max(1, (int) Math.round(seen.getWidth() * scale)), Math.max(1, (int)
                Math.round(seen.getHeight() * scale))));
    }

    private static double scale(int width, int height, int widthMax, int heightMax) {
        return Math.min(1, Math.min((double) widthMax / width, (double) heightMax / height));
    }

    private static BufferedImage translucent(BufferedImage image) {
        return drawn(image, image.getWidth(), image.getHeight());
    }

    private static BufferedImage drawn(BufferedImage image, int width, int height) {
        BufferedImage target = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE);
        Graphics2D pen = target.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(image, 0, 0, width, height, null);
        pen.dispose();
        return target;
    }

    /** By halves: at each step every element of the former is seen. */
    private static BufferedImage scaled(BufferedImage image, int width, int height) {
        BufferedImage scaled = image;
        while (scaled.getWidth() > width || scaled.getHeight() > height) {
            scaled = drawn(
                    scaled,
                    Math.max(width, (scaled.getWidth() + 1) / 2),
                    Math.max(height, (scaled.getHeight() + 1) / 2));
        }
        return scaled;
    }

    private static @Nullable BufferedImage trimmed(BufferedImage image) {
        int left = image.getWidth();
        int top = image.getHeight();
        int right = 0;
        int bottom = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                if (image.getRGB(x, y) >>> 24 >= SEEN) {
                    left = Math.min(left, x);
                    right = Math.max(right, x + 1);
                    top = Math.min(top, y);
                    bottom = Math.max(bottom, y + 1);
                }
            }
        }
        return right == 0 ? null : image.getSubimage(left, top, right - left, bottom - top);
    }

    private static Drawing packed(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        byte[] samples = new byte[3 * width * height];
        byte[] alpha = new byte[width * height];
        long covered = 0;
        double brightness = 0;
        for (int i = 0; i < alpha.length; i++) {
            int colour = image.getRGB(i % width, i / width);
            int cover = colour >>> 24;
            int red = colour >> 16 & 255;
            int green = colour >> 8 & 255;
            int blue = colour & 255;
            samples[3 * i] = (byte) red;
            samples[3 * i + 1] = (byte) green;
            samples[3 * i + 2] = (byte) blue;
            alpha[i] = (byte) cover;
            covered += cover;
            brightness += cover * (0.299 * red + 0.587 * green + 0.114 * blue) / OPAQUE;
        }
        long whole = (long) OPAQUE * alpha.length;
        boolean light = whole - covered > LET_THROUGH * whole && brightness > NEARLY_WHITE * covered;
        return new Drawing(deflated(samples), covered == whole ? null : deflated(alpha), width, height, light);
    }

    private static byte[] deflated(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_COMPRESSION))) {
            out.write(bytes);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException("memory takes all bytes", e);
        }
        return packed.toByteArray();
    }

    /** How many bytes it takes. */
    public int length() {
        return samples.length + (alpha == null ? 0 : alpha.length);
    }

    public Picture picture() {
        return Picture.exact(samples, alpha, width, height);
    }
}
