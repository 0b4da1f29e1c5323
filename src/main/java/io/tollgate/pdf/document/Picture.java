package io.tollgate.pdf.document;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.color.PDColorSpace;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceGray;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.jspecify.annotations.Nullable;

/** An image in a document: decoded from the uploaded file and encoded again. */
public final class Picture {
    private static final float QUALITY = 0.85f;

    private final COSName filter;
    private final byte[] samples;
    private final byte @Nullable [] alpha;
    private final int width;
    private final int height;

    private Picture(COSName filter, byte[] samples, byte @Nullable [] alpha, int width, int height) {
        this.filter = filter;
        this.samples = samples;
        this.alpha = alpha;
        this.width = width;
        this.height = height;
    }

    /** Returns an image that {@link #of} encoded before. */
    public static Picture ready(byte[] jpeg, int width, int height) {
        return new Picture(COSName.DCT_DECODE, jpeg, null, width, height);
    }

    /**
     * Returns a lossless image.
     *
     * @param samples red, green and blue of each pixel, deflated
     * @param alpha opacity of each pixel, deflated; null if the image is opaque
     */
    static Picture exact(byte[] samples, byte @Nullable [] alpha, int width, int height) {
        return new Picture(COSName.FLATE_DECODE, samples, alpha, width, height);
    }

    /** Returns the encoded samples: a JPEG if the image was created by {@link #of}. */
    public byte[] samples() {
        return samples;
    }

    /** Returns the image as a PDF object. */
    PDImageXObject image(PDDocument file) throws IOException {
        PDImageXObject image = image(file, samples, filter, PDDeviceRGB.INSTANCE);
        if (alpha != null) {
            image.getCOSObject()
                    .setItem(COSName.SMASK, image(file, alpha, COSName.FLATE_DECODE, PDDeviceGray.INSTANCE));
        }
        return image;
    }

    private PDImageXObject image(PDDocument file, byte[] encoded, COSName by, PDColorSpace space) throws IOException {
        return new PDImageXObject(file, new ByteArrayInputStream(encoded), by, width, height, 8, space);
    }

    /**
     * Decodes a JPEG or PNG and crops its center to the given aspect ratio. Returns null if the file is neither,
     * damaged or too large; documents then omit it. Slow: for worker threads only.
     */
    public static @Nullable Picture of(byte[] file, int width, int height) {
        return PictureFile.convert(
                file,
                (fullWidth, fullHeight) -> Math.min(fullWidth / (2 * width), fullHeight / (2 * height)),
                source -> cropped(source, width, height));
    }

    private static Picture cropped(BufferedImage source, int width, int height) {
        double scale = Math.max((double) width / source.getWidth(), (double) height / source.getHeight());
        int cropWidth = Math.max(1, (int) Math.round(width / scale));
        int cropHeight = Math.max(1, (int) Math.round(height / scale));
        int left = (source.getWidth() - cropWidth) / 2;
        int top = (source.getHeight() - cropHeight) / 2;
        BufferedImage target = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = target.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        pen.drawImage(source, 0, 0, width, height, left, top, left + cropWidth, top + cropHeight, Color.WHITE, null);
        pen.dispose();
        return ready(jpeg(target, QUALITY), width, height);
    }

    /** Encodes an opaque image. */
    static byte[] jpeg(BufferedImage image, float quality) {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            ImageWriteParam writing = writer.getDefaultWriteParam();
            writing.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            writing.setCompressionQuality(quality);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), writing);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
