package io.tollgate.sales.checkout;

import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.Task;
import io.tollgate.processor.TaskRun;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends offers that were not accepted in time. */
public record DueOffers(WriteExecutor writes) implements TaskRun.Settlement {
    @Override
    public Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account) {
        return writes.run(task.scope(), write -> FunnelRuns.expire(write, task.subjectId()))
                .map(done -> null);
    }
}
