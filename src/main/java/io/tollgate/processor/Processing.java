package io.tollgate.processor;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * The dependencies of features that use the processor.
 *
 * @param tasks scheduled calls to the processor and cleanup tasks
 * @param imports registers records with simulated accounts before a call changes them there
 * @param database for reads outside a write transaction
 */
public record Processing(ProcessorClient client, Tasks tasks, ImportedObjects imports, Database database) {
    /** After this time, a call with a lost response has either taken effect or never will. */
    private static final Duration SETTLING_TIME = Duration.ofSeconds(15);

    /**
     * Ends a call that failed. Deletes its cleanup task if the call certainly had no effect; otherwise makes the task
     * due soon.
     */
    public Future<Void> abandon(Task guard, Throwable failure) {
        if (!(failure instanceof ProcessorFailure known)) {
            return tasks.makeDue(guard, Duration.ZERO);
        }
        return known.mayHaveBeenProcessed() ? tasks.makeDue(guard, SETTLING_TIME) : tasks.cancel(guard);
    }
}
