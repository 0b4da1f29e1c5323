package io.tollgate.platform.write;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Sealing;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs all requests that change data. Validates each completely before it queries the database, then executes it in
 * one transaction with its audit entry, its events and the response to its idempotency key.
 *
 * @param actor who causes the writes that no API key does
 * @param events what events show of catalog documents, and who learns of them
 */
public record WriteExecutor(Database database, Clock clock, SharedWrites shared, Actor actor, EventRecords events) {
    private static final int ATTEMPTS = 3;

    /** Creates an executor for records that have a mode. It refuses requests that change what both modes share. */
    public WriteExecutor(Database database, Clock clock) {
        this(database, clock, SharedWrites.REFUSED, Actor.SYSTEM, EventRecords.NONE);
    }

    /** Returns an executor whose writes without an API key are caused by another actor. */
    public WriteExecutor as(Actor other) {
        return new WriteExecutor(database, clock, shared, other, events);
    }

    /** Validates a request without the database. Throws a 400 if it is invalid. */
    public interface Plan {
        Command of(Request request);

        /** Encrypts the responses that are stored for retries, if they have a secret; null if they have none. */
        default @Nullable Sealing sealing() {
            return null;
        }

        /** Returns this plan for responses that have a secret. */
        default Plan sealedBy(Sealing sealing) {
            return new SealedPlan(this, sealing);
        }
    }

    private record SealedPlan(Plan plan, Sealing sealing) implements Plan {
        @Override
        public Command of(Request request) {
            return plan.of(request);
        }
    }

    /** Executes a validated request. May run again if the database aborts the transaction. */
    public interface Command {
        Future<ApiResponse> in(WriteContext write);
    }

    /** Returns an endpoint whose requests call an external service. */
    public <T> Endpoint externalOperation(
            HttpMethod method,
            String path,
            String summary,
            Resource resource,
            Endpoint.Writing writing,
            ExternalOperation.Plan<T> plan) {
        String route = method.name() + " " + path;
        return new Endpoint(
                method,
                path,
                summary,
                Endpoint.Shape.RECORD,
                resource,
                request -> run(route, request, resource, plan.of(request)),
                writing);
    }

    /** Returns the time of a scope. */
    public Future<Instant> now(Scope scope) {
        return new TestClock(database, clock).now(scope);
    }

    /**
     * Runs both transactions of an external operation. The first returns a stored response, or null if the operation
     * has begun.
     */
    private <T> Future<ApiResponse> run(
            String route, Request request, Resource resource, ExternalOperation<T> operation) {
        AtomicReference<T> begun = new AtomicReference<>();
        Command begin = write -> operation.begin(write).compose(value -> {
            begun.set(value);
            Command assumed = request.isDryRun() ? operation.assumed(value) : null;
            return assumed == null ? Future.succeededFuture() : assumed.in(write);
        });
        return attempt(new Attempt(route, request, resource, false), begin, ATTEMPTS)
                .compose(stored -> stored != null
                        ? Future.succeededFuture(stored)
                        : operation
                                .call(Objects.requireNonNull(begun.get()))
                                .compose(end -> attempt(new Attempt(route, request, resource, true), end, ATTEMPTS))
                                .transform(ended -> operation.conclude(Objects.requireNonNull(begun.get()), ended)));
    }

    /** Returns an endpoint whose requests may need the answer of an external service. */
    public <Q, A> Endpoint inquiry(
            HttpMethod method,
            String path,
            String summary,
            Resource resource,
            Endpoint.Writing writing,
            Inquiry.Plan<Q, A> plan) {
        return new Endpoint(
                method,
                path,
                summary,
                Endpoint.Shape.RECORD,
                resource,
                request -> run(new Attempt(method.name() + " " + path, request, true, false, false), plan.of(request)),
                writing);
    }

    private <Q, A> Future<ApiResponse> run(Attempt begin, Inquiry<Q, A> inquiry) {
        AtomicReference<@Nullable Q> question = new AtomicReference<>();
        Command first = write -> inquiry.in(write, null).map(outcome -> {
            question.set(outcome.question());
            return outcome.response();
        });
        return attempt(begin, first, ATTEMPTS)
                .compose(response -> response != null
                        ? Future.succeededFuture(response)
                        : inquiry.ask(Objects.requireNonNull(question.get()))
                                .compose(answer -> attempt(
                                        begin.inTurn(),
                                        write -> inquiry.in(write, answer).map(Inquiry.Outcome::response),
                                        ATTEMPTS)));
    }

    /** Returns an endpoint whose requests are validated and then executed in one transaction. */
    public Endpoint endpoint(
            HttpMethod method, String path, String summary, Resource resource, Endpoint.Writing writing, Plan plan) {
        String route = method.name() + " " + path;
        Endpoint.Operation operation = request -> attempt(
                new Attempt(route, request, resource, false).sealedBy(plan.sealing()), plan.of(request), ATTEMPTS);
        return new Endpoint(method, path, summary, Endpoint.Shape.RECORD, resource, operation, writing);
    }

    /** Signals that data read by a write has changed, so that the whole write must run again. */
    public static final class RetryTransaction extends RuntimeException {
        private static final long serialVersionUID = 1;

        public RetryTransaction(String what) {
            super(what);
        }
    }

