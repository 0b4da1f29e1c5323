package io.tollgate.sales.aftersales;

import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.processor.event.ProcessorEventHandler;
import io.vertx.core.Future;

/** Records refunds and disputes when the processor reports that those of a payment have changed. */
public record RefundEvents(ProcessorRefundSync refunds) implements ProcessorEventHandler {
    @Override
    public boolean handles(String type) {
        return type.equals("charge.refunded") || type.startsWith("refund.") || type.startsWith("charge.dispute.");
    }

    @Override
    public Future<Boolean> apply(Scope scope, ProcessorEvent event) {
        return event.paymentId() == null
                ? Future.succeededFuture(false)
                : refunds.sync(scope, event.paymentId()).map(true);
    }
}
