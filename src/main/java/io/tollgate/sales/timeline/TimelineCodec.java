package io.tollgate.sales.timeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.timeline.TimelineReader.Entry;
import io.tollgate.sales.timeline.TimelineReader.Kind;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Encodes timelines. */
final class TimelineCodec {
    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "Timeline",
            "What happened to a record.",
            List.of(
                    Field.id("recordId").doc("Id of the record.").always(),
                    Field.list(
                                    "entries",
                                    Field.oneOf(
                                                    "kind",
                                                    Arrays.stream(Kind.values())
                                                            .map(TimelineCodec::wire)
                                                            .toArray(String[]::new))
                                            .doc("`event`: of the feed. `change`: an entry of the audit log. "
                                                    + "`refused_call`: a call that failed. `mail`: a message. "
                                                    + "`webhook_delivery`: a delivery to a webhook. `order`: an order "
                                                    + "on a hosted page. `payment_attempt`: a payment that a buyer "
                                                    + "began. `processor_event`: an event of the processor.")
                                            .always(),
                                    Field.text("id")
                                            .doc("Id of the event, entry, call, message, delivery, order or payment.")
                                            .always(),
                                    Field.time("at").doc("When it happened.").always(),
                                    Field.text("type")
                                            .doc("Type of the event, purpose of the message, or method and path of "
                                                    + "the call.")
                                            .example("payment.paid")
                                            .always(),
                                    Field.text("status")
                                            .doc("What became of it, such as `sent` or `failed`; of a call, the "
                                                    + "status of the response. Null for events and changes."),
                                    Field.oneOf("actor", Actor.Type.all().toArray(String[]::new))
                                            .doc("Who caused it.")
                                            .always(),
                                    Field.id("actorId").doc("Id of the API key or member. Null for others."),
                                    Field.text("actorName")
                                            .doc("Label of the API key, or name of the member. Null if it does not "
                                                    + "exist any more."),
                                    Field.text("detail")
                                            .doc("`code` of the error of a call, kind of the failure of a message, "
                                                    + "or name of the webhook."))
                            .doc("The newest first.")
                            .always()));

    private TimelineCodec() {}

    static Buffer encode(String recordId, List<Entry> entries) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("recordId", recordId);
        ArrayNode array = data.putArray("entries");
        entries.forEach(entry -> array.addObject()
                .put("kind", wire(entry.kind()))
                .put("id", entry.id())
                .put("at", Times.text(entry.at()))
                .put("type", entry.type())
                .put("status", entry.status())
                .put("actor", entry.actor())
                .put("actorId", entry.actorId())
                .put("actorName", entry.actorName())
                .put("detail", entry.detail()));
        return Buffer.buffer(data.toString());
    }

    private static String wire(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
