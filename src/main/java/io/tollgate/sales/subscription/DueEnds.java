package io.tollgate.sales.subscription;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ImportedObjects;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SubscriptionState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ends subscriptions at their end date. Waits until the processor has ended the subscription, because it may charge
 * until then. A subscription unknown to the processor ends by the local clock.
 */
public record DueEnds(Database database, ProcessorClient processor, ImportedObjects imports, Clock clock)
        implements AccountTask {
    /** Marks a subscription as ended at its end date, once the processor has ended it. */
    public static final TaskKind KIND = TaskKind.of("END_SUBSCRIPTION", Lane.PROCESSOR);

    /** Schedules the end of a subscription in the transaction that changes it, or removes the task if no end is due. */
    static Future<Void> note(
            SqlConnection transaction, Scope scope, StoredSubscription subscription, String taskId, Instant now) {
        String id = subscription.id();
        if (!isPending(subscription)) {
            return Tasks.delete(transaction, scope, KIND, id);
        }
        Task task = Task.of(scope, taskId, KIND, id, new JsonObject());
        return Tasks.schedule(transaction, task, end(subscription, now), now);
    }

    private static boolean isPending(StoredSubscription subscription) {
        return subscription.ending().isScheduled() && !CancelableStates.is(subscription);
    }

    /** Returns the end date in the record; now if the end of the period is unknown. */
    private static Instant end(StoredSubscription subscription, Instant now) {
        Instant at = subscription.ending().at();
        return Objects.requireNonNullElse(at == null ? subscription.period().end() : at, now);
    }

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        return database.write(task.scope(), transaction -> read(transaction, task, account))
                .compose(subscription -> {
                    String processorId = subscription.processorId();
                    if (!isPending(subscription)) {
                        return Future.succeededFuture();
                    }
                    return processorId == null
                            ? endInTime(task, subscription)
                            : readProcessor(task, account, processorId);
                });
    }

    private Future<@Nullable Instant> endInTime(Task task, StoredSubscription subscription) {
        return new TestClock(database, clock).now(task.scope()).compose(now -> {
            Instant end = end(subscription, now);
            return end.isAfter(now) ? Future.<@Nullable Instant>succeededFuture(end) : end(task);
        });
    }

    private Future<StoredSubscription> read(SqlConnection transaction, Task task, @Nullable ProcessorAccount account) {
        return StoredSubscriptionCodec.INSTANCE
                .lock(transaction, task.scope(), task.subjectId())
                .compose(locked -> account == null || locked.value().processorId() == null
                        ? Future.succeededFuture(locked.value())
                        : register(transaction, account, locked).map(locked.value()));
    }

    private Future<Void> register(
            SqlConnection transaction, ProcessorAccount account, LockedRecord<StoredSubscription> subscription) {
        return TestClock.in(transaction, account.scope(), clock)
                .compose(time -> imports.register(
                        transaction, account, StoredSubscriptionCodec.INSTANCE.imported(subscription), time.now()));
    }

    private Future<@Nullable Instant> readProcessor(Task task, @Nullable ProcessorAccount account, String processorId) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        return processor
                .call(account, "subscription", api -> api.subscription(processorId))
                .compose(state -> after(task, state));
    }

    private Future<@Nullable Instant> after(Task task, SubscriptionState state) {
        if (state.canceled()) {
            return end(task);
        }
        Instant endsAt = state.endsAt();
        return endsAt == null
                ? Future.failedFuture("the processor has no end date for the subscription")
                : Future.succeededFuture(endsAt);
    }

    /** Ends the subscription in the database. Idempotent: an ended subscription stays unchanged. */
    private Future<@Nullable Instant> end(Task task) {
        return database.write(
                        task.scope(),
                        transaction -> StoredSubscriptionCodec.INSTANCE
                                .lock(transaction, task.scope(), task.subjectId())
                                .compose(former -> isPending(former.value())
                                        ? end(transaction, task.scope(), former)
                                        : Future.<Void>succeededFuture()))
                .map(done -> null);
    }

    private Future<Void> end(SqlConnection transaction, Scope scope, LockedRecord<StoredSubscription> former) {
        StoredSubscription subscription = former.value();
        String keyId = Objects.requireNonNullElse(subscription.ending().author().keyId(), "");
        return TestClock.in(transaction, scope, clock)
                .compose(time -> PlanCharges.of(transaction, scope, subscription)
                        .compose(charges -> {
                            // A plan whose charges are all paid is completed, even if it was canceled meanwhile.
                            StoredSubscription next = subscription.ended(charges.arePaid());
                            Set<TransitionEffect> effects = TransitionEffect.of(
                                    subscription.status(), next.status(), TransitionEffect.Announcement.REQUESTED);
                            return new SubscriptionChange(transaction, scope, keyId, SubscriptionChange.ROUTE, time)
                                    .write(former, next)
                                    .compose(written ->
                                            TransitionEffect.apply(effects, transaction, scope, time, next.id()));
                        }));
    }
}
