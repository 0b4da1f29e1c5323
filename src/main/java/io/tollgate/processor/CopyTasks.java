package io.tollgate.processor;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.vertx.core.Future;
import java.time.Duration;

/**
 * Handlers of tasks that change the copies of records at the processor. The tasks fail while no account is connected.
 */
public record CopyTasks(Database database, ProcessorClient client) {
    private static final Duration CLOCK_SKEW_MAX = Duration.ofHours(1);

    @FunctionalInterface
    private interface Call {
        Future<Void> perform(ProcessorAccount account, Task task, String key);
    }

    /** Returns the handler that deletes the coupon that the task is about. */
    public TaskHandler deleteCoupon() {
        return handler((account, task, key) -> client.deleteCoupon(account, task.subjectId(), key));
    }

    /** Returns the handler that gives a coupon the name in the argument. */
    public TaskHandler renameCoupon() {
        return handler((account, task, key) ->
                client.renameCoupon(account, task.subjectId(), task.argument().getString("name"), key));
    }

    /** Returns the handler that deactivates a tax rate. */
    public TaskHandler deactivateTaxRate() {
        return handler((account, task, key) -> client.deactivateTaxRate(account, task.subjectId(), key));
    }

    /** Returns the handler that gives a tax rate the name in the argument. */
    public TaskHandler renameTaxRate() {
        return handler((account, task, key) ->
                client.renameTaxRate(account, task.subjectId(), task.argument().getString("name"), key));
    }

    /** Returns the handler that deactivates the tax rates that were created for a record since the task exists. */
    public TaskHandler forgetTaxRate() {
        return handler((account, task, key) -> client.taxRatesOf(
                        account, task.subjectId(), task.createdAt().minus(CLOCK_SKEW_MAX), key)
                .compose(found -> Future.all(found.stream()
                        .map(id -> client.deactivateTaxRate(account, id, key + id))
                        .toList()))
                .mapEmpty());
    }

    /** The key has a version, because a name that changes again during a rename needs a new idempotency key. */
    private TaskHandler handler(Call call) {
        return AccountTask.handler(database, (task, account) -> {
            if (account == null) {
                return Future.failedFuture("no processor account is connected");
            }
            String key = task.key() + "-" + task.argument().getString("version", "0");
            return call.perform(account, task, key).map(done -> null);
        });
    }
}
