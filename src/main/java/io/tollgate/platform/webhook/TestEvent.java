package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** The event that a seller sends to a webhook to try it. It is not in the feed. */
public final class TestEvent {
    static final String TYPE = "webhook.test";

    /** The event in the documentation. No change of a record causes it. */
    public static final EventPayload PAYLOAD = new EventPayload(
            new Reports("webhook", new Reports.Rule(TYPE, "a seller tries a webhook.", (before, after) -> false)),
            new Endpoint.Schema(
                    "TestedWebhook",
                    "The webhook that a test event is sent to.",
                    List.of(Field.id("id").doc("Id of the webhook.").always())),
            JsonNodeFactory.instance.objectNode().put("id", "6b0145e2a35bb5afc622ce62"),
            false);

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
