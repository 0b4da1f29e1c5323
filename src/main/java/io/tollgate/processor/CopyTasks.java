package io.tollgate.processor;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskHandler;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;

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
        return handler((account, task, key) -> {
            String id = task.subjectId();
            return client.run(account, "deleteCoupon", api -> api.deleteCoupon(id, key));
        });
    }

    /** Returns the handler that gives a coupon the name in the argument. */
    public TaskHandler renameCoupon() {
        return handler((account, task, key) -> {
            String id = task.subjectId();
            String name = task.argument().getString("name", "");
            return client.run(account, "renameCoupon", api -> api.renameCoupon(id, name, key));
        });
    }

    /** Returns the handler that deactivates a tax rate. */
    public TaskHandler deactivateTaxRate() {
        return handler((account, task, key) -> deactivate(account, task.subjectId(), key));
    }

    /** Returns the handler that gives a tax rate the name in the argument. */
    public TaskHandler renameTaxRate() {
        return handler((account, task, key) -> {
            String id = task.subjectId();
            String name = task.argument().getString("name", "");
            return client.run(account, "renameTaxRate", api -> api.renameTaxRate(id, name, key));
        });
    }

    /** Returns the handler that deactivates the tax rates that were created for a record since the task exists. */
    public TaskHandler forgetTaxRate() {
        return handler((account, task, key) -> {
            String recordId = task.subjectId();
            Instant since = task.createdAt().minus(CLOCK_SKEW_MAX);
            return client.call(account, "taxRatesOf", api -> api.taxRatesOf(recordId, since))
                    .compose(found -> Future.all(found.stream()
                            .map(id -> deactivate(account, id, key + id))
                            .toList()))
                    .mapEmpty();
        });
    }

    private Future<Void> deactivate(ProcessorAccount account, String taxRateId, String key) {
        return client.run(account, "deactivateTaxRate", api -> api.deactivateTaxRate(taxRateId, key));
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
