package io.tollgate.sales.aftersales;

import io.tollgate.platform.task.Task;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.TaxReversal;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the tax of paid orders in the processor's reports, and reverses it after refunds. The idempotency keys depend
 * only on the order and the refund, so that a repeated task has the same result. A refusal ends the task, because a
 * repetition has the same result: the log, a metric and {@code scripts/doctor} report it.
 */
public record DueTaxes(WriteExecutor writes, ProcessorClient processor, TaxMetrics metrics) implements AccountTask {
    private static final Logger LOG = LoggerFactory.getLogger(DueTaxes.class);
    private static final String KEY = "tollgate-tax-";

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        Future<Void> done = task.kind().equals(TaxTasks.RECORD) ? record(task, account) : reverse(task, account);
        return done.recover(failure ->
                        failure instanceof ProcessorFailure known && known.kind() == ProcessorFailure.Kind.REFUSED
                                ? end(task, known)
                                : Future.failedFuture(failure))
                .map(settled -> null);
    }

    private Future<Void> end(Task task, ProcessorFailure refusal) {
        LOG.error(
                "Ending {} for {} of seller {}: processor rejected it: {}",
                task.kind(),
                task.subjectId(),
                task.scope().sellerId(),
                String.valueOf(refusal.getMessage()));
        metrics.refused(task.kind());
        return Future.succeededFuture();
    }

    private static StoredChargeCodec codec(Task task) {
        return StoredChargeCodec.of(Boolean.TRUE.equals(task.argument().getBoolean(TaxTasks.BOOKING)));
    }

    private static Future<LockedRecord<StoredCharge>> lock(WriteContext write, Task task, String id) {
        return codec(task).lock(write.transaction(), task.scope(), id);
    }

    private Future<Void> record(Task task, ProcessorAccount account) {
        String id = task.subjectId();
        return writes.run(task.scope(), write -> lock(write, task, id)).compose(locked -> {
            StoredCharge.Links links = locked.value().links();
            String calculationId = links.taxCalculationId();
            if (calculationId == null || links.taxTransactionId() != null) {
                return Future.succeededFuture();
            }
            return processor
                    .call(account, "recordTax", api -> api.recordTax(calculationId, id, KEY + id))
                    .compose(transactionId -> enter(task, id, transactionId));
        });
    }

    private Future<Void> enter(Task task, String id, String transactionId) {
        return writes.run(
                task.scope(),
                write -> lock(write, task, id)
                        .compose(former ->
                                codec(task).update(write, former, former.value().withTax(transactionId)))
                        .mapEmpty());
    }

    /**
     * Returns the id of the recorded tax. Returns null if the processor refused to record it, so that there is nothing
     * to reverse. Fails while it is not recorded yet.
     */
    private Future<@Nullable String> recorded(Task task, String chargeId) {
        return writes.run(
                task.scope(),
                write -> lock(write, task, chargeId).compose(charge -> {
                    String transactionId = charge.value().links().taxTransactionId();
                    return transactionId != null
                            ? Future.<@Nullable String>succeededFuture(transactionId)
                            : TaxTasks.isScheduled(write, chargeId)
                                    .compose(scheduled -> scheduled
                                            ? Future.failedFuture("the tax of the order is not recorded yet")
                                            : Future.<@Nullable String>succeededFuture(null));
                }));
    }

    private Future<Void> reverse(Task task, ProcessorAccount account) {
        String chargeId = Objects.requireNonNull(task.argument().getString(TaxTasks.CHARGE));
        return recorded(task, chargeId).compose(transactionId -> {
            if (transactionId == null) {
                return Future.succeededFuture();
            }
            String amount = task.argument().getString(TaxTasks.AMOUNT);
            TaxReversal reversal =
                    new TaxReversal(transactionId, task.subjectId(), amount == null ? null : Long.valueOf(amount));
            return processor.run(account, "reverseTax", api -> api.reverseTax(reversal, KEY + task.subjectId()));
        });
    }
}
