package io.tollgate.sales.aftersales;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.Idempotency;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.PaymentBalance;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.RefundState;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finishes refunds: those whose response was lost, and those that the processor decides later. Asks the processor for
 * its refunds first, so that a refund is not repeated after the processor has forgotten the idempotency key.
 */
public final class DueRefunds implements AccountTask {
    /** Finishes a refund whose outcome is unknown or pending. */
    public static final TaskKind KIND =
            TaskKind.of("SETTLE_REFUND", Lane.PROCESSOR).completingRequests();

    /** How often the processor is asked about a pending refund at first. */
    private static final Duration LOOK_PAUSE = Duration.ofSeconds(15);

    private final WriteExecutor writes;
    private final ProcessorClient processor;
    private final RefundList list;

    public DueRefunds(WriteExecutor writes, ProcessorClient processor, InvoiceLinks links) {
        this.writes = writes;
        this.processor = processor;
        this.list = new RefundList(links);
    }

    /** Returns the argument of the task: the author of the request and its idempotency key. */
    static JsonObject argument(AuditLog.Author author, WriteContext write) {
        IdempotencyKey key = write.idempotencyKey();
        return new JsonObject()
                .put(
                        "keyId",
                        author.principal() == null ? null : author.principal().text())
                .put("route", author.route())
                .put("requestId", author.requestId())
                .put("idempotencyKey", key == null ? null : key.json());
    }

    /** Schedules the next question about a pending refund. */
    static Future<Void> schedule(WriteContext write, StoredRefund refund) {
        return schedule(write, refund, LOOK_PAUSE);
    }

    static Future<Void> schedule(WriteContext write, StoredRefund refund, Duration pause) {
        Task task = Task.of(write.scope(), write.newId(), KIND, refund.id(), new JsonObject());
        return Tasks.schedule(write.transaction(), task, write.now().plus(pause), write.now());
    }

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        Scope scope = task.scope();
        return writes.run(scope, write -> RefundStore.find(write, task.subjectId()))
                .compose(refund -> {
                    if (refund == null || refund.status() != Status.PENDING) {
                        return Future.<@Nullable Instant>succeededFuture(null);
                    }
                    if (refund.processorAmount() == 0) {
                        return record(task, write -> RefundSettlement.succeed(write, refund, null));
                    }
                    return account == null
                            ? Future.failedFuture("no processor account is connected")
                            : settle(task, account, refund);
                });
    }

    private Future<@Nullable Instant> settle(Task task, ProcessorAccount account, StoredRefund refund) {
        String paymentId = Objects.requireNonNull(refund.paymentIntentId());
        return processor
                .call(account, "balance", api -> api.balance(paymentId))
                .compose(balance -> {
                    RefundState known = find(balance, refund);
                    return known != null ? Future.succeededFuture(known) : refund.create(processor, account);
                })
                .compose(state -> record(task, write -> RefundSettlement.apply(write, refund, state)))
                .recover(failure ->
                        failure instanceof ProcessorFailure known && known.kind() == ProcessorFailure.Kind.REFUSED
                                ? record(
                                        task,
                                        write -> RefundSettlement.fail(
                                                write, refund, null, String.valueOf(failure.getMessage())))
                                : Future.failedFuture(failure));
    }

    private static @Nullable RefundState find(PaymentBalance balance, StoredRefund refund) {
        return balance.refunds().stream()
                .filter(state ->
                        refund.id().equals(state.refundId()) || state.id().equals(refund.processorRefundId()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Records the outcome, with the response for the idempotency key unless the refund has failed. Returns when to ask
     * again.
     */
    private Future<@Nullable Instant> record(Task task, WriteExecutor.Work<Void> outcome) {
        return writes.finish(
                task.scope(),
                author(task),
                write -> Idempotency.reserve(write.transaction(), write.scope(), key(task))
                        .compose(reserved -> outcome.in(write))
                        .compose(done -> RefundStore.find(write, task.subjectId()))
                        .compose(refund -> {
                            Instant next = refund == null || refund.status() == Status.PENDING
                                    ? write.now().plus(LOOK_PAUSE)
                                    : null;
                            return storeResponse(write, task, refund).map(stored -> next);
                        }));
    }

    private Future<Void> storeResponse(WriteContext write, Task task, @Nullable StoredRefund refund) {
        IdempotencyKey key = key(task);
        return key == null || refund == null || refund.status() == Status.FAILED
                ? Future.succeededFuture()
                : list.response(write, refund.charge())
                        .compose(response -> Idempotency.storeLate(
                                write.transaction(), write.scope(), key, response, write.realTime()));
    }

    private static @Nullable IdempotencyKey key(Task task) {
        return IdempotencyKey.of(task.argument().getJsonObject("idempotencyKey"));
    }

    private static AuditLog.@Nullable Author author(Task task) {
        Principal principal = Principal.parse(task.argument().getString("keyId"));
        return principal == null
                ? null
                : new AuditLog.Author(
                        task.scope(),
                        principal,
                        task.argument().getString("route"),
                        task.argument().getString("requestId"));
    }
}
