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
 * A seller's logo on its documents, made fit for all of them once and kept by what the file holds.
 * What is no picture is remembered as well.
 */
public final class Logo {
    /** As large as it is ever shown, at 288 elements to the inch. */
    private static final int WIDTH_MAX = 640;

    private static final int HEIGHT_MAX = 192;

    /** 96 elements to the inch: with fewer, edges would be steps, so that a small file is shown smaller. */
    private static final float POINTS_MAX = 0.75f;

    private static final String NAME = "logo";
    private static final long KEPT_BYTES_MAX = 16 << 20;

    private static final Cache<String, Optional<Drawing>> KEPT = Caffeine.newBuilder()
            .maximumWeight(KEPT_BYTES_MAX)
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

    /** Whether documents can show a file as a logo. For workers. */
    public static boolean canBeDrawn(byte[] file) {
        return drawing(file).isPresent();
    }

    private static Optional<Drawing> drawing(byte[] file) {
        return KEPT.get(Pictures.digest(file), key -> Optional.ofNullable(Drawing.of(file, WIDTH_MAX, HEIGHT_MAX)));
    }

    /** Puts it into what is to be drawn; nothing where the file is no picture. For workers. */
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

    /** That of what is to be drawn; null where there is none. */
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

    /** Whether it needs a dark ground. */
    public boolean light() {
        return drawing.light();
    }

    /** Sides, in points. */
    public record Size(float wide, float high) {}

    /** As large as it may be in a box, without being torn. */
    public Size within(float wide, float high) {
        float scale = Math.min(POINTS_MAX, Math.min(wide / drawing.width(), high / drawing.height()));
        return new Size(drawing.width() * scale, drawing.height() * scale);
    }

    public void draw(Canvas canvas, float x, float y, Size size) {
        canvas.picture(picture, x, y, size.wide(), size.high());
    }
}
