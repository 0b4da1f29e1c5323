package io.tollgate.ticket;

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
 * The picture of an event, made fit for its tickets once and kept by what the file holds: decoding
 * takes longer than drawing all tickets. What is no picture is remembered as well.
 */
final class TicketPdfPicture {
    /** Picture elements for a point on paper: 200 to the inch. */
    private static final float RESOLUTION = 200f / 72;

    private static final long KEPT_BYTES_MAX = 16 << 20;

    private static final Cache<String, Optional<Picture>> KEPT = Caffeine.newBuilder()
            .maximumWeight(KEPT_BYTES_MAX)
            .weigher((String key, Optional<Picture> picture) ->
                    200 + picture.map(made -> made.samples().length).orElse(0))
            .build();

    private TicketPdfPicture() {}

    /** Puts the picture into what is to be drawn; nothing where the file is none. For workers. */
    static void put(ObjectNode content, byte[] file, TicketPdfLayout layout) {
        KEPT.get(layout + Pictures.digest(file), key -> Optional.ofNullable(make(file, layout)))
                .ifPresent(picture -> content.put("picture", picture.samples()));
    }

    private static @Nullable Picture make(byte[] file, TicketPdfLayout layout) {
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
