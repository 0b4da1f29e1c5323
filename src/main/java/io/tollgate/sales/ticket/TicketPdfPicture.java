package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Pictures;
import io.tollgate.pdf.document.Picture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The picture of an event, scaled for its tickets. Scaled pictures are cached by the digest of the file, because
 * decoding takes longer than drawing all tickets. Files that are not pictures are cached as such.
 */
final class TicketPdfPicture {
    /** Pixels per point: 200 dpi. */
    private static final float RESOLUTION = 200f / 72;

    private static final long CACHE_BYTES_MAX = 16 << 20;

    private static final Cache<String, Optional<Picture>> CACHE = Caffeine.newBuilder()
            .maximumWeight(CACHE_BYTES_MAX)
            .weigher((String key, Optional<Picture> picture) ->
                    200 + picture.map(made -> made.samples().length).orElse(0))
            .build();

    private TicketPdfPicture() {}

    /** Adds the picture to the content, unless the file is not a picture. Callers must be on a worker thread. */
    static void put(ObjectNode content, byte[] file, TicketPdfLayout layout) {
        CACHE.get(layout + Pictures.digest(file), key -> Optional.ofNullable(scale(file, layout)))
                .ifPresent(picture -> content.put("picture", picture.samples()));
    }

    private static @Nullable Picture scale(byte[] file, TicketPdfLayout layout) {
        return Picture.of(file, width(layout), height(layout));
    }

    static @Nullable Picture of(ContentNode content, TicketPdfLayout layout) {
        if (!content.has("picture")) {
            return null;
        }
        try {
            return Picture.ready(content.at("picture").node().binaryValue(), width(layout), height(layout));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int width(TicketPdfLayout layout) {
        return Math.round(layout.width * RESOLUTION);
    }

    private static int height(TicketPdfLayout layout) {
        return Math.round(layout.artHeight * RESOLUTION);
    }
}
