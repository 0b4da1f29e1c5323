package io.tollgate.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;

/** Where tickets get the picture of their event from. */
public interface EventPictures {
    /** There are none: tickets show the event's own pattern. */
    EventPictures NONE = (scope, page) -> Future.succeededFuture(null);

    /** The first picture of the page as it was uploaded; null where it has none. Never fetched from elsewhere. */
    Future<byte[]> picture(Scope scope, JsonNode page);
}
