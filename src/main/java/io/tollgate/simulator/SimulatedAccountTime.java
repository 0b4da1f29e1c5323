package io.tollgate.simulator;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets the time of a simulated account pass: does what is due, without waiting for the simulator's own workers. */
public final class SimulatedAccountTime {
    private static final String PROCESSING = """
            SELECT id FROM simulated_object
            WHERE seller_id = $1 AND livemode = $2 AND kind = 'payment_intent' AND object ->> 'status' = 'processing'
              AND (object ->> 'simulator_until')::bigint <= $3
            ORDER BY id LIMIT 50
            """;
    private static final String NEXT_DUE = """
            SELECT min(due_at) FROM (
                (SELECT due_at FROM simulated_billing
                 WHERE seller_id = $1 AND livemode = $2 AND due_at > $3 ORDER BY due_at LIMIT 1)
                UNION ALL
                SELECT to_timestamp(min((object ->> 'simulator_until')::bigint)) FROM simulated_object
                WHERE seller_id = $1 AND livemode = $2 AND kind = 'payment_intent'
                  AND object ->> 'status' = 'processing' AND (object ->> 'simulator_until')::bigint > $4) due
            """;
    private static final String UNSENT = """
            SELECT FROM simulated_event
            WHERE seller_id = $1 AND livemode = $2 AND status = 'PENDING'
              AND (due_at <= $3 OR (attempts > 0 AND last_status IS NULL)) LIMIT 1
            """;

    private final Database database;
    private final SimulatorTime time;
    private final Future<Scenario> scenario;
    private final Future<BillingWorker> billing;
    private final Function<Scope, Future<Integer>> sender;

    /**
     * @param scenarioFile of the simulator; empty for none
     * @param sender sends the due events of an account, and returns how many there were
     */
    public SimulatedAccountTime(
            Vertx vertx, Database database, Clock clock, String scenarioFile, Function<Scope, Future<Integer>> sender) {
        this.sender = sender;
        this.database = database;
        this.time = new SimulatorTime(clock);
        this.scenario = vertx.executeBlocking(() -> Scenario.read(scenarioFile));
        this.billing = scenario.map(read -> new BillingWorker(vertx, database, time, read));
    }

    /**
     * Does everything that is due until the time of the account: renewals, repeated charges, and the outcome of
     * payments that are being processed.
     *
     * @return the ids at the processor of the subscriptions at which something was due
     */
    public Future<Set<String>> catchUp(Scope scope) {
        return time.now(database, scope)
                .compose(now -> endProcessing(scope, now))
                .compose(ended -> billing)
                .compose(worker -> worker.catchUp(scope, new HashSet<>()));
    }

    /** Returns when {@link #catchUp} next has something to do after a time; null if nothing is due later. */
    public Future<@Nullable Instant> nextDue(Scope scope, Instant after) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), after.atOffset(ZoneOffset.UTC), after.getEpochSecond());
        return database.get(NEXT_DUE, values).map(rows -> {
            @Nullable OffsetDateTime due = rows.iterator().next().getOffsetDateTime(0);
            return due == null ? null : due.toInstant();
        });
    }

    private Future<Void> endProcessing(Scope scope, Instant now) {
        return database.get(PROCESSING, Tuple.of(scope.sellerId(), scope.live(), now.getEpochSecond()))
                .compose(rows -> {
                    List<String> ids = new ArrayList<>();
                    for (Row row : rows) {
                        ids.add(row.getString(0));
                    }
                    Future<Void> all = Future.succeededFuture();
                    for (String id : ids) {
                        all = all.compose(before -> end(scope, id));
                    }
                    return all;
                });
    }

    private Future<Void> end(Scope scope, String id) {
        return scenario.compose(read -> database.write(
                scope,
                transaction ->
                        time.objects(transaction, scope, read).compose(objects -> CardConfirmation.end(objects, id))));
    }

    /** Sends the due events of an account without waiting for the simulator's own worker. Returns their number. */
    public Future<Integer> sendEvents(Scope scope) {
        return sender.apply(scope);
    }

    /** Returns whether an event waits to be sent to the gateway, or is on its way. Events leave in real time. */
    public Future<Boolean> hasUnsentEvents(Scope scope) {
        OffsetDateTime now = time.clock().now().atOffset(ZoneOffset.UTC);
        return database.get(UNSENT, Tuple.of(scope.sellerId(), scope.live(), now))
                .map(rows -> rows.size() > 0);
    }
}
