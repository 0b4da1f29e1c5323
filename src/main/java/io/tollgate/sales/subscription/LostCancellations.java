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
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.Processor;
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
                .compose(id -> processor.call(account, "subscription", api -> outcome(api, id, task, cancellation)))
                .compose(outcome -> outcome == null
                        ? Future.<Void>succeededFuture()
                        : database.write(task.scope(), transaction -> enter(transaction, task, cancellation, outcome)))
                .map(done -> null);
    }

    /** Settles the invoices of a subscription that is canceled; returns null if it is not. */
    private static OpenInvoices.@Nullable Outcome outcome(
            Processor api, String id, Task task, Cancellation cancellation) {
        CancellationTime ending = cancellation.ending();
        return api.subscription(id).matches(ending)
                ? cancellation.invoices().settle(api, id, ending, task.key())
                : null;
    }

    private Future<Void> enter(
            SqlConnection transaction, Task task, Cancellation cancellation, OpenInvoices.Outcome outcome) {
        Scope scope = task.scope();
        return Idempotency.reserve(transaction, scope, cancellation.idempotencyKey())
                .compose(reserved -> StoredSubscriptionCodec.INSTANCE.lock(transaction, scope, task.subjectId()))
                .compose(former -> {
                    StoredSubscription next = cancellation.applies(former.value())
                            ? cancellation.enter(former.value(), outcome)
                            : former.value();
                    boolean changes = StoredSubscriptionCodec.INSTANCE.isChange(former, next);
                    return TestClock.in(transaction, scope, clock)
                            .compose(time -> changes
                                    ? enter(transaction, task, new Entry(cancellation, outcome), former, next, time)
                                    : keep(transaction, scope, cancellation, time.real()));
                });
    }

    /** What is recorded. */
    private record Entry(Cancellation cancellation, OpenInvoices.Outcome outcome) {}

    private static Future<Void> enter(
            SqlConnection transaction,
            Task task,
            Entry entry,
            LockedRecord<StoredSubscription> former,
            StoredSubscription next,
            TestClock.Reading time) {
        Scope scope = task.scope();
        Cancellation cancellation = entry.cancellation();
        long due = entry.outcome().amountDue();
        Instant now = time.now();
        SubscriptionChange change =
                new SubscriptionChange(transaction, scope, cancellation.keyId(), cancellation.route(), time);
        return change.write(former, next)
                .compose(written -> cancellation.isUndo()
                        ? SubscriptionSync.restart(transaction, scope, task.subjectId())
                        : Future.succeededFuture())
                .compose(written -> cancellation.notify(transaction, scope, task.subjectId(), due, time.real()))
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
