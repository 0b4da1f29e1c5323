package io.tollgate.sales.subscription;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.processor.SubscriptionUpdate;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resolves changes of subscriptions whose response was lost, by reading what the subscription charges at the processor.
 */
public record LostUpdates(Database database, ProcessorClient processor, OrderedTerms orders, Clock clock)
        implements AccountTask {
    public static final TaskKind KIND = TermsChange.AFTER_UPDATE;

    /** @param next the terms after the change */
    private record Found(ChargedTerms next, SubscriptionUpdate update) {}

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        PendingUpdate pending = PendingUpdate.of(task.argument());
        return database.write(task.scope(), transaction -> find(transaction, task, pending))
                .compose(found -> processor
                        .call(
                                account,
                                "subscription",
                                api -> api.subscription(found.update().subscriptionId()))
                        .compose(state -> database.write(
                                task.scope(), transaction -> settle(transaction, task, pending, found, state))))
                .map(done -> null);
    }

    private Future<Found> find(SqlConnection transaction, Task task, PendingUpdate pending) {
        Scope scope = task.scope();
        return StoredSubscriptionCodec.INSTANCE
                .lock(transaction, scope, task.subjectId())
                .compose(stored -> orders.of(transaction, scope, task.subjectId(), pending.quantity(), pending.price())
                        .map(next -> new Found(next, next.update(stored.value(), pending.at()))));
    }

    /**
     * Records the change, or returns the stock that was claimed for it. Does so once, also if the task runs again.
     */
    private Future<Void> settle(
            SqlConnection transaction, Task task, PendingUpdate pending, Found found, SubscriptionState state) {
        boolean applied = found.update().isAppliedTo(state);
        return StoredSubscriptionCodec.INSTANCE
                .lock(transaction, task.scope(), task.subjectId())
                .compose(former -> Tasks.finish(transaction, task).compose(first -> {
                    if (!first) {
                        return Future.succeededFuture();
                    }
                    return applied
                            ? enter(transaction, task, pending.appliedIn(state), former, found.next())
                            : orders.move(transaction, task.scope(), task.subjectId(), pending.released());
                }));
    }

    private Future<Void> enter(
            SqlConnection transaction,
            Task task,
            PendingUpdate pending,
            LockedRecord<StoredSubscription> former,
            ChargedTerms next) {
        Scope scope = task.scope();
        String id = task.subjectId();
        return orders.present(transaction, scope, id).compose(present -> {
            ChargedTerms terms = Objects.requireNonNull(present, "the subscription was ordered");
            return TestClock.in(transaction, scope, clock)
                    .compose(time -> new SubscriptionChange(
                                    transaction, scope, pending.keyId(), SubscriptionChange.UPDATE_ROUTE, time)
                            .write(former, former.value().charging(next))
                            .compose(written ->
                                    UpdateStore.insert(transaction, scope, id, next, pending.at(), pending.prorated()))
                            .compose(inserted ->
                                    orders.move(transaction, scope, id, PendingUpdate.returned(terms.stockTo(next))))
                            .compose(returned -> SubscriptionSync.request(
                                    transaction,
                                    scope,
                                    time.now(),
                                    Objects.requireNonNull(former.value().processorId()))))
                    .mapEmpty();
        });
    }
}
