package io.tollgate.processor.event;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Deletes events some time after they were applied or ignored, seller by seller. */
public record ProcessorEventExpiry(Database database, Clock clock, int keptDays) {
    private static final String SELLERS =
            "SELECT DISTINCT seller_id FROM processor_event WHERE applied_at < $1::timestamptz";
    private static final String DELETE = "DELETE FROM processor_event WHERE seller_id = $1 AND applied_at < $2";

    /** Deletes the expired events and returns their number. */
    public Future<Integer> expire() {
        OffsetDateTime before = clock.now().minus(Duration.ofDays(keptDays)).atOffset(ZoneOffset.UTC);
        return database.get(SELLERS, Tuple.of(before)).compose(rows -> {
            Future<Integer> deleted = Future.succeededFuture(0);
            for (Row row : rows) {
                String seller = row.getString(0);
                deleted = deleted.compose(sum -> expire(seller, before).map(count -> sum + count));
            }
            return deleted;
        });
    }

    private Future<Integer> expire(String seller, OffsetDateTime before) {
        return database.write(
                new Scope(seller, true),
                transaction -> transaction
                        .preparedQuery(DELETE)
                        .execute(Tuple.of(seller, before))
                        .map(rows -> rows.rowCount()));
    }
}
