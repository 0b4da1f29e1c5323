package io.tollgate.processor.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;

/** Stores events of the simulator in the transaction of the change that they report. */
final class SimulatedEvents {
    private static final Duration KEPT = Duration.ofDays(30);

    private static final String INSERT = """
            INSERT INTO simulated_event
                (seller_id, livemode, id, type, object_id, body, delivery, status, remaining, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """;
    private static final String DELETE_OLD =
            "DELETE FROM simulated_event WHERE seller_id = $1 AND livemode = $2 AND created_at < $3";

    private SimulatedEvents() {}

    /** Stores a payment intent and an event with its new state. */
    static Future<JsonObject> update(SimulatedObjects objects, JsonObject intent, String change) {
        return objects.update(SimulatedPayments.KIND, intent).compose(updated -> report(objects, intent, change));
    }

    /** Stores the event of a payment intent, such as {@code succeeded}, and returns the intent. */
    static Future<JsonObject> report(SimulatedObjects objects, JsonObject intent, String change) {
        String type = SimulatedPayments.KIND + "." + change;
        EventDelivery delivery = EventDelivery.of(intent, objects.scenario(), type);
        Duration delay = delivery.delay(objects.scenario().random(type));
        String id = SimulatedObjects.newId("evt_");
        Tuple values = Tuple.of(objects.scope().sellerId(), objects.scope().live(), id, type, intent.getString("id"))
                .addValue(body(objects, intent, id, type).encode())
                .addValue(delivery.name())
                .addValue(delivery == EventDelivery.NEVER ? "NEVER" : "PENDING")
                .addValue(delivery.deliveries())
                .addValue(objects.time().plus(delay).atOffset(ZoneOffset.UTC))
                .addValue(objects.time().atOffset(ZoneOffset.UTC));
        Tuple old = Tuple.of(
                objects.scope().sellerId(),
                objects.scope().live(),
                objects.time().minus(KEPT).atOffset(ZoneOffset.UTC));
        return objects.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .compose(inserted ->
                        objects.transaction().preparedQuery(DELETE_OLD).execute(old))
                .map(intent);
    }

    private static JsonObject body(SimulatedObjects objects, JsonObject intent, String id, String type) {
        JsonObject object = intent.copy();
        SimulatedPayments.HIDDEN.forEach(object::remove);
        object.remove("client_secret");
        return new JsonObject()
                .put("id", id)
                .put("object", "event")
                .put("created", objects.now())
                .put("data", new JsonObject().put("object", object))
                .put("livemode", objects.scope().live())
                .put("pending_webhooks", 1)
                .put("type", type);
    }
}
