package io.tollgate.processor;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.vertx.core.Future;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Performs the tasks of a kind that need the seller's account at the processor. */
@FunctionalInterface
public interface AccountTask {
    /**
     * @param account null if no account is connected any more
     * @return when to run the task again, or null if it is done
     */
    Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account);

    /** Returns the handler that looks up the account for each task. */
    static TaskHandler handler(Database database, AccountTask performer) {
        return task -> ProcessorAccount.find(database, task.scope()).compose(account -> performer.run(task, account));
    }
}
