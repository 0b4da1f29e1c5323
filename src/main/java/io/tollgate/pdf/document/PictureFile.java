package io.tollgate.pdf.document;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;

/** An uploaded picture, decoded within limits: whoever uploaded it may have meant harm. */
final class PictureFile {
    /** Decoding takes up to six bytes for each, outside the heap where a JPEG is progressive. */
    private static final long PIXELS_MAX = 25_000_000;

    private static final int BYTES_MAX = 20 << 20;
    private static final Set<String> FORMATS = Set.of("jpeg", "png");

    private PictureFile() {}

    /** Of how many rows and columns one is read, at least 1. */
    interface Step {
        int of(int width, int height);
    }

    /** Null for what is neither JPEG nor PNG, damaged, or too large. Takes long: for workers only. */
    static @Nullable BufferedImage decoded(byte[] file, Step step) {
        if (file.length > BYTES_MAX) {
            return null;
        }
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
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
        if ((long) width * height > PIXELS_MAX) {
            return null;
        }
        ImageReadParam reading = reader.getDefaultReadParam();
        int every = Math.max(1, step.of(width, height));
        reading.setSourceSubsampling(every, every, 0, 0);
        return reader.read(0, reading);
    }
}
