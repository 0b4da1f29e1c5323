package io.tollgate.sales.checkout;

import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends offers that were not accepted in time. */
public record DueOffers(WriteExecutor writes) implements TaskHandler {
    /** Ends an offer after a purchase that was not accepted in time. */
    public static final TaskKind KIND = TaskKind.of("EXPIRE_OFFER", Lane.HOUSEKEEPING);

    @Override
    public Future<@Nullable Instant> run(Task task) {
        return writes.run(task.scope(), write -> FunnelRuns.expire(write, task.subjectId()))
                .map(done -> null);
    }
}
