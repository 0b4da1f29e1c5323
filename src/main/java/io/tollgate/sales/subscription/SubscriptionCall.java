package io.tollgate.sales.subscription;

import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorAccount;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A call to the processor that changes a subscription.
 *
 * @param guard the task that follows if the response is lost
 */
record SubscriptionCall(ProcessorAccount account, String processorId, Task guard) {
    /**
     * Prepares the call in the transaction before it. Returns null if the processor does not have the subscription: one
     * of test mode without a payment does not exist there.
     *
     * @param kind of the task that follows if the response is lost
     */
    static Future<@Nullable SubscriptionCall> prepare(
            Processing processing,
            WriteContext write,
            LockedRecord<StoredSubscription> stored,
            TaskKind kind,
            JsonObject argument) {
        StoredSubscription subscription = stored.value();
        String processorId = subscription.processorId();
        if (processorId == null) {
            return Future.succeededFuture();
        }
        return ProcessorAccount.of(write.transaction(), write.scope())
                .compose(account -> processing
                        .imports()
                        .register(
                                write.transaction(),
                                account,
                                StoredSubscriptionCodec.INSTANCE.imported(stored),
                                write.now())
                        .map(account))
                .compose(account -> Tasks.guard(write, kind, subscription.id(), argument)
                        .map(guard -> new SubscriptionCall(account, processorId, guard)));
    }
}
