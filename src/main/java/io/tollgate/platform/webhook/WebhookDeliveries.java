package io.tollgate.platform.webhook;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.event.LoggedEvent;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.DueWork;
import io.tollgate.platform.task.Share;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements on deliveries. */
record WebhookDeliveries(Database database) {
    static final String LANE_NAME = "webhook";

    /** A slow receiver gets few deliveries at a time, so that it does not delay those of others. */
    static final int PER_WEBHOOK_MAX = 4;

    private static final DueWork DUE = DueWork.atRealTime("webhook_delivery", "state = 'PENDING'");

    /** $6 and $7: the webhooks that have deliveries in flight in this process, and how many. */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT d.id FROM webhook w
                JOIN webhook_state s ON s.seller_id = w.seller_id AND s.webhook_id = w.id
                LEFT JOIN unnest($6::text[], $7::int[]) f (webhook_id, count) ON f.webhook_id = w.id
                CROSS JOIN LATERAL (
                    SELECT id, due_at FROM webhook_delivery
                    WHERE seller_id = $1 AND livemode = $2 AND webhook_id = w.id AND state = 'PENDING' AND due_at <= $3
                    ORDER BY due_at, sequence
                    LIMIT greatest(0, %d - coalesce(f.count, 0))
                    FOR UPDATE SKIP LOCKED) d
                WHERE w.seller_id = $1 AND w.status = 'active' AND coalesce(s.not_before <= $3, true)
                ORDER BY d.due_at LIMIT $5)
            UPDATE webhook_delivery w SET attempts = attempts + 1, due_at = $4
            FROM due WHERE w.seller_id = $1 AND w.livemode = $2 AND w.id = due.id
            RETURNING w.seller_id, w.livemode, w.id, w.webhook_id, w.sequence, w.previous, w.event_id, w.type,
                      w.record_id, w.created_at, w.attempts
            """.formatted(PER_WEBHOOK_MAX);

    private static final String CONTENT = "SELECT " + LoggedEvent.COLUMNS
            + ", w.url, (w.document -> 'customHeaders')::text, w.former_until, w.secret, w.former_secret,"
            + " w.signing_key, w.former_signing_key"
            + " FROM webhook w LEFT JOIN (event e " + LoggedEvent.JOIN
            + ") ON e.seller_id = w.seller_id AND e.livemode = $2 AND e.id = $4"
            + " WHERE w.seller_id = $1 AND w.id = $3";

    private static final String LOCK =
            "SELECT failing_since, warned_at FROM webhook_state WHERE seller_id = $1 AND webhook_id = $2 FOR UPDATE";

    private static final String END = """
            UPDATE webhook_delivery
            SET state = $5, ended_at = CASE WHEN $5 = 'PENDING' THEN NULL ELSE $6::timestamptz END,
                due_at = coalesce($7, due_at), status_code = $8, response = $9, failure = $10
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4 AND state = 'PENDING'
            """;

    private static final String COUNT = """
            UPDATE webhook_state
            SET delivery_count = delivery_count + 1, last_triggered_at = $3,
                success_count = success_count + CASE WHEN $4 THEN 1 ELSE 0 END,
                last_success_at = CASE WHEN $4 THEN $3 ELSE last_success_at END,
                last_failure_at = CASE WHEN $4 THEN last_failure_at ELSE $3 END,
                failing_since = CASE WHEN $4 THEN NULL ELSE coalesce(failing_since, $3) END,
                warned_at = CASE WHEN $4 THEN NULL ELSE warned_at END,
                failure_count = failure_count + CASE WHEN $5 THEN 1 ELSE 0 END,
                not_before = greatest($6, not_before)
            WHERE seller_id = $1 AND webhook_id = $2
            """;

    private static final String WARN =
            "UPDATE webhook_state SET warned_at = $3 WHERE seller_id = $1 AND webhook_id = $2";

    /** Makes the next delivery of the record due, in whichever mode it is: modes share records, in one order. */
    private static final String RELEASE = """
            UPDATE webhook_delivery SET due_at = $4
            WHERE seller_id = $1 AND livemode IN (TRUE, FALSE) AND due_at = 'infinity' AND state = 'PENDING'
              AND sequence = (
                  SELECT min(sequence) FROM webhook_delivery
                  WHERE seller_id = $1 AND webhook_id = $2 AND record_id = $3 AND state = 'PENDING')
              AND webhook_id = $2
            """;

    private static final String EXPIRE = """
            DELETE FROM webhook_delivery d USING (
                SELECT livemode, id FROM webhook_delivery
                WHERE seller_id = $1 AND livemode IN (TRUE, FALSE) AND state <> 'PENDING' AND created_at < $2
                LIMIT %d) old
            WHERE d.seller_id = $1 AND d.livemode = old.livemode AND d.id = old.id
            """.formatted(RowExpiry.ROWS_MAX);

    private static final String USED = "SELECT FROM webhook_position WHERE seller_id = $1 AND livemode = $2 LIMIT 1";

    /**
     * The event, the address and the secrets of an attempt.
     *
     * @param event null if the log no longer has it
     * @param sealed with the former secret and key while they are valid
     */
    record Content(@Nullable LoggedEvent event, String url, WebhookSecrets.Sealed sealed, JsonObject customHeaders) {}

    /**
     * How an attempt ended.
     *
     * @param next when the delivery is due again; null if it has ended
     * @param status of the response; null without a response
     * @param notBefore until when the webhook gets no deliveries; null if it does
     */
    record Outcome(
            boolean success,
            @Nullable Instant next,
            @Nullable Integer status,
            @Nullable Buffer response,
            @Nullable String failure,
            @Nullable Instant notBefore) {
        String state() {
            return success ? "DELIVERED" : next == null ? "FAILED" : "PENDING";
        }
    }

    static RowExpiry.Rule expiry(Duration kept) {
        return new RowExpiry.Rule("deliveries to webhooks", EXPIRE, kept);
    }

    /** Returns whether a webhook gets events of a scope. */
    Future<Boolean> isUsed(Scope scope) {
        return database.get(USED, Tuple.of(scope.sellerId(), scope.live())).map(rows -> rows.size() > 0);
    }

    Future<List<Share>> shares(Instant now, int count) {
        return DUE.shares(database, LANE_NAME, now, count);
    }

    /** @param inFlight number of deliveries that this process is sending, by webhook */
    Future<List<WebhookDelivery>> claim(
            Scope scope, Instant now, Instant until, int count, Map<String, Integer> inFlight) {
        List<String> ids = List.copyOf(inFlight.keySet());
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), at(now), at(until), count)
                .addArrayOfString(ids.toArray(String[]::new))
                .addArrayOfInteger(ids.stream().map(inFlight::get).toArray(Integer[]::new));
        return database.write(
                scope,
                transaction -> transaction.preparedQuery(CLAIM).execute(values).map(rows -> {
                    List<WebhookDelivery> claimed = new ArrayList<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        claimed.add(read(scope, row));
                    }
                    return claimed;
                }));
    }

    private static WebhookDelivery read(Scope scope, Row row) {
        return new WebhookDelivery(
                scope,
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getOffsetDateTime(9).toInstant(),
                row.getInteger(10));
    }

    private static byte @Nullable [] bytes(@Nullable Buffer buffer) {
        return buffer == null ? null : buffer.getBytes();
    }

    /** Returns what to send; null if the webhook was deleted. */
    Future<@Nullable Content> content(WebhookDelivery delivery, Instant now) {
        Tuple values = Tuple.of(
                delivery.scope().sellerId(), delivery.scope().live(), delivery.webhookId(), delivery.eventId());
        return database.get(CONTENT, values).map(rows -> {
            for (Row row : rows) {
                boolean logged = row.getString(0) != null;
                if (logged) {
                    TenantGuard.requireTenant(delivery.scope(), row);
                }
                String headers = row.getString(12);
                OffsetDateTime until = row.getOffsetDateTime(13);
                boolean overlaps = until != null && until.toInstant().isAfter(now);
                return new Content(
                        logged ? LoggedEvent.of(row, 0) : null,
                        row.getString(11),
                        new WebhookSecrets.Sealed(
                                row.getBuffer(14).getBytes(),
                                overlaps ? bytes(row.getBuffer(15)) : null,
                                bytes(row.getBuffer(16)),
                                overlaps ? bytes(row.getBuffer(17)) : null),
                        headers == null ? new JsonObject() : new JsonObject(headers));
            }
            return null;
        });
    }

    /**
     * Records an attempt. Does nothing if the delivery was claimed again or has ended meanwhile.
     *
     * @return since when all attempts of the webhook have failed; null if this one succeeded or was not recorded
     */
    Future<@Nullable Instant> record(WebhookDelivery delivery, Outcome outcome, Instant now) {
        return database.write(
                delivery.scope(),
                transaction -> transaction
                        .preparedQuery(LOCK)
                        .execute(Tuple.of(delivery.scope().sellerId(), delivery.webhookId()))
                        .compose(rows -> {
                            OffsetDateTime since = null;
                            OffsetDateTime warned = null;
                            for (Row row : rows) {
                                since = row.getOffsetDateTime(0);
                                warned = row.getOffsetDateTime(1);
                            }
                            Instant failing = since == null ? now : since.toInstant();
                            boolean warns = warned == null && FailureDeadlines.isWarning(delivery, failing, now);
                            return end(transaction, delivery, outcome, now)
                                    .map(ended -> ended && !outcome.success() ? failing : null)
                                    .compose(failed -> failed == null || !warns
                                            ? Future.succeededFuture(failed)
                                            : warn(transaction, delivery, failed, now));
                        }));
    }

    /** Tells the seller that the webhook fails, in the transaction that notes it. */
    private static Future<@Nullable Instant> warn(
            SqlConnection transaction, WebhookDelivery delivery, Instant failing, Instant now) {
        return transaction
                .preparedQuery(WARN)
                .execute(Tuple.of(delivery.scope().sellerId(), delivery.webhookId(), at(now)))
                .compose(noted -> MailOutbox.insert(
                        transaction,
                        delivery.scope(),
                        MailPurpose.WEBHOOK_FAILING,
                        delivery.webhookId(),
                        new MailOccasion(String.valueOf(failing.toEpochMilli()), null),
                        now))
                .map(failing);
    }

    private static Future<Boolean> end(
            SqlConnection transaction, WebhookDelivery delivery, Outcome outcome, Instant now) {
        Instant next = outcome.next();
        Tuple values = Tuple.of(
                        delivery.scope().sellerId(), delivery.scope().live(), delivery.id(), delivery.attempts())
                .addString(outcome.state())
                .addOffsetDateTime(at(now))
                .addOffsetDateTime(next == null ? null : at(next))
                .addInteger(outcome.status())
                .addBuffer(outcome.response())
                .addString(outcome.failure());
        return transaction
                .preparedQuery(END)
                .execute(values)
                .compose(rows -> rows.rowCount() == 0
                        ? Future.succeededFuture(false)
                        : count(transaction, delivery, outcome, now).map(true));
    }

    private static Future<Void> count(
            SqlConnection transaction, WebhookDelivery delivery, Outcome outcome, Instant now) {
        boolean pending = outcome.state().equals("PENDING");
        Instant notBefore = outcome.notBefore();
        Tuple values = Tuple.of(delivery.scope().sellerId(), delivery.webhookId(), at(now), outcome.success())
                .addBoolean(!outcome.success() && !pending)
                .addOffsetDateTime(notBefore == null ? null : at(notBefore));
        Future<Void> counted = transaction.preparedQuery(COUNT).execute(values).mapEmpty();
        return pending
                ? counted
                : counted.compose(done -> transaction
                                .preparedQuery(RELEASE)
                                .execute(Tuple.of(
                                        delivery.scope().sellerId(),
                                        delivery.webhookId(),
                                        delivery.recordId(),
                                        at(now))))
                        .mapEmpty();
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
