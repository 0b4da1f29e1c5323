package io.tollgate.sales.checkout;

import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.tollgate.platform.task.TaskKind;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Settles checkouts whose buyers did not return, ends those whose hold has expired, and deletes them later. */
public record DueCheckouts(CheckoutSettlement settlement) implements TaskHandler {
    /** Ends a checkout whose hold has expired. Buyers wait for the outcome. */
    public static final TaskKind KIND =
            TaskKind.of("SETTLE_CHECKOUT", Lane.PROCESSOR).withPauseMax(Duration.ofSeconds(15));

    @Override
    public Future<@Nullable Instant> run(Task task) {
        return settlement.due(task.scope(), task.subjectId());
    }
}
