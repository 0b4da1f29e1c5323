package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.Changes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.write.Idempotency;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
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
                                Records.lock(transaction, task.scope(), Subscriptions.RESOURCE, task.subjectId()))
                .compose(stored -> processor.subscription(
                        account, stored.record().path("processorSubscriptionId").asText(), task.key()))
                .compose(state -> state.matches(cancellation.ending())
                        ? database.write(task.scope(), transaction -> enter(transaction, task, cancellation))
                        : Future.<Void>succeededFuture())
                .map(done -> null);
    }

    private Future<Void> enter(SqlConnection transaction, Task task, Cancellation cancellation) {
        Scope scope = task.scope();
        return Idempotency.reserve(transaction, scope, cancellation.idempotencyKey())
                .compose(reserved -> Records.lock(transaction, scope, Subscriptions.RESOURCE, task.subjectId()))
                .compose(former -> {
                    if (!cancellation.applies(former.record())) {
                        return Future.succeededFuture();
                    }
                    ObjectNode subscription = former.record().deepCopy();
                    cancellation.enter(subscription);
                    if (Changes.none(Subscriptions.RESOURCE.fields(), former.record(), subscription)) {
                        return Future.succeededFuture();
                    }
                    return TestClock.in(transaction, scope, clock)
                            .compose(time ->
                                    enter(transaction, task, cancellation, former.record(), subscription, time));
                });
    }

    private static Future<Void> enter(
            SqlConnection transaction,
            Task task,
            Cancellation cancellation,
            ObjectNode former,
            ObjectNode subscription,
            TestClock.Reading time) {
        Scope scope = task.scope();
        Instant now = time.now();
        SubscriptionChange change = new SubscriptionChange(transaction, scope, cancellation.keyId(), time);
        return change.write(former, subscription)
                .compose(written -> cancellation.notify(transaction, scope, task.subjectId(), time.real()))
                .compose(told -> DueEnds.note(transaction, scope, subscription, Ids.next(now), now))
                .compose(noted -> keep(transaction, scope, cancellation, time.real()));
    }

    private static Future<Void> keep(SqlConnection transaction, Scope scope, Cancellation cancellation, Instant now) {
        IdempotencyKey key = cancellation.idempotencyKey();
        return key == null
                ? Future.succeededFuture()
                : Idempotency.storeLate(transaction, scope, key, Cancellation.answer(), now);
    }
}
