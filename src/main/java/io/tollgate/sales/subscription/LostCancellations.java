package io.tollgate.sales.subscription;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.write.Idempotency;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Resolves cancellations whose response was lost, by reading the state of the subscription at the processor. */
public record LostCancellations(Database database, ProcessorClient processor, Clock clock) implements AccountTask {
    /** Checks whether a subscription was canceled after a lost response, and records the result. */
    public static final TaskKind KIND =
            TaskKind.of("CONFIRM_CANCELLATION", Lane.PROCESSOR).completingRequests();

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        Cancellation cancellation = Cancellation.of(task.argument());
        return database.write(
                        task.scope(),
                        transaction ->
                                StoredSubscriptionCodec.INSTANCE.lock(transaction, task.scope(), task.subjectId()))
                .map(stored -> Objects.requireNonNull(stored.value().processorId()))
                .compose(id -> processor.call(account, "subscription", api -> api.subscription(id)))
                .compose(state -> state.matches(cancellation.ending())
                        ? database.write(task.scope(), transaction -> enter(transaction, task, cancellation))
                        : Future.<Void>succeededFuture())
                .map(done -> null);
    }

    private Future<Void> enter(SqlConnection transaction, Task task, Cancellation cancellation) {
        Scope scope = task.scope();
        return Idempotency.reserve(transaction, scope, cancellation.idempotencyKey())
                .compose(reserved -> StoredSubscriptionCodec.INSTANCE.lock(transaction, scope, task.subjectId()))
                .compose(former -> {
                    if (!cancellation.applies(former.value())) {
                        return Future.succeededFuture();
                    }
                    StoredSubscription next = cancellation.enter(former.value());
                    if (!StoredSubscriptionCodec.INSTANCE.isChange(former, next)) {
                        return Future.succeededFuture();
                    }
                    return TestClock.in(transaction, scope, clock)
                            .compose(time -> enter(transaction, task, cancellation, former, next, time));
                });
    }

    private static Future<Void> enter(
            SqlConnection transaction,
            Task task,
            Cancellation cancellation,
            LockedRecord<StoredSubscription> former,
            StoredSubscription next,
            TestClock.Reading time) {
        Scope scope = task.scope();
        Instant now = time.now();
        SubscriptionChange change = new SubscriptionChange(transaction, scope, cancellation.keyId(), time);
        return change.write(former, next)
                .compose(written -> cancellation.notify(transaction, scope, task.subjectId(), time.real()))
                .compose(told -> DueEnds.note(transaction, scope, next, Ids.next(now), now))
                .compose(noted -> keep(transaction, scope, cancellation, time.real()));
    }

    private static Future<Void> keep(SqlConnection transaction, Scope scope, Cancellation cancellation, Instant now) {
        IdempotencyKey key = cancellation.idempotencyKey();
        return key == null
                ? Future.succeededFuture()
                : Idempotency.storeLate(transaction, scope, key, Cancellation.answer(), now);
    }
}
