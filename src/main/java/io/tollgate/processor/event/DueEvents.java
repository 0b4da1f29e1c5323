package io.tollgate.processor.event;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.Task;
import io.tollgate.processor.TaskRun;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies stored events. Events without a handler are ignored, as are those of an account that was disconnected. */
public record DueEvents(
        Database database, Clock clock, ProcessorEventMetrics metrics, List<ProcessorEventHandler> handlers)
        implements TaskRun.Settlement {
    @Override
    public Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account) {
        Scope scope = task.scope();
        return database.write(scope, transaction -> ProcessorEventStore.find(transaction, scope, task.subjectId()))
                .compose(event -> event == null
                        ? Future.<@Nullable Instant>succeededFuture(null)
                        : apply(scope, event, account)
                                .compose(applied -> end(scope, event, applied))
                                .map(ended -> null));
    }

    private Future<Boolean> apply(Scope scope, ProcessorEvent event, @Nullable ProcessorAccount account) {
        if (account != null) {
            for (ProcessorEventHandler handler : handlers) {
                if (handler.handles(event.type())) {
                    return handler.apply(scope, event);
                }
            }
        }
        return Future.succeededFuture(false);
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
