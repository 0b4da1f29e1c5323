package io.tollgate.pdf.document;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes uploaded images within limits, because uploads are untrusted. A small file can declare a huge image or take
 * very long to decode.
 */
final class PictureFile {
    /** Maximum number of pixels. Decoding takes up to 6 bytes per pixel, off-heap for a progressive JPEG. */
    static final long PIXELS_MAX = 25_000_000;

    /** Maximum number of decoded pixels, which take up to 8 bytes each and 4 more for processing. */
    private static final long DECODED_PIXELS_MAX = 8_000_000;

    /**
     * Maximum width. Rows are decoded whole, regardless of subsampling, into several buffers of up to 8 bytes per
     * pixel.
     */
    private static final int WIDTH_MAX = 65_535;

    private static final int BYTES_MAX = 20 << 20;
    private static final Set<String> FORMATS = Set.of("jpeg", "png");

    private PictureFile() {}

    /** An input that fails after 5 s of CPU time, because a small progressive JPEG can contain a thousand scans. */
    private static final class BoundedInput extends MemoryCacheImageInputStream {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final long NANOS_MAX = Duration.ofSeconds(5).toNanos();
        private final long end = THREADS.getCurrentThreadCpuTime() + NANOS_MAX;

        BoundedInput(byte[] file) {
            super(new ByteArrayInputStream(file));
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (THREADS.getCurrentThreadCpuTime() > end) {
                throw new IOException("decoding the image exceeds its CPU time limit");
            }
            return super.read(into, from, length);
        }
    }

    /**
     * Decodes and converts an image. Returns null if the file is neither JPEG nor PNG, damaged, too large, or too
     * slow to decode. For worker threads only. Converts one image at a time, because each takes much memory; results
     * are cached for all documents.
     *
     * @param step returns the subsampling step for a width and height; it increases if the image would be too large
     */
    static synchronized <T> @Nullable T convert(
            byte[] file, IntBinaryOperator step, Function<BufferedImage, @Nullable T> conversion) {
        BufferedImage picture = decoded(file, step);
        return picture == null ? null : conversion.apply(picture);
    }

    private static @Nullable BufferedImage decoded(byte[] file, IntBinaryOperator step) {
        if (file.length > BYTES_MAX) {
            return null;
        }
        try (ImageInputStream in = new BoundedInput(file)) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                return null;
            }
            ImageReader reader = readers.next();
            try {
                if (!FORMATS.contains(reader.getFormatName().toLowerCase(Locale.ROOT))) {
                    return null;
                }
                reader.setInput(in, true, true);
                return decoded(reader, step);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private static @Nullable BufferedImage decoded(ImageReader reader, IntBinaryOperator step) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if ((long) width * height > PIXELS_MAX || width > WIDTH_MAX) {
            return null;
        }
        ImageReadParam reading = reader.getDefaultReadParam();
        int every = Math.max(1, step.applyAsInt(width, height));
        while ((long) (width / every) * (height / every) > DECODED_PIXELS_MAX) {
            every++;
        }
        reading.setSourceSubsampling(every, every, 0, 0);
        return reader.read(0, reading);
    }
}
