package io.tollgate.sales.checkout;

import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.Task;
import io.tollgate.processor.TaskRun;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Settles checkouts whose buyers did not return, ends those whose hold has expired, and deletes them later. */
public record DueCheckouts(CheckoutSettlement settlement) implements TaskRun.Settlement {
    @Override
    public Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account) {
        return settlement.due(task.scope(), task.subjectId());
    }
}
