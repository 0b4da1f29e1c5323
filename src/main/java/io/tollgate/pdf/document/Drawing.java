package io.tollgate.pdf.document;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A lossless image with transparency, such as a logo.
 *
 * @param samples red, green and blue of each pixel, deflated
 * @param alpha opacity of each pixel, deflated; null if the image is opaque
 * @param light whether it is made for a dark background: partly transparent and nearly white
 */
public record Drawing(byte[] samples, byte @Nullable [] alpha, int width, int height, boolean light) {
    private static final int OPAQUE = 255;

    /** Fainter pixels count as invisible. */
    private static final int VISIBLE = 8;

    private static final double NEARLY_WHITE = 0.8;
    private static final double TRANSPARENT_SHARE = 0.05;

    /** Larger images are not decoded. */
    public static final long PIXELS_MAX = PictureFile.PIXELS_MAX;

    /** The file is decoded at this multiple of the target resolution, so that fine lines stay even. */
    private static final int OVERSAMPLING = 4;

    /**
     * Decodes a JPEG or PNG, crops its empty edges and scales it down to the given bounds, never up. Returns null if
     * the file is neither, damaged, too large or empty. Slow: for worker threads only.
     */
    public static @Nullable Drawing of(byte[] file, int widthMax, int heightMax) {
        return PictureFile.convert(
                file,
                (width, height) -> (int) (1 / (OVERSAMPLING * scale(width, height, widthMax, heightMax))),
                read -> convert(read, widthMax, heightMax));
    }

    private static @Nullable Drawing convert(BufferedImage read, int widthMax, int heightMax) {
        BufferedImage visible = trimmed(translucent(read));
        if (visible == null) {
            return null;
        }
        double scale = scale(visible.getWidth(), visible.getHeight(), widthMax, heightMax);
        return packed(scaled(visible, Math.max(1, (int) Math.round(visible.getWidth() * scale)), Math.max(1, (int)
                Math.round(visible.getHeight() * scale))));
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

    /** Scales by halves, so that every pixel contributes at each step. */
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
                if (image.getRGB(x, y) >>> 24 >= VISIBLE) {
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
            int color = image.getRGB(i % width, i / width);
            int cover = color >>> 24;
            int red = color >> 16 & 255;
            int green = color >> 8 & 255;
            int blue = color & 255;
            samples[3 * i] = (byte) red;
            samples[3 * i + 1] = (byte) green;
            samples[3 * i + 2] = (byte) blue;
            alpha[i] = (byte) cover;
            covered += cover;
            brightness += cover * (0.299 * red + 0.587 * green + 0.114 * blue) / OPAQUE;
        }
        long whole = (long) OPAQUE * alpha.length;
        boolean light = whole - covered > TRANSPARENT_SHARE * whole && brightness > NEARLY_WHITE * covered;
        return new Drawing(deflated(samples), covered == whole ? null : deflated(alpha), width, height, light);
    }

    private static byte[] deflated(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_COMPRESSION))) {
            out.write(bytes);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException("writing to memory failed", e);
        }
        return packed.toByteArray();
    }

    /** Returns the size in bytes. */
    public int length() {
        return samples.length + (alpha == null ? 0 : alpha.length);
    }

    public Picture picture() {
        return Picture.exact(samples, alpha, width, height);
    }
}
