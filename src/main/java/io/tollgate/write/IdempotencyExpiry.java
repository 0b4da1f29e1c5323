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

/** Forgets answers to idempotency keys when their time is over, seller by seller. */
public final class IdempotencyExpiry {
    private static final String SQL = "DELETE FROM idempotent_answer WHERE seller_id = $1 AND created_at < $2";

    private final Database database;
    private final Clock clock;

    public IdempotencyExpiry(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Forgets what is due now; gives how many answers that were. */
    public Future<Integer> expire() {
        OffsetDateTime before = clock.now().minus(Idempotency.KEPT).atOffset(ZoneOffset.UTC);
        return database.get("SELECT id FROM seller", Tuple.tuple()).compose(rows -> {
            List<String> sellers = new ArrayList<>();
            for (Row row : rows) {
                sellers.add(row.getString(0));
            }
            Future<Integer> forgotten = Future.succeededFuture(0);
            for (String seller : sellers) {
                forgotten = forgotten.compose(sum -> expire(seller, before).map(more -> sum + more));
            }
            return forgotten;
        });
    }

    /** Answers of both modes. */
    private Future<Integer> expire(String seller, OffsetDateTime before) {
        return database.write(
                new Scope(seller, true),
                transaction -> transaction
                        .preparedQuery(SQL)
                        .execute(Tuple.of(seller, before))
                        .map(rows -> rows.rowCount()));
    }
}
