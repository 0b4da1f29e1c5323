package io.tollgate.platform.webhook;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The deliveries of a webhook, as the API shows them. */
record DeliveryHistory(Database database) {
    private static final Duration RECENT = Duration.ofHours(24);

    private static final String COLUMNS = "seller_id, livemode, id, webhook_id, sequence, event_id, type, record_id,"
            + " state, attempts, nullif(due_at, 'infinity'), created_at, ended_at, status_code, response, failure";

    private static final String ONE = "SELECT " + COLUMNS + " FROM webhook_delivery"
            + " WHERE seller_id = $1 AND livemode = $2 AND webhook_id = $3 AND id = $4";

    private static final String LIST = "SELECT " + COLUMNS + " FROM webhook_delivery"
            + " WHERE seller_id = $1 AND livemode = $2 AND webhook_id = $3 AND sequence < $4"
            + " AND ($5::text IS NULL OR state = $5) ORDER BY sequence DESC LIMIT $6";

    private static final String STATS = """
            SELECT s.seller_id, NULL::boolean, w.status, s.sequence, s.failing_since, s.not_before,
                   p.pending, p.oldest, d.delivered, d.failed, d.median, d.p95
            FROM webhook w
            JOIN webhook_state s ON s.seller_id = w.seller_id AND s.webhook_id = w.id
            CROSS JOIN LATERAL (
                SELECT count(*) AS pending, min(created_at) AS oldest FROM webhook_delivery
                WHERE seller_id = $1 AND livemode = $2 AND webhook_id = $3 AND state = 'PENDING') p
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE state = 'DELIVERED') AS delivered,
                       count(*) FILTER (WHERE state = 'FAILED') AS failed,
                       percentile_disc(0.5) WITHIN GROUP (ORDER BY millis) FILTER (WHERE state = 'DELIVERED') AS median,
                       percentile_disc(0.95) WITHIN GROUP (ORDER BY millis) FILTER (WHERE state = 'DELIVERED') AS p95
                FROM (SELECT state, (extract(epoch FROM ended_at - created_at) * 1000)::bigint AS millis
                      FROM webhook_delivery
                      WHERE seller_id = $1 AND livemode = $2 AND webhook_id = $3 AND created_at > $4) recent) d
            WHERE w.seller_id = $1 AND w.id = $3
            """;

    private static final List<Field> FIELDS = List.of(
            Field.id("id").doc("Id of the delivery.").always(),
            Field.id("webhookId").doc("Id of the webhook.").always(),
            Field.integer("sequence")
                    .doc("Number of the delivery at this webhook, as in `tollgate-sequence`.")
                    .always(),
            Field.text("event")
                    .doc("Type of the event.")
                    .example("payment.paid")
                    .always(),
            Field.id("eventId").doc("Id of the event, as in `webhook-id`.").always(),
            Field.text("recordId")
                    .doc("Id of the record that the event is about.")
                    .example("6b0145e2e6103f5d60a255f7")
                    .always(),
            Field.bool("livemode").doc("Mode of the event.").always(),
            Field.of("status", DeliveryRequest.STATUS)
                    .doc("`pending`: the next attempt follows. `delivered`: the receiver returned 2xx. `failed`: no "
                            + "further attempt follows.")
                    .always(),
            Field.integer("attempts").doc("Number of attempts that were begun.").always(),
            Field.time("nextAttemptAt")
                    .doc("When the next attempt is due. Null if there is none, or if it waits for an earlier delivery "
                            + "of the same record."),
            Field.integer("statusCode").doc("Status of the last response. Null without one."),
            Field.text("response").doc("Beginning of the last response, at most 16 KiB. Null without one."),
            Field.text("failure").doc("Why the last attempt failed. Null if it succeeded, or if there was none."),
            Field.time("createdAt").doc("When the delivery was created.").always(),
            Field.time("endedAt").doc("When the delivery succeeded or was given up. Null while it is pending."));

    static final Endpoint.Schema DELIVERY =
            new Endpoint.Schema("WebhookDelivery", "An event on its way to a webhook, and its outcome.", FIELDS);

    static final Endpoint.Schema DELIVERIES = new Endpoint.Schema(
            "WebhookDeliveries",
            "Deliveries of a webhook, the last first.",
            List.of(
                    Field.id("id").doc("Id of the webhook.").always(),
                    Field.list("deliveries", FIELDS)
                            .doc("The deliveries, the last first.")
                            .always(),
                    Field.bool("hasMore")
                            .doc("Whether there are earlier deliveries: read them with `before`.")
                            .always()));

