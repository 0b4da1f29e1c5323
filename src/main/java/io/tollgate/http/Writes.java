package io.tollgate.http;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.db.Ids;
import io.tollgate.db.SqlState;
import io.tollgate.resource.Resource;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/**
 * The way of every request that writes: it is checked whole before the database is asked, and then
 * done in one transaction with its trail and the answer to its idempotency key.
 */
public final class Writes {
    private static final int ATTEMPTS = 3;

    private final Database database;
    private final Clock clock;
    private final Ids ids = new Ids();

    public Writes(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Checks a request, without the database: what it throws is a 400. */
    public interface Plan {
        Act of(Request request);
    }

    /** Does what a checked request asks for. It may be run again, where the database gave it up. */
    public interface Act {
        Future<Answer> in(Write write);
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
                request -> attempt(route, request, plan.of(request), ATTEMPTS),
                writing);
    }

    private Future<Answer> attempt(String route, Request request, Act act, int attempts) {
        return database.write(request.caller().writing(), transaction -> work(transaction, route, request, act))
                .recover(failure -> attempts > 1 && SqlState.isToBeRunAgain(failure)
                        ? attempt(route, request, act, attempts - 1)
                        : Future.failedFuture(failure));
    }

    private Future<Answer> work(SqlConnection transaction, String route, Request request, Act act) {
        Instant now = clock.now();
        Write write = new Write(transaction, request, route, ids, now);
        IdempotencyKey key = IdempotencyKey.of(request);
        if (key == null) {
            return act.in(write);
        }
        return new Idempotency(transaction, write.scope(), key, now)
                .once(RequestLog.id(request.context()), () -> act.in(write));
    }
}
