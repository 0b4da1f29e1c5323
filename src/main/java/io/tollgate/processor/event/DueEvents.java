package io.tollgate.processor.event;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.ProcessorAccount;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies stored events. Events without a handler are ignored, as are those of an account that was disconnected. */
public record DueEvents(
        Database database, Clock clock, ProcessorEventMetrics metrics, List<ProcessorEventHandler> handlers)
        implements AccountTask {
    /** Applies an event of the processor. Buyers may wait for it. */
    public static final TaskKind KIND =
            TaskKind.of("APPLY_EVENT", Lane.PROCESSOR).withPauseMax(Duration.ofSeconds(15));

    /** Returns the rule that deletes events some time after they were applied or ignored. */
    public static RowExpiry.Rule expiry(int keptDays) {
        return new RowExpiry.Rule(
                "old processor events",
                "DELETE FROM processor_event WHERE seller_id = $1 AND applied_at < $2",
                Duration.ofDays(keptDays));
    }

    @Override
    public Future<@Nullable Instant> run(Task task, @Nullable ProcessorAccount account) {
        Scope scope = task.scope();
        return database.read(scope, transaction -> ProcessorEventStore.find(transaction, scope, task.subjectId()))
                .compose(event -> event == null
                        ? Future.<@Nullable Instant>succeededFuture(null)
                        : apply(scope, event, account)
                                .compose(applied -> end(scope, event, applied))
                                .map(ended -> null));
    }

    private Future<Boolean> apply(Scope scope, ProcessorEvent event, @Nullable ProcessorAccount account) {
        Future<Boolean> applied = Future.succeededFuture(false);
        if (account != null) {
            for (ProcessorEventHandler handler : handlers) {
                if (handler.handles(event.type())) {
                    applied = applied.compose(
                            before -> before ? Future.succeededFuture(true) : handler.apply(scope, event));
                }
            }
        }
        return applied;
    }

    private Future<Void> end(Scope scope, ProcessorEvent event, boolean applied) {
        return database.write(
                        scope,
                        transaction -> ProcessorEventStore.end(transaction, scope, event.id(), applied, clock.now()))
                .map(first -> {
                    if (first) {
                        metrics.ended(applied);
                    }
                    return null;
                });
    }
}