    /** Work of a buyer or of a background job in one transaction. May run again if the database aborts it. */
    public interface Work<T> {
        Future<T> in(WriteContext write);
    }

    /** Runs work without an API key in one transaction. */
    public <T> Future<T> run(Scope scope, Work<T> work) {
        return run(scope, null, work, database::write, ATTEMPTS);
    }

    /** Runs work that changes nothing in one transaction. Does not wait until earlier changes are durable. */
    public <T> Future<T> read(Scope scope, Work<T> work) {
        return run(scope, null, work, database::read, ATTEMPTS);
    }

    /** Finishes the work of an earlier request in one transaction. The audit entries name its key; null for no key. */
    public <T> Future<T> finish(Scope scope, AuditLog.@Nullable Author author, Work<T> work) {
        return run(scope, author, work, database::write, ATTEMPTS);
    }

    /** Runs an external operation without an API key. The audit entries name the author. */
    public <T> Future<ApiResponse> finish(Scope scope, AuditLog.Author author, ExternalOperation<T> operation) {
        return finish(scope, author, operation::begin)
                .compose(begun -> operation
                        .call(begun)
                        .compose(end -> this.<ApiResponse>finish(scope, author, end::in))
                        .transform(ended -> operation.conclude(begun, ended)));
    }

    private interface Transaction<T> {
        Future<T> run(Scope scope, Function<SqlConnection, Future<T>> work);
    }

    private <T> Future<T> run(
            Scope scope, AuditLog.@Nullable Author author, Work<T> work, Transaction<T> transaction, int attempts) {
        AtomicReference<@Nullable PipelinedStatements> last = new AtomicReference<>();
        return transaction
                .run(scope, connection -> {
                    PipelinedStatements pipelined = new PipelinedStatements();
                    last.set(pipelined);
                    return TestClock.in(connection, scope, clock)
                            .compose(time -> reporting(
                                    new WriteContext(connection, scope, time, pipelined, author, actor), work));
                })
                .map(result -> committed(result, last.get()))
                .recover(end ->
                        retry(end, last.get(), attempts, () -> run(scope, author, work, transaction, attempts - 1)));
    }

    /** Runs a transaction again if its failure is temporary and attempts are left. */
    private static <T> Future<T> retry(
            Throwable end, @Nullable PipelinedStatements pipelined, int attempts, Supplier<Future<T>> again) {
        Throwable failure = pipelined == null ? end : pipelined.cause(end);
        boolean mustRetry = failure instanceof RetryTransaction;
        return attempts > 1 && (mustRetry || SqlState.isRetryable(failure))
                ? again.get()
                : Future.failedFuture(mustRetry ? ApiError.unavailable() : failure);
    }

    /** Does the work of a transaction and appends the events of its changes. */
    private <T> Future<T> reporting(WriteContext write, Work<T> work) {
        return work.in(write).compose(result -> write.report(events).map(result));
    }

    private static <T> T committed(T result, @Nullable PipelinedStatements pipelined) {
        if (pipelined != null) {
            pipelined.committed();
        }
        return result;
    }

    private Future<ApiResponse> attempt(Attempt attempt, Command command, int attempts) {
        AtomicReference<@Nullable PipelinedStatements> last = new AtomicReference<>();
        return database.write(attempt.request().caller().writing().withAllPages(), transaction -> {
                    PipelinedStatements pipelined = new PipelinedStatements();
                    boolean again = last.getAndSet(pipelined) != null;
                    Future<ApiResponse> worked =
                            work(transaction, again ? attempt.inTurn() : attempt, command, pipelined);
                    return attempt.request().isDryRun()
                            ? worked.compose(response -> DryRun.undo(transaction, pipelined, response))
                            : worked;
                })
                .map(response -> committed(response, last.get()))
                .recover(end -> DryRun.responseOr(
                        end,
                        failed -> retry(failed, last.get(), attempts, () -> attempt(attempt, command, attempts - 1))));
    }

    private Future<ApiResponse> work(
            SqlConnection transaction, Attempt attempt, Command requested, PipelinedStatements pipelined) {
        Command command =
                attempt.shared() ? write -> shared.run(write, attempt.request().pathIds(), requested) : requested;
        Scope scope = attempt.request().caller().writing().withAllPages();
        if (scope.live() || !attempt.testClock()) {
            return work(transaction, attempt, command, pipelined, TestClock.real(clock));
        }
        return TestClock.in(transaction, scope, clock)
                .compose(time -> work(transaction, attempt, command, pipelined, time));
    }

    private Future<ApiResponse> work(
            SqlConnection transaction,
            Attempt attempt,
            Command command,
            PipelinedStatements pipelined,
            TestClock.Reading time) {
        Request request = attempt.request();
        WriteContext write =
                new WriteContext(transaction, request, attempt.route(), time, pipelined, attempt.waiting());
        IdempotencyKey key = IdempotencyKey.of(request);
        // A dry run stores no response, so that the same key can be sent with the request itself.
        if (key == null || request.isDryRun()) {
            return reporting(write, command::in);
        }
        Idempotency idempotency =
                new Idempotency(transaction, write.scope(), key, time.real(), pipelined, attempt.sealing());
        return attempt.waiting()
                ? idempotency.onceAfterWaiting(RequestId.of(request.context()), () -> reporting(write, command::in))
                : idempotency.once(RequestId.of(request.context()), () -> reporting(write, command::in));
    }
}
