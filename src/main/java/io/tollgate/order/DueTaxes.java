package io.tollgate.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.booking.Bookings;
import io.tollgate.payment.Payments;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.Task;
import io.tollgate.processor.TaskRun;
import io.tollgate.processor.TaxReversal;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.resource.Resource;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records the tax of paid orders in the processor's reports, and reverses it after refunds. The idempotency keys depend
 * only on the order and the refund, so that a repeated task has the same result.
 */
public record DueTaxes(WriteExecutor writes, ProcessorClient processor) implements TaskRun.Settlement {
    private static final String KEY = "tollgate-tax-";

    @Override
    public Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account) {
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        Future<Void> done = task.kind() == Task.Kind.RECORD_TAX ? record(task, account) : reverse(task, account);
        return done.map(settled -> null);
    }

    private static Resource resource(Task task) {
        return Boolean.TRUE.equals(task.argument().getBoolean(TaxTasks.BOOKING))
                ? Bookings.RESOURCE
                : Payments.RESOURCE;
    }

    private Future<ObjectNode> charge(Task task, String id) {
        return writes.run(
                task.scope(),
                write -> Records.lock(write.transaction(), task.scope(), resource(task), id)
                        .map(Stored::record));
    }

    private Future<Void> record(Task task, ProcessorAccount account) {
        String id = task.subjectId();
        return charge(task, id).compose(charge -> {
            String calculationId = charge.path(TaxTasks.CALCULATION).textValue();
            if (calculationId == null || charge.path(TaxTasks.TRANSACTION).isTextual()) {
                return Future.succeededFuture();
            }
            return processor
                    .recordTax(account, calculationId, id, KEY + id)
                    .compose(transactionId -> enter(task, id, transactionId));
        });
    }

    private Future<Void> enter(Task task, String id, String transactionId) {
        return writes.run(
                task.scope(),
                write -> Records.lock(write.transaction(), task.scope(), resource(task), id)
                        .compose(former -> {
                            ObjectNode charge = former.record().deepCopy();
                            charge.put(TaxTasks.TRANSACTION, transactionId);
                            return write.update(task.scope(), resource(task), former, charge);
                        })
                        .mapEmpty());
    }

    private Future<Void> reverse(Task task, ProcessorAccount account) {
        String chargeId = Objects.requireNonNull(task.argument().getString(TaxTasks.CHARGE));
        return charge(task, chargeId).compose(charge -> {
            String transactionId = charge.path(TaxTasks.TRANSACTION).textValue();
            if (transactionId == null) {
                return Future.failedFuture("the tax of the order is not recorded yet");
            }
            String amount = task.argument().getString(TaxTasks.AMOUNT);
            return processor.reverseTax(
                    account,
                    new TaxReversal(transactionId, task.subjectId(), amount == null ? null : Long.valueOf(amount)),
                    KEY + task.subjectId());
        });
    }
}
