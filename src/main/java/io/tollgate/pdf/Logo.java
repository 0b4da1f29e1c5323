package io.tollgate.pdf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.pdf.document.Canvas;
import io.tollgate.pdf.document.Drawing;
import io.tollgate.pdf.document.Picture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A seller's logo for documents. Each file is converted once and cached by its digest. Files that are not images are
 * cached too.
 */
public final class Logo {
    /** The maximum size on a document at 288 pixels per inch. */
    private static final int WIDTH_MAX = 640;

    private static final int HEIGHT_MAX = 192;

    /**
     * The maximum size of a pixel: 96 pixels per inch. Below that resolution edges would look jagged, so a small
     * image is shown smaller.
     */
    private static final float POINTS_MAX = 0.75f;

    private static final String NAME = "logo";
    private static final long CACHE_BYTES_MAX = 16 << 20;

    private static final Cache<String, Optional<Drawing>> CACHE = Caffeine.newBuilder()
            .maximumWeight(CACHE_BYTES_MAX)
            .weigher((String key, Optional<Drawing> drawing) ->
                    200 + drawing.map(Drawing::length).orElse(0))
            .build();

    private final Drawing drawing;
    private final Picture picture;

    /** Larger images are not decoded. */
    public static final long PIXELS_MAX = Drawing.PIXELS_MAX;

    private Logo(Drawing drawing) {
        this.drawing = drawing;
        this.picture = drawing.picture();
    }

    /** Returns whether documents can show a file as a logo. For worker threads. */
    public static boolean canBeDrawn(byte[] file) {
        return drawing(file).isPresent();
    }

    private static Optional<Drawing> drawing(byte[] file) {
        return CACHE.get(Pictures.digest(file), key -> Optional.ofNullable(Drawing.of(file, WIDTH_MAX, HEIGHT_MAX)));
    }

    /** Adds the logo to the content of a document, or nothing if the file is not an image. For worker threads. */
    public static void put(ObjectNode content, byte[] file) {
        drawing(file).ifPresent(drawing -> {
            ObjectNode logo = content.putObject(NAME);
            logo.put("width", drawing.width()).put("height", drawing.height());
            logo.put("light", drawing.light()).put("samples", drawing.samples());
            if (drawing.alpha() != null) {
                logo.put("alpha", drawing.alpha());
            }
        });
    }

    /** Returns the logo in the content of a document, or null if it has none. */
    public static @Nullable Logo of(ContentNode content) {
        if (!content.at(NAME).node().isObject()) {
            return null;
        }
        ContentNode logo = content.at(NAME);
        try {
            return new Logo(new Drawing(
                    logo.at("samples").node().binaryValue(),
                    logo.has("alpha") ? logo.at("alpha").node().binaryValue() : null,
                    (int) logo.amount("width"),
                    (int) logo.amount("height"),
                    logo.is("light")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the logo needs a dark background. */
    public boolean light() {
        return drawing.light();
    }

    /** Width and height in points. */
    public record Size(float wide, float high) {}

    /** Returns the largest size of the logo in a box, with its aspect ratio and minimum resolution kept. */
    public Size within(float wide, float high) {
        float scale = Math.min(POINTS_MAX, Math.min(wide / drawing.width(), high / drawing.height()));
        return new Size(drawing.width() * scale, drawing.height() * scale);
    }

    public void draw(Canvas canvas, float x, float y, Size size) {
        canvas.picture(picture, x, y, size.wide(), size.high());
    }
}
