package io.tollgate.pdf.document;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/** A picture as a document holds it: decoded from whatever was uploaded, cropped, and written anew. */
public final class Picture {
    /** Decoding takes up to six bytes for each, outside the heap where a JPEG is progressive. */
    private static final long PIXELS_MAX = 25_000_000;

    private static final int BYTES_MAX = 20 << 20;
    private static final Set<String> FORMATS = Set.of("jpeg", "png");
    private static final float QUALITY = 0.85f;

    private final byte[] jpeg;
    private final int width;
    private final int height;

    private Picture(byte[] jpeg, int width, int height) {
        this.jpeg = jpeg;
        this.width = width;
        this.height = height;
    }

    /** One that was made by {@link #of} before. */
    public static Picture ready(byte[] jpeg, int width, int height) {
        return new Picture(jpeg, width, height);
    }

    public byte[] jpeg() {
        return jpeg;
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /**
     * The middle of a JPEG or PNG, in the shape asked for. Null for what is neither, damaged, or too
     * large: documents do without. Takes long: for workers only.
     */
    public static @Nullable Picture of(byte[] file, int width, int height) {
        if (file.length > BYTES_MAX) {
            return null;
        }
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                return null;
            }
            ImageReader reader = readers.next();
            if (!FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                return null;
            }
            try {
                reader.setInput(in, true, true);
                return cropped(reader, width, height);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private static @Nullable Picture cropped(ImageReader reader, int width, int height) throws IOException {
        int fullWidth = reader.getWidth(0);
        int fullHeight = reader.getHeight(0);
        if ((long) fullWidth * fullHeight > PIXELS_MAX) {
            return null;
        }
        ImageReadParam reading = reader.getDefaultReadParam();
        int step = Math.max(1, Math.min(fullWidth / (2 * width), fullHeight / (2 * height)));
        reading.setSourceSubsampling(step, step, 0, 0);
        BufferedImage source = reader.read(0, reading);
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
        return new Picture(encode(target), width, height);
    }

    private static byte[] encode(BufferedImage image) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var out = new MemoryCacheImageOutputStream(bytes)) {
            ImageWriteParam writing = writer.getDefaultWriteParam();
            writing.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            writing.setCompressionQuality(QUALITY);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), writing);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
