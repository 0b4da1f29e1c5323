package io.tollgate.sales.subscription;

import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.processor.event.ProcessorEventHandler;
import io.vertx.core.Future;

/** Completes the replacement of a card, also if the buyer closes the browser before the processor sends it back. */
public record SetupEvents(OverduePayments payments) implements ProcessorEventHandler {
    @Override
    public boolean handles(String type) {
        return type.equals("setup_intent.succeeded");
    }

    @Override
    public Future<Boolean> apply(Scope scope, ProcessorEvent event) {
        return payments.completeSetup(scope, event.objectId());
    }
}
