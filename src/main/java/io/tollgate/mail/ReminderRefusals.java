package io.tollgate.mail;

import io.tollgate.db.Database;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;

/** The addresses that want no reminders of a seller. */
public final class ReminderRefusals {
    /** A condition that holds if the address {@code $3} of the seller {@code $1} and the mode {@code $2} refuses. */
    public static final String REFUSES =
            "EXISTS (SELECT FROM reminder_refusal r" + " WHERE r.seller_id = $1 AND r.livemode = $2 AND r.email = $3)";

    private static final String ADD = """
            INSERT INTO reminder_refusal (seller_id, livemode, email, created_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """;

    private ReminderRefusals() {}

    /** Returns whether an address refuses the reminders of a seller. */
    public static Future<Boolean> has(Database database, Scope scope, String email) {
        return database.get("SELECT " + REFUSES, Tuple.of(scope.sellerId(), scope.live(), email))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Adds an address, which may have refused before. */
    public static Future<Void> add(WriteContext write, String email) {
        Scope scope = write.scope();
        return write.transaction()
                .preparedQuery(ADD)
                .execute(Tuple.of(
                        scope.sellerId(), scope.live(), email, write.realTime().atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }
}
