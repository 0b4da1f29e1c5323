package io.tollgate.write;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Deletes expired responses to idempotency keys, seller by seller. */
public record IdempotencyExpiry(Database database, Clock clock) {
    private static final String SQL = "DELETE FROM idempotent_answer WHERE seller_id = $1 AND created_at < $2";

    /** Deletes all expired responses and returns their number. */
    public Future<Integer> expire() {
        OffsetDateTime before = clock.now().minus(Idempotency.RETENTION).atOffset(ZoneOffset.UTC);
        return database.get("SELECT id FROM seller", Tuple.tuple()).compose(rows -> {
            List<String> sellers = new ArrayList<>();
            for (Row row : rows) {
                sellers.add(row.getString(0));
            }
            Future<Integer> deleted = Future.succeededFuture(0);
            for (String seller : sellers) {
                deleted = deleted.compose(sum -> expire(seller, before).map(count -> sum + count));
            }
            return deleted;
        });
    }

    /** Deletes the expired responses of one seller in both modes. */
    private Future<Integer> expire(String seller, OffsetDateTime before) {
        return database.write(
                new Scope(seller, true),
                transaction -> transaction
                        .preparedQuery(SQL)
                        .execute(Tuple.of(seller, before))
                        .map(rows -> rows.rowCount()));
    }
}
