package io.tollgate.sales.subscription;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payer;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.TransitionEffect.Announcement;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the record of a subscription and its payments to the state of the processor. Reads the current state there, so
 * that the number and the order of the calls do not matter.
 */
public record SubscriptionSync(WriteExecutor writes, ProcessorClient processor) implements TaskHandler {
    /**
     * Records what the processor has charged for a subscription. Begins after events of the processor, because an event
     * restarts a synchronization that runs at the same time.
     */
    public static final TaskKind KIND =
            TaskKind.of("SYNC_SUBSCRIPTION", Lane.PROCESSOR).runningAfterOthers();

    /** The position of subscriptions that were last synchronized by an older version is that of a payment. */
    private static final String FIND = """
            SELECT b.processor_id, b.version, coalesce(b.settled_invoice_id, i.invoice_id),
                   coalesce(b.settled_number, i.number)
            FROM billed_subscription b
            LEFT JOIN LATERAL (
                SELECT invoice_id, number FROM subscription_invoice i
                WHERE i.seller_id = $1 AND i.livemode = $2 AND i.subscription_id = $3 AND i.final
                  AND i.number < coalesce(
                    (SELECT min(number) FROM subscription_invoice o
                     WHERE o.seller_id = $1 AND o.livemode = $2 AND o.subscription_id = $3 AND NOT o.final),
                    2147483647)
                ORDER BY number DESC LIMIT 1) i ON b.settled_number IS NULL
            WHERE b.seller_id = $1 AND b.livemode = $2 AND b.subscription_id = $3
            """;

    /** Makes a run that has read the processor before start again. */
    private static final String REQUEST = """
            UPDATE billed_subscription SET version = version + 1
            WHERE seller_id = $1 AND livemode = $2 AND processor_id = $3
            RETURNING subscription_id
            """;

    private static final String RESTART = """
            UPDATE billed_subscription SET version = version + 1
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3
            """;

    private static final String ADVANCE = """
            UPDATE billed_subscription
            SET version = version + 1, settled_invoice_id = coalesce($5, settled_invoice_id),
                settled_number = coalesce($6, settled_number)
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 AND version = $4
            """;

    private static final String CANCELLATION_RUNS = """
            SELECT FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND subject_id = $3 AND kind = $4
            LIMIT 1
            """;

    /**
     * A subscription with what is known of it.
     *
     * @param last the last invoice that no longer changes; null if there is none
     */
    record Known(
            String id,
            String processorId,
            long version,
            SubscriptionInvoice.@Nullable Position last,
            ProcessorAccount account) {}

    /**
     * Schedules the synchronization of a subscription.
     *
     * @param processorId its id at the processor
     * @return false if it is not one of Tollgate's
     */
    public static Future<Boolean> request(WriteContext write, String processorId) {
        return request(write.transaction(), write.scope(), write.now(), processorId);
    }

    /** Does the same outside a write. */
    static Future<Boolean> request(SqlConnection transaction, Scope scope, Instant now, String processorId) {
        return transaction
                .preparedQuery(REQUEST)
                .execute(Tuple.of(scope.sellerId(), scope.live(), processorId))
                .compose(rows -> {
                    for (Row row : rows) {
                        Task task = Task.of(scope, Ids.next(now), KIND, row.getString(0), new JsonObject());
                        return Tasks.schedule(transaction, task, now, now).map(true);
                    }
                    return Future.succeededFuture(false);
                });
    }

    /**
     * Makes a run that has read the processor before start again. Called after a change of the record that the run
     * would take back.
     */
    static Future<Void> restart(SqlConnection transaction, Scope scope, String subscriptionId) {
        return transaction
                .preparedQuery(RESTART)
                .execute(Tuple.of(scope.sellerId(), scope.live(), subscriptionId))
                .mapEmpty();
    }

    @Override
    public Future<@Nullable Instant> run(Task task) {
        return sync(task.scope(), task.subjectId()).map(done -> null);
    }

    /** @throws ApiError 503 if another run has recorded a state meanwhile, or a further change was reported */
    Future<Void> sync(Scope scope, String id) {
        return writes.read(scope, write -> known(write, id))
                .compose(known -> known == null
                        ? Future.succeededFuture()
                        : SubscriptionSnapshot.after(processor, known.account(), known.processorId(), known.last())
                                .compose(billed -> writes.run(scope, write -> record(write, known, billed))));
    }