    static final Endpoint.Schema SUMMARY = new Endpoint.Schema(
            "WebhookStats",
            "What became of the deliveries of a webhook in the last 24 hours.",
            List.of(
                    Field.id("id").doc("Id of the webhook.").always(),
                    Field.oneOf("status", "active", "inactive", "failed")
                            .doc("Status of the webhook.")
                            .always(),
                    Field.integer("lastSequence")
                            .doc("Number of the last delivery, in both modes.")
                            .always(),
                    Field.integer("pending")
                            .doc("Deliveries that have not ended.")
                            .always(),
                    Field.time("oldestPendingAt").doc("When the oldest of them was created. Null without one."),
                    Field.integer("delivered")
                            .doc("Deliveries of the last 24 hours that succeeded.")
                            .always(),
                    Field.integer("failed")
                            .doc("Deliveries of the last 24 hours that were given up.")
                            .always(),
                    Field.integer("medianMillis")
                            .doc("Median time from event to success in the last 24 hours. Null without a success."),
                    Field.integer("p95Millis").doc("95th percentile of that time. Null without a success."),
                    Field.time("failingSince")
                            .doc("Time of the first failed attempt after the last success. Null if the last attempt "
                                    + "succeeded."),
                    Field.time("pausedUntil")
                            .doc("Until when nothing is sent to an overloaded receiver. Null if it is not.")));

    /** Returns one delivery as the transaction or the pool sees it. Fails with 404 if there is none. */
    static Future<JsonObject> one(SqlClient client, Scope scope, String webhookId, String id) {
        return client.preparedQuery(ONE)
                .execute(Tuple.of(scope.sellerId(), scope.live(), webhookId, id))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        return json(row);
                    }
                    throw ApiError.notFound("Webhook delivery");
                });
    }

    /** Returns a page of deliveries, the last first. */
    Future<JsonObject> list(Scope scope, String webhookId, DeliveryRequest request) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), webhookId, request.before(), request.state())
                .addInteger(request.limit() + 1);
        return database.list(LIST, values).map(rows -> {
            JsonArray deliveries = new JsonArray();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                if (deliveries.size() < request.limit()) {
                    deliveries.add(json(row));
                }
            }
            return new JsonObject()
                    .put("id", webhookId)
                    .put("deliveries", deliveries)
                    .put("hasMore", rows.size() > request.limit());
        });
    }

    /** Returns the summary of a webhook. Fails with 404 if there is none. */
    Future<JsonObject> stats(Scope scope, String webhookId, Instant now) {
        OffsetDateTime since = now.minus(RECENT).atOffset(ZoneOffset.UTC);
        return database.list(STATS, Tuple.of(scope.sellerId(), scope.live(), webhookId, since))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        return stats(row, webhookId, now);
                    }
                    throw ApiError.notFound("Webhook");
                });
    }

    private static JsonObject stats(Row row, String webhookId, Instant now) {
        OffsetDateTime paused = row.getOffsetDateTime(5);
        boolean isPaused = paused != null && paused.toInstant().isAfter(now);
        return new JsonObject()
                .put("id", webhookId)
                .put("status", row.getString(2))
                .put("lastSequence", row.getLong(3))
                .put("pending", row.getLong(6))
                .put("oldestPendingAt", time(row.getOffsetDateTime(7)))
                .put("delivered", row.getLong(8))
                .put("failed", row.getLong(9))
                .put("medianMillis", row.getLong(10))
                .put("p95Millis", row.getLong(11))
                .put("failingSince", time(row.getOffsetDateTime(4)))
                .put("pausedUntil", isPaused ? time(paused) : null);
    }

    private static JsonObject json(Row row) {
        String state = row.getString(8);
        Buffer response = row.getBuffer(14);
        return new JsonObject()
                .put("id", row.getString(2))
                .put("webhookId", row.getString(3))
                .put("sequence", row.getLong(4))
                .put("event", row.getString(6))
                .put("eventId", row.getString(5))
                .put("recordId", row.getString(7))
                .put("livemode", row.getBoolean(1))
                .put("status", state.toLowerCase(Locale.ROOT))
                .put("attempts", row.getInteger(9))
                .put("nextAttemptAt", state.equals("PENDING") ? time(row.getOffsetDateTime(10)) : null)
                .put("statusCode", row.getInteger(13))
                .put("response", response == null ? null : response.toString(StandardCharsets.UTF_8))
                .put("failure", row.getString(15))
                .put("createdAt", time(row.getOffsetDateTime(11)))
                .put("endedAt", time(row.getOffsetDateTime(12)));
    }

    private static @Nullable String time(@Nullable OffsetDateTime time) {
        return time == null ? null : Times.text(time.toInstant());
    }
}
