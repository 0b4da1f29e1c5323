package io.tollgate.platform.event;

import static io.tollgate.platform.schema.Field.any;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * An event as the feed and webhooks show it.
 *
 * @param kind the name of the record in {@code data}
 * @param record as it was after the change, JSON
 */
public record LoggedEvent(
        String sellerId,
        boolean live,
        long position,
        String id,
        String type,
        String kind,
        String recordId,
        Buffer record,
        String actor,
        @Nullable String actorId,
        OffsetDateTime at) {

    /** The columns from which {@link #of} reads, in this order, of {@code event e} and {@code reported_change c}. */
    public static final String COLUMNS =
            "e.seller_id, e.livemode, e.position, e.id, e.type, c.record_kind, e.record_id,"
                    + " c.record, c.actor, c.actor_id, e.created_at";

    public static final String JOIN = "JOIN reported_change c ON c.seller_id = e.seller_id AND c.livemode = e.livemode"
            + " AND c.id = e.change_id";

    static final Resource RESOURCE = Resource.at("/v1/feed")
            .noun("Feed event")
            .idName("eventId")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    text("event")
                            .doc("Type of the event, like `payment.paid`.")
                            .example("payment.paid")
                            .always(),
                    Field.id("eventId")
                            .doc("Id of the event. The same event has the same id in the feed and in every delivery.")
                            .always(),
                    CommonFields.SELLER_ID.always(),
                    CommonFields.LIVEMODE.always(),
                    time("timestamp")
                            .doc("Time of the change. In test mode too, this is the real time.")
                            .always(),
                    integer("position")
                            .doc("Place of the event in the feed of the seller and mode: 1, 2, 3 and so on, without "
                                    + "gaps.")
                            .always(),
                    text("recordId")
                            .doc("Id of the record that changed; of a dispute, its id at the processor. The events of "
                                    + "a record are in the order of its changes.")
                            .example("6b0145e2e6103f5d60a255f7")
                            .always(),
                    object(
                                    "actor",
                                    oneOf("type", Actor.Type.all().toArray(String[]::new))
                                            .doc("`api_key`: a request to the API. `buyer`: a buyer on a hosted page. "
                                                    + "`customer`: a customer in the portal. `member`: a member of "
                                                    + "the seller in the dashboard. `processor`: the payment "
                                                    + "processor. `system`: Tollgate, because something became due.")
                                            .always(),
                                    Field.id("id").doc("Id of the API key or of the member. Null for all others."))
                            .doc("Who caused the change.")
                            .always(),
                    any("data")
                            .personal()
                            .doc("An object with the record as it was after the change, under its name: `payment`, "
                                    + "`booking`, `ticket`, `subscription` and so on.")
                            .always())
            .build();

    /** Reads a row that has {@link #COLUMNS} from this place on. */
    public static LoggedEvent of(Row row, int from) {
        return new LoggedEvent(
                row.getString(from),
                row.getBoolean(from + 1),
                row.getLong(from + 2),
                row.getString(from + 3),
                row.getString(from + 4),
                row.getString(from + 5),
                row.getString(from + 6),
                row.getBuffer(from + 7),
                row.getString(from + 8),
                row.getString(from + 9),
                row.getOffsetDateTime(from + 10));
    }

    /** Returns the event as JSON. The record is not parsed. */
    Buffer json() {
        return json(new JsonObject());
    }

    /** Returns the event as JSON for a webhook, with the names that earlier receivers read. */
    public Buffer webhookJson() {
        return json(new JsonObject().put("event_id", id).put("seller_id", sellerId));
    }

    private Buffer json(JsonObject more) {
        String head = new JsonObject()
                .put("event", type)
                .put("eventId", id)
                .put("sellerId", sellerId)
                .put("livemode", live)
                .put("timestamp", Times.text(at.toInstant()))
                .put("position", position)
                .put("recordId", recordId)
                .put("actor", new JsonObject().put("type", actor).put("id", actorId))
                .mergeIn(more)
                .encode();
        return Buffer.buffer(head.length() + record.length() + 40)
                .appendString(head.substring(0, head.length() - 1))
                .appendString(",\"data\":{\"" + kind + "\":")
                .appendBuffer(record)
                .appendString("}}");
    }
}
