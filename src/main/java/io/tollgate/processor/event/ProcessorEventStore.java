package io.tollgate.processor.event;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The statements on stored events. */
final class ProcessorEventStore {
    private static final String INSERT = """
            INSERT INTO processor_event
                (seller_id, livemode, id, type, object_id, payment_id, subscription_id, checkout_id, created_at,
                 received_at, outcome, applied_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (seller_id, livemode, id) DO NOTHING
            """;
    private static final String FIND = """
            SELECT type, object_id, payment_id, subscription_id, checkout_id, created_at FROM processor_event
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND applied_at IS NULL
            """;
    private static final String END = """
            UPDATE processor_event SET outcome = $4, applied_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND applied_at IS NULL
            """;

    private ProcessorEventStore() {}

    /** Stores an event and schedules its application. Returns false, without a change, if it was stored before. */
    static Future<Boolean> insert(SqlConnection transaction, Scope scope, ProcessorEvent event, Instant now) {
        return insert(transaction, scope, event, now, false);
    }

    /**
     * Stores an event and schedules its application unless it is settled. Returns false, without a change, if it was
     * stored before.
     *
     * @param settled whether the event changes nothing any more, and counts as applied
     */
    static Future<Boolean> insert(
            SqlConnection transaction, Scope scope, ProcessorEvent event, Instant now, boolean settled) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), event.id(), event.type(), event.objectId())
                .addValue(event.paymentId())
                .addValue(event.subscriptionId())
                .addValue(event.checkoutId())
                .addValue(event.createdAt().atOffset(ZoneOffset.UTC))
                .addValue(now.atOffset(ZoneOffset.UTC))
                .addValue(settled ? "APPLIED" : null)
                .addValue(settled ? now.atOffset(ZoneOffset.UTC) : null);
        Task task = Task.of(scope, Ids.next(now), DueEvents.KIND, event.id(), new JsonObject());
        return transaction
                .preparedQuery(INSERT)
                .execute(values)
                .compose(rows -> rows.rowCount() == 0
                        ? Future.succeededFuture(false)
                        : settled
                                ? Future.succeededFuture(true)
                                : Tasks.schedule(transaction, task, now, now).map(true));
    }

    /** Returns an event that is not applied yet, or null if there is none with this id. */
    static Future<@Nullable ProcessorEvent> find(SqlConnection transaction, Scope scope, String id) {
        return transaction
                .preparedQuery(FIND)
                .execute(Tuple.of(scope.sellerId(), scope.live(), id))
                .map(rows -> {
                    for (Row row : rows) {
                        return new ProcessorEvent(
                                id,
                                row.getString(0),
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getOffsetDateTime(5).toInstant());
                    }
                    return null;
                });
    }

    /** Records the outcome of an event. Returns false if it was recorded before. */
    static Future<Boolean> end(SqlConnection transaction, Scope scope, String id, boolean applied, Instant now) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), id)
                .addValue(applied ? "APPLIED" : "IGNORED")
                .addValue(now.atOffset(ZoneOffset.UTC));
        return transaction.preparedQuery(END).execute(values).map(rows -> rows.rowCount() == 1);
    }
}
