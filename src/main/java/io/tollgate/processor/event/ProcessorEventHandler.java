package io.tollgate.processor.event;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** Applies the events of some types. Reads the current state from the processor, since events arrive in any order. */
public interface ProcessorEventHandler {
    /** Returns whether this handler applies events of a type, such as {@code charge.refunded}. */
    boolean handles(String type);

    /**
     * Returns whether an event needs no task that applies it: because it changes nothing any more, as Tollgate's own
     * records show, or because this method has scheduled what it causes. Called in the transaction that stores the
     * event, also for an event that was stored before; never calls the processor.
     */
    default Future<Boolean> isSettled(SqlConnection transaction, Scope scope, ProcessorEvent event) {
        return Future.succeededFuture(false);
    }

    /**
     * Applies an event. May run more than once, so its effect must be idempotent.
     *
     * @return false if the event concerns nothing that Tollgate has
     */
    Future<Boolean> apply(Scope scope, ProcessorEvent event);
}
