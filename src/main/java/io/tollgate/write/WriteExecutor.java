package io.tollgate.write;

import io.tollgate.api.Endpoint;
import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.db.SqlState;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.RequestId;
import io.tollgate.input.IdempotencyKey;
import io.tollgate.input.Request;
import io.tollgate.resource.Resource;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way of every request that writes: it is checked whole before the database is asked, and then
 * done in one transaction with its trail and the answer to its idempotency key.
 */
public final class WriteExecutor {
    private static final int ATTEMPTS = 3;

    private final Database database;
    private final Clock clock;

    public WriteExecutor(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Checks a request, without the database: what it throws is a 400. */
    public interface Plan {
        Command of(Request request);
    }

    /** Does what a checked request asks for. It may be run again, where the database gave it up. */
    public interface Command {
        Future<ApiResponse> in(WriteContext write);
    }

    /**
     * What somebody else has to do too. It is begun in one transaction and ended in another, and none
     * is open while the other is asked. It may be cut short anywhere.
     */
    public interface ExternalOperation<T> {
        /** Checks, and notes what is about to be asked; may be run again. */
        Future<T> begin(WriteContext write);

        /** Asks; gives what remains to be written. */
        Future<Command> ask(T begun);

        /** Sees to what was begun where it was not ended. */
        Future<Void> abandon(T begun, Throwable failure);

        /** What the caller is told of a failure. */
        Throwable told(Throwable failure);
    }

    /** Checks a request, without the database, for an external operation. */
    public interface ExternalPlan<T> {
        ExternalOperation<T> of(Request request);
    }

    /** An endpoint whose requests somebody else has to do something for. */
    public <T> Endpoint externalOperation(
            HttpMethod method,
            String path,
            String summary,
            Resource resource,
            Endpoint.Writing writing,
            ExternalPlan<T> plan) {
        String route = method.name() + " " + path;
        return new Endpoint(
                method,
                path,
                summary,
                Endpoint.Shape.RECORD,
                resource,
                request -> run(route, request, plan.of(request)),
                writing);
    }

    /** The answer of the first transaction is a kept one, or none yet. */
    private <T> Future<ApiResponse> run(String route, Request request, ExternalOperation<T> operation) {
        AtomicReference<T> begun = new AtomicReference<>();
        Command begin = write -> operation.begin(write).map(made -> {
            begun.set(made);
            return null;
        });
        return attempt(new Attempt(route, request, false), begin, ATTEMPTS)
                .compose(kept -> kept != null
                        ? Future.succeededFuture(kept)
                        : operation
                                .ask(Objects.requireNonNull(begun.get()))
                                .compose(end -> attempt(new Attempt(route, request, true), end, ATTEMPTS))
                                .transform(ended -> seen(operation, Objects.requireNonNull(begun.get()), ended)));
    }

    private static <T> Future<ApiResponse> seen(
            ExternalOperation<T> operation, T begun, AsyncResult<ApiResponse> ended) {
        boolean done = ended.succeeded()
                && ended.result().status() < 400
                && !ended.result().headers().contains(Idempotency.REPLAYED);
        if (done) {
            return Future.succeededFuture(ended.result());
        }
        Throwable failure = ended.failed() ? ended.cause() : new IllegalStateException("not ended");
        // Where not even this can be noted, what was noted at the beginning comes due by itself.
        return operation
                .abandon(begun, failure)
                .transform(noted -> ended.failed()
                        ? Future.failedFuture(operation.told(failure))
                        : Future.succeededFuture(ended.result()));
    }

    /** An endpoint whose requests are planned, and done in one transaction. */
    public Endpoint endpoint(
            HttpMethod method, String path, String summary, Resource resource, Endpoint.Writing writing, Plan plan) {
        String route = method.name() + " " + path;
        return new Endpoint(
                method,
                path,
                summary,
                Endpoint.Shape.RECORD,
                resource,
                request -> attempt(new Attempt(route, request, false), plan.of(request), ATTEMPTS),
                writing);
    }

    /**
     * One transaction of a request.
     *
     * @param waiting whether what is at work with the same key is waited for: somebody else has done their part
     *     already, or it is this very request, over a connection that was lost and that the database still holds
     */
    private record Attempt(String route, Request request, boolean waiting) {
        Attempt inTurn() {
            return new Attempt(route, request, true);
        }
    }

    /** What a write has read is no longer so; the whole write is to be run again. */
    public static final class RetryTransaction extends RuntimeException {
        private static final long serialVersionUID = 1;

        public RetryTransaction(String what) {
            super(what);
        }
    }

    private Future<ApiResponse> attempt(Attempt attempt, Command act, int attempts) {
        AtomicReference<@Nullable PipelinedStatements> last = new AtomicReference<>();
        return database.write(attempt.request().caller().writing(), transaction -> {
                    PipelinedStatements ahead = new PipelinedStatements();
                    boolean again = last.getAndSet(ahead) != null;
                    return work(transaction, again ? attempt.inTurn() : attempt, act, ahead);
                })
                .recover(end -> {
                    PipelinedStatements ahead = last.get();
                    Throwable failure = ahead == null ? end : ahead.cause(end);
                    boolean overtaken = failure instanceof RetryTransaction;
                    if (attempts > 1 && (overtaken || SqlState.isToBeRunAgain(failure))) {
                        return attempt(attempt, act, attempts - 1);
                    }
                    return Future.failedFuture(overtaken ? ApiError.unavailable() : failure);
                });
    }

    private Future<ApiResponse> work(
            SqlConnection transaction, Attempt attempt, Command act, PipelinedStatements ahead) {
        Request request = attempt.request();
        Instant now = clock.now();
        WriteContext write = new WriteContext(transaction, request, attempt.route(), now, ahead, attempt.waiting());
        IdempotencyKey key = IdempotencyKey.of(request);
        if (key == null) {
            return act.in(write);
        }
        Idempotency idempotency = new Idempotency(transaction, write.scope(), key, now, ahead);
        String requestId = RequestId.of(request.context());
        return attempt.waiting()
                ? idempotency.onceInTurn(requestId, () -> act.in(write))
                : idempotency.once(requestId, () -> act.in(write));
    }
}
