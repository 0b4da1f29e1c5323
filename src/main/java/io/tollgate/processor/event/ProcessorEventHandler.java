package io.tollgate.processor.event;

import io.tollgate.resource.Scope;
import io.vertx.core.Future;

/** Applies the events of some types. Reads the current state from the processor, since events arrive in any order. */
public interface ProcessorEventHandler {
    /** Returns whether this handler applies events of a type, such as {@code charge.refunded}. */
    boolean handles(String type);

    /**
     * Applies an event. May run more than once, so its effect must be idempotent.
     *
     * @return false if the event concerns nothing that Tollgate has
     */
    Future<Boolean> apply(Scope scope, ProcessorEvent event);
}
