package io.tollgate.checkout;

import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.processor.event.ProcessorEventHandler;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.Set;

/** Settles checkouts when the processor reports that their payment has changed. */
public record CheckoutEvents(WriteExecutor writes, CheckoutSettlement settlement) implements ProcessorEventHandler {
    /** Changes after which a checkout has the same status as before: it waits for its buyer. */
    private static final Set<String> WITHOUT_OUTCOME =
            Set.of("payment_intent.created", "payment_intent.requires_action");

    @Override
    public boolean handles(String type) {
        return type.startsWith("payment_intent.");
    }

    @Override
    public Future<Boolean> apply(Scope scope, ProcessorEvent event) {
        return writes.run(
                        scope,
                        write -> CheckoutStore.checkoutOf(
                                write.transaction(),
                                scope,
                                Objects.requireNonNullElse(event.paymentId(), event.objectId()),
                                event.checkoutId()))
                .compose(checkoutId -> checkoutId == null
                        ? Future.succeededFuture(false)
                        : WITHOUT_OUTCOME.contains(event.type())
                                ? Future.succeededFuture(true)
                                : settlement.settle(scope, checkoutId).map(settled -> true));
    }
}
