package io.tollgate.sales.subscription;

import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Refunds and disputes that the processor reported before Tollgate recorded their payment. Their events changed
 * nothing, because the payment was unknown.
 */
public final class EarlyRefunds {
    /** Records refunds and disputes that were reported before their payment was recorded. */
    public static final TaskKind KIND = TaskKind.of("SYNC_REFUNDS", Lane.PROCESSOR);

    /** A condition of events of refunds and disputes, whose payments have an index ({@code processor_event_refund}). */
    public static final String OF_REFUNDS = """
            payment_id IS NOT NULL AND type IN ('charge.refunded', 'refund.created', 'refund.updated', 'refund.failed',
                'charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed',
                'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated')""";

    private static final String REPORTED = """
            SELECT FROM processor_event
            WHERE seller_id = $1 AND livemode = $2 AND payment_id = $3 AND %s
            LIMIT 1
            """.formatted(OF_REFUNDS);

    private EarlyRefunds() {}

    /**
     * Schedules the synchronization of refunds in the transaction that records their payment, if an event has reported
     * one.
     *
     * @param paymentIntentId null if nothing was charged
     */
    static Future<Void> syncReported(WriteContext write, @Nullable String paymentIntentId) {
        if (paymentIntentId == null) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(REPORTED)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), paymentIntentId))
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture()
                        : Tasks.schedule(
                                write.transaction(),
                                Task.of(write.scope(), write.newId(), KIND, paymentIntentId, new JsonObject()),
                                write.now(),
                                write.now()));
    }
}
