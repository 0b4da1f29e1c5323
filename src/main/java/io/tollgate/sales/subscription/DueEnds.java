package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.TestClockEvents;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.simulator.ImportedSubscriptions;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Ends subscriptions at their end date. Waits until the processor has ended the subscription, because it may charge
 * until then. A subscription unknown to the processor ends by the local clock.
 */
public record DueEnds(Database database, ProcessorClient processor, Clock clock) implements AccountTask {
    /** Marks a subscription as ended at its end date, once the processor has ended it. */
    public static final TaskKind KIND = TaskKind.of("END_SUBSCRIPTION", Lane.PROCESSOR);

    /** Schedules the end of a subscription in the transaction that changes it, or removes the task if no end is due. */
    static Future<Void> note(
            SqlConnection transaction, Scope scope, ObjectNode subscription, String taskId, Instant now) {
        String id = subscription.path("id").asText();
        if (!isPending(subscription)) {
            return Tasks.delete(transaction, scope, KIND, id);
        }
        Task task = Task.of(scope, taskId, KIND, id, new JsonObject());
        return Tasks.schedule(transaction, task, end(subscription, now), now);
    }

    private static boolean isPending(ObjectNode subscription) {
        boolean asked = subscription.path("cancelAtPeriodEnd").asBoolean() || subscription.hasNonNull("cancelAt");
        return asked && !CancelableStates.is(subscription);
    }

    /** Returns the end date in the record; now if the end of the period is unknown. */
    private static Instant end(ObjectNode subscription, Instant now) {
        JsonNode at = subscription.path(subscription.hasNonNull("cancelAt") ? "cancelAt" : "currentPeriodEnd");
        return at.isTextual() ? Instant.parse(at.textValue()) : now;
    }

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        return database.write(task.scope(), transaction -> read(transaction, task, account))
                .compose(subscription -> {
                    String processorId =
                            subscription.path("processorSubscriptionId").asText("");
                    if (!isPending(subscription)) {
                        return Future.succeededFuture();
                    }
                    return processorId.isEmpty()
                            ? endInTime(task, subscription)
                            : readProcessor(task, account, processorId);
                });
    }

    private Future<@Nullable Instant> endInTime(Task task, ObjectNode subscription) {
        return new TestClock(database, clock).now(task.scope()).compose(now -> {
            Instant end = end(subscription, now);
            return end.isAfter(now) ? Future.<@Nullable Instant>succeededFuture(end) : end(task);
        });
    }

    private Future<ObjectNode> read(SqlConnection transaction, Task task, @Nullable ProcessorAccount account) {
        return Records.lock(transaction, task.scope(), Subscriptions.RESOURCE, task.subjectId())
                .compose(stored -> {
                    ObjectNode subscription = stored.record();
                    boolean told = account != null
                            && account.simulated()
                            && subscription.hasNonNull("processorSubscriptionId");
                    return (told ? register(transaction, task.scope(), subscription) : Future.<Void>succeededFuture())
                            .map(subscription);
                });
    }

    private Future<Void> register(SqlConnection transaction, Scope scope, ObjectNode subscription) {
        return TestClock.in(transaction, scope, clock)
                .compose(time -> ImportedSubscriptions.register(transaction, scope, subscription, time.now()));
    }

    private Future<@Nullable Instant> readProcessor(Task task, @Nullable ProcessorAccount account, String processorId) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        return processor.subscription(account, processorId, task.key()).compose(state -> after(task, state));
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
                        transaction -> Records.lock(transaction, task.scope(), Subscriptions.RESOURCE, task.subjectId())
                                .compose(former -> isPending(former.record())
                                        ? end(transaction, task.scope(), former.record())
                                        : Future.<Void>succeededFuture()))
                .map(done -> null);
    }

    private Future<Void> end(SqlConnection transaction, Scope scope, ObjectNode former) {
        return TestClock.in(transaction, scope, clock).compose(time -> {
            SubscriptionChange change = new SubscriptionChange(
                    transaction, scope, former.path("canceledByApiKey").asText(""), time);
            return PlanCharges.of(transaction, scope, former).compose(charges -> {
                // A plan whose charges are all paid is completed, even if it was canceled meanwhile.
                boolean paidOff = charges.arePaid();
                ObjectNode subscription = former.deepCopy().put("status", paidOff ? "completed" : "canceled");
                TestClockEvents.Type type = paidOff
                        ? TestClockEvents.Type.SUBSCRIPTION_COMPLETED
                        : TestClockEvents.Type.SUBSCRIPTION_CANCELED;
                String id = former.path("id").asText();
                return change.write(former, subscription)
                        .compose(written -> TestClockEvents.note(transaction, scope, time, type, id));
            });
        });
    }
}
