package io.tollgate.platform.write;

import io.tollgate.platform.input.Request;
import io.vertx.core.Future;

/**
 * An operation that calls an external service. It begins in one transaction and ends in another. No transaction is
 * open during the call. A crash may interrupt it at any point.
 */
public interface ExternalOperation<T> {
    /** Validates the request and records the call before it is made. May run again. */
    Future<T> begin(WriteContext write);

    /** Calls the service and returns the command that completes the operation. */
    Future<WriteExecutor.Command> call(T begun);

    /** Handles an operation that was begun but did not complete. */
    Future<Void> abandon(T begun, Throwable failure);

    /** Converts a failure into the error that the caller receives. */
    Throwable toApiError(Throwable failure);

    /** Validates a request for an external operation without the database. */
    interface Plan<T> {
        ExternalOperation<T> of(Request request);
    }
}
