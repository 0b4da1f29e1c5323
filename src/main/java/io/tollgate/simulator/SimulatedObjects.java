package io.tollgate.simulator;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one simulated account within one transaction.
 *
 * @param time of the account. Everything that happens in the transaction is dated at this time.
 * @param clock the real time, at which events are sent
 */
record SimulatedObjects(SqlConnection transaction, Scope scope, Instant time, Instant clock, Scenario scenario) {
    /** The names of members that no response and no event has begin so. */
    static final String HIDDEN = "simulator_";

    private static final String FIND = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND id = $4
            FOR UPDATE
            """;
    private static final String READ = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND id = $4
            """;
    private static final String INSERT = """
            INSERT INTO simulated_object (seller_id, livemode, kind, id, object, created_at)
            VALUES ($1, $2, $3, $4, $5::text::jsonb, $6)
            ON CONFLICT (seller_id, livemode, kind, id) DO NOTHING
            """;
    private static final String UPDATE = """
            UPDATE simulated_object SET object = $5::text::jsonb
            WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND id = $4
            """;
    private static final String DELETE =
            "DELETE FROM simulated_object WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND id = $4";
    private static final String LIST = """
            SELECT object::text FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = $3
            ORDER BY created_at DESC, id DESC
            """;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int ID_LENGTH = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Returns the time in seconds, the unit of the protocol. */
    long now() {
        return time.getEpochSecond();
    }

    /** Returns an object as responses and events show it. */
    static JsonObject visible(JsonObject object) {
        JsonObject visible = new JsonObject();
        object.forEach(member -> {
            if (!member.getKey().startsWith(HIDDEN)) {
                visible.put(member.getKey(), shown(member.getValue()));
            }
        });
        return visible;
    }

    private static @Nullable Object shown(@Nullable Object value) {
        if (value instanceof JsonObject object) {
            return visible(object);
        }
        if (value instanceof JsonArray array) {
            JsonArray shown = new JsonArray();
            array.forEach(element -> shown.add(shown(element)));
            return shown;
        }
        return value;
    }

    static String newId(String prefix) {
        StringBuilder id = new StringBuilder(prefix);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        }
        return id.toString();
    }

    /** Returns one object, locked until the end of the transaction. */
    Future<JsonObject> find(String kind, String id) {
        return transaction.preparedQuery(FIND).execute(names(kind, id)).map(rows -> {
            for (Row row : rows) {
                return new JsonObject(row.getString(0));
            }
            throw WireError.missingObject(kind, id);
        });
    }

    /** Returns one object without a lock; null if it does not exist. */
    Future<@Nullable JsonObject> read(String kind, String id) {
        return transaction.preparedQuery(READ).execute(names(kind, id)).map(rows -> {
            for (Row row : rows) {
                return new JsonObject(row.getString(0));
            }
            return null;
        });
    }

    Future<JsonObject> insert(String kind, JsonObject object) {
        return add(kind, object).map(added -> {
            if (!added) {
                throw WireError.exists(kind);
            }
            return object;
        });
    }

    /** Inserts an object. Returns false, without a change, if the id exists. */
    Future<Boolean> add(String kind, JsonObject object) {
        Tuple values =
                names(kind, object.getString("id")).addValue(object.encode()).addValue(time.atOffset(ZoneOffset.UTC));
        return transaction.preparedQuery(INSERT).execute(values).map(rows -> rows.rowCount() == 1);
    }

    Future<JsonObject> update(String kind, JsonObject object) {
        return transaction
                .preparedQuery(UPDATE)
                .execute(names(kind, object.getString("id")).addValue(object.encode()))
                .map(object);
    }

    Future<Void> delete(String kind, String id) {
        return transaction.preparedQuery(DELETE).execute(names(kind, id)).mapEmpty();
    }

    /** Returns all objects of a kind, newest first. */
    Future<List<JsonObject>> list(String kind) {
        return transaction
                .preparedQuery(LIST)
                .execute(Tuple.of(scope.sellerId(), scope.live(), kind))
                .map(SimulatedObjects::objects);
    }

    static List<JsonObject> objects(RowSet<Row> rows) {
        List<JsonObject> objects = new ArrayList<>();
        rows.forEach(row -> objects.add(new JsonObject(row.getString(0))));
        return objects;
    }

    private Tuple names(String kind, String id) {
        return Tuple.of(scope.sellerId(), scope.live(), kind, id);
    }
}
