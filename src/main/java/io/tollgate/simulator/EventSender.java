package io.tollgate.simulator;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.task.Backoff;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ProcessorAccount;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends stored events to the gateway, at least once, and ends payments whose outcome follows later. A claim moves the
 * due time of an event ahead, so that several instances do not send it at the same time and a crash delays it only.
 */
final class EventSender {
    private static final Logger LOG = LoggerFactory.getLogger(EventSender.class);
    private static final int BATCH = 50;
    private static final int PAUSE_MILLIS = 500;
    private static final int TIMEOUT_MILLIS = 5_000;

    /** How many groups of events are sent at a time. */
    private static final int PARALLEL = 4;

    /** How many events one transaction claims. Their deliveries must fit into the lease. */
    private static final int CLAIMED_MAX = 3;

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofHours(1), pause -> 0);
    private static final Duration GIVES_UP = Duration.ofDays(3);

    private static final String DUE = "SELECT seller_id, livemode, id FROM simulated_event"
            + " WHERE status = 'PENDING' AND due_at <= $1::timestamptz ORDER BY due_at, id LIMIT " + BATCH;
    private static final String DUE_IN_ACCOUNT = "SELECT seller_id, livemode, id FROM simulated_event"
            + " WHERE seller_id = $1 AND livemode = $2 AND status = 'PENDING' AND due_at <= $3"
            + " ORDER BY due_at, id LIMIT " + BATCH;
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT id FROM simulated_event
                WHERE seller_id = $1 AND livemode = $2 AND id = ANY ($3) AND status = 'PENDING' AND due_at <= $4
                ORDER BY id FOR UPDATE)
            UPDATE simulated_event e SET attempts = attempts + 1, last_status = NULL, due_at = $5 FROM due
            WHERE e.seller_id = $1 AND e.livemode = $2 AND e.id = due.id
            RETURNING e.id, e.body, e.attempts
            """;
    private static final String DELIVERED = """
            UPDATE simulated_event SET remaining = greatest(remaining - 1, 0), last_status = $4, due_at = $5,
                status = CASE WHEN remaining <= 1 THEN 'DELIVERED' ELSE status END,
                delivered_at = coalesce(delivered_at, $5)
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String UNDELIVERED = """
            UPDATE simulated_event SET last_status = $4, due_at = $5,
                status = CASE WHEN created_at < $6 THEN 'FAILED' ELSE status END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String PROCESSING = "SELECT seller_id, livemode, id FROM simulated_object"
            + " WHERE kind = 'payment_intent' AND object ->> 'status' = 'processing' LIMIT " + BATCH;

    private final Vertx vertx;
    private final Database database;
    private final AccountKeys keys;
    private final SimulatorTime time;
    private final EventTarget target;
    private final Scenario scenario;
    private final HttpClientAgent client;
    private boolean stopped;

    EventSender(
            Vertx vertx,
            Database database,
            AccountKeys keys,
            SimulatorTime time,
            EventTarget target,
            Scenario scenario) {
        this.vertx = vertx;
        this.database = database;
        this.keys = keys;
        this.time = time;
        this.target = target;
        this.scenario = scenario;
        this.client = vertx.createHttpClient(new HttpClientOptions().setConnectTimeout(TIMEOUT_MILLIS));
    }

    /** Sends events until {@link #stop}. */
    void start() {
        again(false);
    }

    /** Continues at once after a full batch, and otherwise after a pause. */
    private void again(boolean more) {
        vertx.setTimer(more ? 1 : PAUSE_MILLIS, timer -> {
            if (!stopped) {
                run().onFailure(failure -> LOG.debug("The simulator cannot send events: {}", failure.toString()))
                        .onComplete(done -> again(done.succeeded() && done.result()));
            }
        });
    }

    void stop() {
        stopped = true;
        client.close();
    }

    private Future<Boolean> run() {
        OffsetDateTime now = at(time.clock().now());
        return database.get(PROCESSING, Tuple.tuple())
                .compose(rows -> each(rows, this::end))
                .compose(ended -> database.get(DUE, Tuple.of(now)))
                .compose(rows -> sendAll(rows).map(sent -> rows.size() == BATCH));
    }

    /** Sends the due events of one account, at most a batch, and returns how many there were. */
    Future<Integer> run(Scope scope) {
        return database.get(
                        DUE_IN_ACCOUNT,
                        Tuple.of(scope.sellerId(), scope.live(), at(time.clock().now())))
                .compose(rows -> sendAll(rows).map(sent -> rows.size()));
    }

    /**
     * Sends events about in the order of their due times: some groups at a time, and those of a group, which are of one
     * account and follow each other, in their order.
     */
    private Future<Void> sendAll(RowSet<Row> rows) {
        List<Supplier<Future<Void>>> groups = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        @Nullable Scope last = null;
        for (Row row : rows) {
            Scope scope = new Scope(row.getString(0), row.getBoolean(1));
            if (last != null && (!scope.equals(last) || ids.size() == CLAIMED_MAX)) {
                groups.add(group(last, ids));
                ids = new ArrayList<>();
            }
            last = scope;
            ids.add(row.getString(2));
        }
        if (last != null) {
            groups.add(group(last, ids));
        }
        Future<Void> all = Future.succeededFuture();
        for (int start = 0; start < groups.size(); start += PARALLEL) {
            List<Supplier<Future<Void>>> some = groups.subList(start, Math.min(groups.size(), start + PARALLEL));
            all = all.compose(before ->
                    Future.join(some.stream().map(Supplier::get).toList()).mapEmpty());
        }
        return all;
    }

    private interface Step {
        Future<Void> on(Scope scope, String id);
    }

    /** Performs the steps one after the other, so that events leave in the order of their due times. */
    private static Future<Void> each(RowSet<Row> rows, Step step) {
        Future<Void> all = Future.succeededFuture();
        for (Row row : rows) {
            Scope scope = new Scope(row.getString(0), row.getBoolean(1));
            String id = row.getString(2);
            all = all.compose(before -> step.on(scope, id));
        }
        return all;
    }

    private Future<Void> end(Scope scope, String id) {
        return database.write(
                scope,
                transaction -> time.objects(transaction, scope, scenario)
                        .compose(objects -> CardConfirmation.end(objects, id)));
    }

    /** An event that this instance sends now. */
    private record ClaimedEvent(String id, String body, int attempts) {}

    /** The status of the response to an event; 0 without one. */
    private record Delivery(ClaimedEvent event, int status) {}

    private Supplier<Future<Void>> group(Scope scope, List<String> ids) {
        return () -> claim(scope, ids).compose(claimed -> post(scope, claimed)).compose(sent -> record(scope, sent));
    }

    /** Returns the events that no other instance has claimed, in the given order. */
    private Future<List<ClaimedEvent>> claim(Scope scope, List<String> ids) {
        Instant now = time.clock().now();
        Tuple values =
                Tuple.of(scope.sellerId(), scope.live(), ids.toArray(String[]::new), at(now), at(now.plus(LEASE)));
        return database.write(
                        scope, transaction -> transaction.preparedQuery(CLAIM).execute(values))
                .map(rows -> {
                    List<ClaimedEvent> claimed = new ArrayList<>();
                    rows.forEach(row ->
                            claimed.add(new ClaimedEvent(row.getString(0), row.getString(1), row.getInteger(2))));
                    claimed.sort(Comparator.comparingInt(event -> ids.indexOf(event.id())));
                    return claimed;
                });
    }

    private Future<List<Delivery>> post(Scope scope, List<ClaimedEvent> claimed) {
        Future<List<Delivery>> all = Future.succeededFuture(new ArrayList<>());
        for (ClaimedEvent event : claimed) {
            all = all.compose(sent -> post(scope, event).otherwise(0).map(status -> {
                sent.add(new Delivery(event, status));
                return sent;
            }));
        }
        return all;
    }

    private Future<Integer> post(Scope scope, ClaimedEvent event) {
        String seconds = Long.toString(time.clock().now().getEpochSecond());
        byte[] mac = Secrets.hmac(
                keys.simulatedWebhookSecret(scope).getBytes(StandardCharsets.UTF_8), seconds + "." + event.body());
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(target.port(), target.host()))
                .setHost(target.name())
                .setPort(target.port())
                .setSsl(target.tls())
                .setURI(ProcessorAccount.eventPath(scope))
                .setConnectTimeout(TIMEOUT_MILLIS)
                .setTimeout(TIMEOUT_MILLIS)
                .putHeader("Content-Type", "application/json; charset=utf-8")
                .putHeader(
                        "Stripe-Signature",
                        "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac));
        // The body is taken within the first callback: one that another thread adds later may miss it.
        return client.request(options)
                .compose(request -> request.send(event.body())
                        .compose(response -> response.body().map(response.statusCode())));
    }

    private Future<Void> record(Scope scope, List<Delivery> sent) {
        return sent.isEmpty()
                ? Future.succeededFuture()
                : database.write(
                        scope,
                        transaction -> Future.join(sent.stream()
                                        .sorted(Comparator.comparing(
                                                delivery -> delivery.event().id()))
                                        .map(delivery -> record(transaction, scope, delivery))
                                        .toList())
                                .mapEmpty());
    }

    private Future<?> record(SqlConnection transaction, Scope scope, Delivery delivery) {
        Instant now = time.clock().now();
        boolean delivered = delivery.status() == 200;
        ClaimedEvent event = delivery.event();
        Duration pause = BACKOFF.pause(event.attempts());
        Tuple values = Tuple.of(
                scope.sellerId(), scope.live(), event.id(), delivery.status(), at(delivered ? now : now.plus(pause)));
        if (!delivered) {
            values.addValue(at(now.minus(GIVES_UP)));
        }
        return transaction.preparedQuery(delivered ? DELIVERED : UNDELIVERED).execute(values);
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
