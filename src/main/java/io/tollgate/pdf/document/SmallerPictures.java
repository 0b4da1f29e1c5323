package io.tollgate.pdf.document;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;

/**
 * Makes copies of an uploaded image with fewer pixels, for pages. An image with transparent parts becomes a PNG, any
 * other a JPEG.
 */
public final class SmallerPictures {
    /** Lower than in documents, which are printed. */
    private static final float QUALITY = 0.75f;

    private SmallerPictures() {}

    /**
     * Returns copies of a JPEG or PNG, by width in pixels. Empty if the file is neither, damaged or too large. Slow:
     * for worker threads only.
     *
     * @param widths smaller than the image, from the largest to the smallest
     */
    public static Map<Integer, byte[]> of(byte[] file, List<Integer> widths) {
        int largest = widths.get(0);
        Map<Integer, byte[]> made =
                PictureFile.convert(file, (width, height) -> width / (2 * largest), source -> scaled(source, widths));
        return made == null ? Map.of() : made;
    }

    private static Map<Integer, byte[]> scaled(BufferedImage source, List<Integer> widths) {
        Map<Integer, byte[]> made = new TreeMap<>();
        boolean transparent = source.getColorModel().hasAlpha();
        BufferedImage from = source;
        for (int width : widths) {
            int height = Math.max(1, (int) Math.round((double) source.getHeight() * width / source.getWidth()));
            while (from.getWidth() >= 2 * width && from.getHeight() >= 2) {
                from = drawn(from, from.getWidth() / 2, from.getHeight() / 2, transparent);
            }
            from = drawn(from, width, height, transparent);
            made.put(width, transparent ? png(from) : Picture.jpeg(from, QUALITY));
        }
        return made;
    }

    private static BufferedImage drawn(BufferedImage from, int width, int height, boolean transparent) {
        BufferedImage target = new BufferedImage(
                width, height, transparent ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = target.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        pen.drawImage(from, 0, 0, width, height, null);
        pen.dispose();
        return target;
    }

    private static byte[] png(BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
