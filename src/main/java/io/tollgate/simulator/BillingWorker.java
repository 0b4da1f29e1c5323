package io.tollgate.simulator;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what is due at subscriptions, although nobody asks for them. Several instances may run: each one locks a
 * subscription before it looks whether something is still due.
 */
final class BillingWorker {
    private static final Logger LOG = LoggerFactory.getLogger(BillingWorker.class);
    private static final int BATCH = 100;
    private static final int PARALLEL = 4;
    private static final int PAUSE_MILLIS = 1_000;

    /** Test clocks are ahead of the real time. While one moves, the move bills. */
    private static final String DUE = """
            SELECT a.seller_id, a.livemode, due.subscription_id FROM processor_account a
            LEFT JOIN test_clock c ON c.seller_id = a.seller_id AND NOT a.livemode
            CROSS JOIN LATERAL (
                SELECT b.subscription_id, b.due_at FROM simulated_billing b
                WHERE b.seller_id = a.seller_id AND b.livemode = a.livemode
                  AND b.due_at <= $1::timestamptz + coalesce(c.offset_millis, 0) * interval '1 millisecond'
                ORDER BY b.due_at LIMIT $2) due
            WHERE a.simulated AND coalesce(c.moving_until <= $1, true) ORDER BY due.due_at LIMIT $2
            """;

    private static final String DUE_IN_ACCOUNT = """
            SELECT seller_id, livemode, subscription_id FROM simulated_billing
            WHERE seller_id = $1 AND livemode = $2 AND due_at <= $3 ORDER BY due_at LIMIT $4
            """;

    private final Vertx vertx;
    private final Database database;
    private final SimulatorTime time;
    private final Scenario scenario;
    private boolean stopped;

    BillingWorker(Vertx vertx, Database database, SimulatorTime time, Scenario scenario) {
        this.vertx = vertx;
        this.database = database;
        this.time = time;
        this.scenario = scenario;
    }

    /** Works until {@link #stop}. */
    void start() {
        again(false);
    }

    void stop() {
        stopped = true;
    }

    /** Continues at once while there is more than one batch, and otherwise after a pause. */
    private void again(boolean more) {
        vertx.setTimer(more ? 1 : PAUSE_MILLIS, timer -> {
            if (!stopped) {
                run().onFailure(failure -> LOG.debug("The simulator cannot bill: {}", failure.toString()))
                        .onComplete(done -> again(done.succeeded() && done.result()));
            }
        });
    }

    private Future<Boolean> run() {
        return database.get(DUE, Tuple.of(at(), BATCH)).compose(this::perform);
    }

    /** Does everything that is due in one account until its time, the oldest first. */
    Future<Void> catchUp(Scope scope) {
        return catchUp(scope, new HashSet<>()).mapEmpty();
    }

    /** @param billed the ids of the subscriptions at which something was due */
    Future<Set<String>> catchUp(Scope scope, Set<String> billed) {
        return time.now(database, scope)
                .compose(now -> database.get(
                        DUE_IN_ACCOUNT, Tuple.of(scope.sellerId(), scope.live(), now.atOffset(ZoneOffset.UTC), BATCH)))
                .compose(rows -> {
                    if (rows.size() == 0) {
                        return Future.succeededFuture(billed);
                    }
                    rows.forEach(row -> billed.add(row.getString(2)));
                    return perform(rows).compose(more -> catchUp(scope, billed));
                });
    }

    private OffsetDateTime at() {
        return time.clock().now().atOffset(ZoneOffset.UTC);
    }

    /** Bills some subscriptions at a time. Returns whether more may be due. */
    private Future<Boolean> perform(RowSet<Row> rows) {
        List<Row> all = new ArrayList<>();
        rows.forEach(all::add);
        Future<?> done = Future.succeededFuture();
        for (int start = 0; start < all.size(); start += PARALLEL) {
            List<Row> some = all.subList(start, Math.min(all.size(), start + PARALLEL));
            done = done.compose(
                    before -> Future.join(some.stream().map(this::bill).toList()));
        }
        return done.map(billed -> !all.isEmpty());
    }

    private Future<Void> bill(Row row) {
        Scope scope = new Scope(row.getString(0), row.getBoolean(1));
        String subscription = row.getString(2);
        return database.write(
                        scope,
                        transaction -> time.objects(transaction, scope, scenario)
                                .compose(objects -> BilledSubscription.load(objects, subscription))
                                .compose(book -> book.catchUpOnce()))
                .onFailure(failure -> LOG.warn(
                        "The simulator cannot bill the subscription {}: {}", subscription, failure.toString()));
    }
}
