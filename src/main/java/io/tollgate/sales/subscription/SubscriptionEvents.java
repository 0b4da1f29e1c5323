package io.tollgate.sales.subscription;

import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.processor.event.ProcessorEventHandler;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/**
 * Lets subscriptions be synchronized when the processor reports that they, or their invoices, have changed. A charge
 * causes several events at once, which one look at the processor answers.
 */
public record SubscriptionEvents(WriteExecutor writes) implements ProcessorEventHandler {
    @Override
    public boolean handles(String type) {
        return type.startsWith("customer.subscription.") || type.startsWith("invoice.");
    }

    /**
     * Schedules the synchronization in the transaction that stores the event, which saves a task for each of the events
     * of a charge. Events that arrive before the subscription is recorded need a task.
     */
    @Override
    public Future<Boolean> isSettled(SqlConnection transaction, Scope scope, ProcessorEvent event) {
        String id = event.subscriptionId();
        return id == null
                ? Future.succeededFuture(false)
                : TestClock.in(transaction, scope, writes.clock())
                        .compose(time -> SubscriptionSync.request(transaction, scope, time.now(), id));
    }

    @Override
    public Future<Boolean> apply(Scope scope, ProcessorEvent event) {
        String id = event.subscriptionId();
        return id == null
                ? Future.succeededFuture(false)
                : writes.run(scope, write -> SubscriptionSync.request(write, id));
    }
}
