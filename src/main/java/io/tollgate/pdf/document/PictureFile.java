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
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An uploaded picture, decoded within limits: whoever uploaded it may have meant harm. A file of few bytes may say that
 * it is very large, or very long.
 */
final class PictureFile {
    /** Decoding takes up to six bytes for each, outside the heap where a JPEG is progressive. */
    static final long PIXELS_MAX = 25_000_000;

    /** Of what was decoded: up to eight bytes each, and four more to make something of it. */
    private static final long KEPT_PIXELS_MAX = 8_000_000;

    /** A row is decoded whole, whatever is left out of it, into some places of up to eight bytes a pixel. */
    private static final int WIDTH_MAX = 65_535;

    private static final int BYTES_MAX = 20 << 20;
    private static final Set<String> FORMATS = Set.of("jpeg", "png");

    private PictureFile() {}

    /** Of how many rows and columns one is read, at least 1. More are left out where it would be too large. */
    interface Step {
        int of(int width, int height);
    }

    /** Ends once its thread has computed for long: a small JPEG can go over its picture a thousand times. */
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
                throw new IOException("a picture takes too long to decode");
            }
            return super.read(into, from, length);
        }
    }

    /**
     * Makes something of a picture; null for what is neither JPEG nor PNG, damaged, too large, or takes too long. For
     * workers only. One at a time: a picture takes much memory, and is made once for all documents.
     */
    static synchronized <T> @Nullable T made(byte[] file, Step step, Function<BufferedImage, @Nullable T> making) {
        BufferedImage picture = decoded(file, step);
        return picture == null ? null : making.apply(picture);
    }

    private static @Nullable BufferedImage decoded(byte[] file, Step step) {
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

    private static @Nullable BufferedImage decoded(ImageReader reader, Step step) throws IOException {
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if ((long) width * height > PIXELS_MAX || width > WIDTH_MAX) {
            return null;
        }
        ImageReadParam reading = reader.getDefaultReadParam();
        int every = Math.max(1, step.of(width, height));
        while ((long) (width / every) * (height / every) > KEPT_PIXELS_MAX) {
            every++;
        }
        reading.setSourceSubsampling(every, every, 0, 0);
        return reader.read(0, reading);
    }
}
