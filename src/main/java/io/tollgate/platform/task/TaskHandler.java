package io.tollgate.platform.task;

import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Performs the tasks of a kind. A task may run more than once, so its effect must be idempotent. */
@FunctionalInterface
public interface TaskHandler {
    /** Returns when to run the task again, or null if it is done. */
    Future<@Nullable Instant> run(Task task);
}
