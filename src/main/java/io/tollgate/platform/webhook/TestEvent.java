package io.tollgate.platform.webhook;

import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** The event that a seller sends to a webhook to try it. It is not in the feed. */
final class TestEvent {
    static final String TYPE = "webhook.test";

    private TestEvent() {}

    /** Returns the body. It depends only on the stored delivery, because its digest is stored before it is sent. */
    static Buffer body(Scope scope, String eventId, String webhookId, Instant at) {
        return new JsonObject()
                .put("event", TYPE)
                .put("eventId", eventId)
                .put("sellerId", scope.sellerId())
                .put("timestamp", Times.text(at))
                .put("livemode", scope.live())
                .put("recordId", webhookId)
                .put("event_id", eventId)
                .put("seller_id", scope.sellerId())
                .put("data", new JsonObject().put("webhook", new JsonObject().put("id", webhookId)))
                .toBuffer();
    }
}
