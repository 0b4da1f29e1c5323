package io.tollgate.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Where tickets get the pictures of their events from: the files that sellers uploaded, never another address. */
public interface EventPictures {
    /** There are none: tickets show the event's own pattern. */
    EventPictures NONE = (scope, fileId) -> Future.succeededFuture(null);

    /**
     * The file as it was uploaded, whatever it is; null where the seller has none of that id. What a
     * file holds never changes. A failure is passing: the tickets of that moment do without.
     */
    Future<byte @Nullable []> bytes(Scope scope, String fileId);

    /** The file of an event's first picture, or null. */
    static @Nullable String fileId(JsonNode page) {
        JsonNode id = page.path("images").path(0).path("fileId");
        return id.isTextual() && id.textValue().matches("[0-9a-f]{24}") ? id.textValue() : null;
    }
}
