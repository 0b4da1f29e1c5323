package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/** Stores events of the simulator in the transaction of the change that they report. */
final class SimulatedEvents {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final int DELETION_INTERVAL = 50;

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
        return report(objects, intent, SimulatedPayments.KIND + "." + change, Duration.ZERO);
    }

    /**
     * Stores the event of an object, and returns the object.
     *
     * @param type such as {@code refund.failed}
     * @param after how long after this transaction the event is sent at the earliest
     */
    static Future<JsonObject> report(SimulatedObjects objects, JsonObject object, String type, Duration after) {
        return insert(objects, List.of(event(objects, type, object, commands(object), after)))
                .map(object);
    }

    /** Stores events. */
    static Future<Void> insert(SimulatedObjects objects, List<Tuple> events) {
        return events.isEmpty()
                ? Future.succeededFuture()
                : objects.transaction()
                        .preparedQuery(INSERT)
                        .executeBatch(events)
                        .compose(inserted -> isTurn(events.size()) ? deleteOld(objects) : Future.succeededFuture());
    }

    /** Old events are deleted with one of many new ones, because looking for them costs as much as storing one. */
    private static boolean isTurn(int events) {
        return ThreadLocalRandom.current().nextInt(DELETION_INTERVAL) < events;
    }

    private static Future<Void> deleteOld(SimulatedObjects objects) {
        Tuple old = Tuple.of(
                objects.scope().sellerId(),
                objects.scope().live(),
                objects.clock().minus(KEPT).atOffset(ZoneOffset.UTC));
        return objects.transaction().preparedQuery(DELETE_OLD).execute(old).mapEmpty();
    }

    /** Returns the texts of an object that may contain a command such as {@code simulate:events-late}. */
    static String commands(JsonObject object) {
        return object.getString("description") + "\n"
                + Objects.requireNonNullElseGet(object.getJsonObject("metadata"), JsonObject::new)
                        .encode();
    }

    /**
     * Returns the values of an event with the present state of an object.
     *
     * @param commands texts that may select the delivery
     * @param after how long after this transaction the event is sent at the earliest
     */
    static Tuple event(SimulatedObjects objects, String type, JsonObject object, String commands, Duration after) {
        EventDelivery delivery = EventDelivery.of(commands, objects.scenario(), type);
        Duration delay = delivery.delay(objects.scenario().random(type)).plus(after);
        String id = SimulatedObjects.newId("evt_");
        return Tuple.of(objects.scope().sellerId(), objects.scope().live(), id, type, object.getString("id"))
                .addValue(body(objects, object, id, type).encode())
                .addValue(delivery.name())
                .addValue(delivery == EventDelivery.NEVER ? "NEVER" : "PENDING")
                .addValue(delivery.deliveries())
                .addValue(objects.clock().plus(delay).atOffset(ZoneOffset.UTC))
                .addValue(objects.clock().atOffset(ZoneOffset.UTC));
    }

    private static JsonObject body(SimulatedObjects objects, JsonObject changed, String id, String type) {
        JsonObject object = SimulatedObjects.visible(changed);
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
