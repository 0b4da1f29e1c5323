package io.tollgate.processor.simulator;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.resource.Scope;
import io.tollgate.secret.Secrets;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
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
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration PAUSE_MAX = Duration.ofHours(1);
    private static final Duration GIVES_UP = Duration.ofDays(3);
    private static final int DOUBLINGS_MAX = 12;

    private static final String DUE = "SELECT seller_id, livemode, id FROM simulated_event"
            + " WHERE status = 'PENDING' AND due_at <= $1::timestamptz ORDER BY due_at, id LIMIT " + BATCH;
    private static final String CLAIM = """
            UPDATE simulated_event SET attempts = attempts + 1, due_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'PENDING' AND due_at <= $4
            RETURNING body, attempts, created_at
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
    private final Clock clock;
    private final EventTarget target;
    private final Scenario scenario;
    private final HttpClientAgent client;
    private boolean stopped;

    EventSender(Vertx vertx, Database database, AccountKeys keys, Clock clock, EventTarget target, Scenario scenario) {
        this.vertx = vertx;
        this.database = database;
        this.keys = keys;
        this.clock = clock;
        this.target = target;
        this.scenario = scenario;
        this.client = vertx.createHttpClient(new HttpClientOptions().setConnectTimeout(TIMEOUT_MILLIS));
    }

    /** Sends events until {@link #stop}. */
    void start() {
        vertx.setTimer(PAUSE_MILLIS, timer -> {
            if (!stopped) {
                run().onFailure(failure -> LOG.debug("The simulator cannot send events: {}", failure.toString()))
                        .onComplete(done -> start());
            }
        });
    }

    void stop() {
        stopped = true;
        client.close();
    }

    private Future<Void> run() {
        OffsetDateTime now = at(clock.now());
        return database.get(PROCESSING, Tuple.tuple())
                .compose(rows -> each(rows, this::end))
                .compose(ended -> database.get(DUE, Tuple.of(now)))
                .compose(rows -> each(rows, this::send));
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
                transaction ->
                        CardConfirmation.end(new SimulatedObjects(transaction, scope, clock.now(), scenario), id));
    }

    /** An event that this instance sends now. */
    private record ClaimedEvent(String body, int attempts) {}

    private Future<Void> send(Scope scope, String id) {
        Instant now = clock.now();
        return database.write(
                        scope,
                        transaction -> transaction
                                .preparedQuery(CLAIM)
                                .execute(Tuple.of(scope.sellerId(), scope.live(), id, at(now), at(now.plus(LEASE)))))
                .compose(rows -> {
                    for (Row row : rows) {
                        ClaimedEvent event = new ClaimedEvent(row.getString(0), row.getInteger(1));
                        return post(scope, event).otherwise(0).compose(status -> record(scope, id, event, status));
                    }
                    return Future.succeededFuture();
                });
    }

    private Future<Integer> post(Scope scope, ClaimedEvent event) {
        String time = Long.toString(clock.now().getEpochSecond());
        byte[] mac = Secrets.hmac(
                keys.simulatedWebhookSecret(scope).getBytes(StandardCharsets.UTF_8), time + "." + event.body());
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
                        "t=" + time + ",v1=" + HexFormat.of().formatHex(mac));
        return client.request(options)
                .compose(request -> request.send(event.body()))
                .compose(response -> response.body().map(response.statusCode()));
    }

    private Future<Void> record(Scope scope, String id, ClaimedEvent event, int status) {
        Instant now = clock.now();
        boolean delivered = status == 200;
        Duration doubled = Duration.ofSeconds(1L << Math.min(event.attempts() - 1, DOUBLINGS_MAX));
        Duration pause = doubled.compareTo(PAUSE_MAX) < 0 ? doubled : PAUSE_MAX;
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), id, status, at(delivered ? now : now.plus(pause)));
        if (!delivered) {
            values.addValue(at(now.minus(GIVES_UP)));
        }
        return database.write(
                scope,
                transaction -> transaction
                        .preparedQuery(delivered ? DELIVERED : UNDELIVERED)
                        .execute(values)
                        .mapEmpty());
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
