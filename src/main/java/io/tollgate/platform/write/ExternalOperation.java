package io.tollgate.platform.write;

import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * An operation that calls an external service. It begins in one transaction and ends in another. No transaction is
 * open during the call. A crash may interrupt it at any point.
 */
public interface ExternalOperation<T> {
    /** Validates the request and records the call before it is made. May run again. */
    Future<T> begin(WriteContext write);

    /** Calls the service and returns the command that completes the operation. */
    Future<WriteExecutor.Command> call(T begun);

    /**
     * Returns the command that completes the operation as if the service had accepted it. A dry run executes it in the
     * transaction of {@link #begin}, which is rolled back. Null if the call only asks the service: a dry run asks too.
     */
    WriteExecutor.@Nullable Command assumed(T begun);

    /** Handles an operation that was begun but did not complete. */
    Future<Void> abandon(T begun, Throwable failure);

    /** Converts a failure into the error that the caller receives. */
    Throwable toApiError(Throwable failure);

    /** Returns the response of an operation that has ended. Handles one that did not complete. */
    default Future<ApiResponse> conclude(T begun, AsyncResult<ApiResponse> ended) {
        boolean done = ended.succeeded()
                && ended.result().status() < 400
                && !ended.result().headers().contains(Idempotency.REPLAYED);
        if (done) {
            return Future.succeededFuture(ended.result());
        }
        Throwable failure = ended.failed() ? ended.cause() : new IllegalStateException("not ended");
        // If this cannot be recorded, the record of the beginning becomes due later and a job handles it.
        return abandon(begun, failure)
                .transform(abandoned -> ended.failed()
                        ? Future.failedFuture(toApiError(failure))
                        : Future.succeededFuture(ended.result()));
    }

    /** Validates a request for an external operation without the database. */
    interface Plan<T> {
        ExternalOperation<T> of(Request request);
    }
}