    /** Returns what is known of a subscription; null if the processor does not bill it. */
    static Future<@Nullable Known> known(WriteContext write, String id) {
        Scope scope = write.scope();
        return write.transaction()
                .preparedQuery(FIND)
                .execute(Tuple.of(scope.sellerId(), scope.live(), id))
                .compose(rows -> {
                    for (Row row : rows) {
                        String invoice = row.getString(2);
                        SubscriptionInvoice.Position last =
                                invoice == null ? null : new SubscriptionInvoice.Position(invoice, row.getInteger(3));
                        return ProcessorAccount.of(write.transaction(), scope)
                                .map(account -> new Known(id, row.getString(0), row.getLong(1), last, account));
                    }
                    return Future.<@Nullable Known>succeededFuture(null);
                });
    }

    /** @throws ApiError 503 if another run has recorded a state meanwhile, or a further change was reported */
    private static Future<Void> record(WriteContext write, Known known, SubscriptionSnapshot billed) {
        Scope scope = write.scope();
        return StoredSubscriptionCodec.INSTANCE
                .lock(write, known.id())
                .compose(former -> write.transaction()
                        .preparedQuery(ADVANCE)
                        .execute(advance(scope, known, billed))
                        .compose(advanced -> {
                            if (advanced.rowCount() != 1) {
                                throw ApiError.unavailable();
                            }
                            Payer payer = InvoicedPayments.payer(scope, former.value(), billed.state());
                            return InvoicedPayments.charges(write, payer, billed)
                                    .compose(changed -> update(write, former, billed)
                                            .compose(effects -> {
                                                InvoicedPayments.tell(write, payer, changed);
                                                return TransitionEffect.apply(
                                                        effects,
                                                        write.transaction(),
                                                        scope,
                                                        reading(write),
                                                        known.id());
                                            }));
                        })
                        .compose(updated -> InvoicedPayments.lookLater(write, known.id(), billed.state())));
    }

    private static TestClock.Reading reading(WriteContext write) {
        return new TestClock.Reading(write.now(), write.realTime(), write.testClockMoves());
    }

    /** Updates the record, and returns the effects of the transition. */
    private static Future<Set<TransitionEffect>> update(
            WriteContext write, LockedRecord<StoredSubscription> former, SubscriptionSnapshot billed) {
        return PlanCharges.of(write.transaction(), write.scope(), former.value())
                .compose(charges -> {
                    StoredSubscription next =
                            SubscriptionProgress.after(former.value(), billed.state(), charges, write.now());
                    return announcement(write, former.value(), next)
                            .compose(announcement -> StoredSubscriptionCodec.INSTANCE
                                    .update(write, former, next)
                                    .map(TransitionEffect.of(former.value().status(), next.status(), announcement)));
                });
    }

    /** Returns who knows of the end. The request that cancels at this moment has a task until it is recorded. */
    private static Future<Announcement> announcement(
            WriteContext write, StoredSubscription former, StoredSubscription next) {
        if (former.ending().requestedAt() != null) {
            return Future.succeededFuture(Announcement.REQUESTED);
        }
        boolean reported = next.ending().requestedAt() != null;
        if (!reported && next.status() != SubscriptionStatus.CANCELED) {
            return Future.succeededFuture(Announcement.NONE);
        }
        return write.transaction()
                .preparedQuery(CANCELLATION_RUNS)
                .execute(Tuple.of(
                        write.scope().sellerId(), write.scope().live(), next.id(), LostCancellations.KIND.name()))
                .map(rows -> rows.size() > 0
                        ? Announcement.REQUESTED
                        : reported ? Announcement.REPORTED : Announcement.NONE);
    }

    private static Tuple advance(Scope scope, Known known, SubscriptionSnapshot billed) {
        SubscriptionInvoice.Position settled = billed.settled();
        return Tuple.of(scope.sellerId(), scope.live(), known.id(), known.version())
                .addValue(settled == null ? null : settled.invoiceId())
                .addValue(settled == null ? null : settled.number());
    }
}
