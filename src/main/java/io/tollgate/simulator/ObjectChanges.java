package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changed objects and their events, which are written together. So a catch-up over years needs few statements. */
final class ObjectChanges {
    private static final String WRITE = """
            INSERT INTO simulated_object (seller_id, livemode, kind, id, object, created_at)
            VALUES ($1, $2, $3, $4, $5::text::jsonb, $6)
            ON CONFLICT (seller_id, livemode, kind, id) DO UPDATE SET object = EXCLUDED.object
            """;

    private final Map<String, JsonObject> changed = new LinkedHashMap<>();
    private final List<Tuple> events = new ArrayList<>();

    /** Notes a new or changed object. It may change further until {@link #write}. */
    void put(JsonObject object) {
        changed.put(object.getString("object") + "/" + object.getString("id"), object);
    }

    /** Notes an event with the present state of an object. */
    void report(SimulatedObjects objects, String type, JsonObject object, String commands) {
        events.add(SimulatedEvents.event(objects, type, object, commands, Duration.ZERO));
    }

    /** Writes all changes and events. */
    Future<Void> write(SimulatedObjects objects) {
        List<Tuple> values = new ArrayList<>();
        changed.values()
                .forEach(object -> values.add(Tuple.of(
                        objects.scope().sellerId(),
                        objects.scope().live(),
                        object.getString("object"),
                        object.getString("id"),
                        object.encode(),
                        Instant.ofEpochSecond(object.getLong("created")).atOffset(ZoneOffset.UTC))));
        List<Tuple> reported = List.copyOf(events);
        changed.clear();
        events.clear();
        return (values.isEmpty()
                        ? Future.succeededFuture()
                        : objects.transaction().preparedQuery(WRITE).executeBatch(values))
                .compose(written -> SimulatedEvents.insert(objects, reported));
    }
}
