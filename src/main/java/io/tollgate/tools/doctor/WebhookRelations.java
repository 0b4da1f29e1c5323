package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Compares the deliveries to webhooks with the webhooks, with each other and with the event log. */
record WebhookRelations(Sql sql, Findings findings) {
    void check() throws SQLException {
        webhooks();
        deliveries();
        order();
    }

    private void webhooks() throws SQLException {
        sql.violations(
                findings,
                "webhooks: each has a state and a position, which belong to a webhook",
                "SELECT w.id FROM webhook w WHERE NOT EXISTS (SELECT FROM webhook_state s WHERE (s.seller_id,"
                        + " s.webhook_id) = (w.seller_id, w.id)) OR NOT EXISTS (SELECT FROM webhook_position p WHERE"
                        + " (p.seller_id, p.webhook_id) = (w.seller_id, w.id)) UNION ALL SELECT s.webhook_id FROM"
                        + " (SELECT seller_id, webhook_id FROM webhook_state UNION ALL SELECT seller_id, webhook_id"
                        + " FROM webhook_position UNION ALL SELECT seller_id, webhook_id FROM webhook_delivery) s"
                        + " WHERE NOT EXISTS (SELECT FROM webhook w WHERE (w.seller_id, w.id) = (s.seller_id,"
                        + " s.webhook_id))");
        sql.violations(
                findings,
                "webhooks: each has a key pair a day after its creation",
                "SELECT id FROM webhook WHERE signing_key IS NULL AND created_at < now() - interval '1 day'"
                        + " OR (former_signing_key IS NOT NULL AND former_secret IS NULL)");
        sql.violations(
                findings,
                "webhooks: a position is one of the feed",
                "SELECT p.webhook_id FROM webhook_position p LEFT JOIN event_head h ON (h.seller_id, h.livemode) ="
                        + " (p.seller_id, p.livemode) WHERE p.position < 0 OR p.position > coalesce(h.last, 0)");
        sql.violations(
                findings,
                "webhooks: the counters agree",
                "SELECT s.webhook_id FROM webhook_state s LEFT JOIN LATERAL (SELECT"
                        + " count(*) FILTER (WHERE d.state = 'DELIVERED') AS delivered,"
                        + " count(*) FILTER (WHERE d.state = 'FAILED') AS failed, sum(d.attempts) AS attempts,"
                        + " max(d.sequence) AS last FROM webhook_delivery d WHERE (d.seller_id, d.webhook_id) ="
                        + " (s.seller_id, s.webhook_id)) d ON true WHERE s.delivery_count < s.success_count"
                        + " OR s.success_count < d.delivered OR s.failure_count < d.failed OR s.sequence < d.last"
                        + " OR (s.last_triggered_at IS NULL) <> (s.delivery_count = 0)"
                        + " OR (s.last_success_at IS NULL) <> (s.success_count = 0)"
                        + " OR (s.warned_at IS NOT NULL AND s.failing_since IS NULL)"
                        + " OR (s.sequence = 0) <> (s.digest = '') OR length(s.digest) NOT IN (0, 64)");
    }

    private void deliveries() throws SQLException {
        sql.violations(
                findings,
                "webhook deliveries: each is of an event that is kept",
                "SELECT d.id FROM webhook_delivery d LEFT JOIN event e ON (e.seller_id, e.livemode, e.id) ="
                        + " (d.seller_id, d.livemode, d.event_id) LEFT JOIN event_head h ON (h.seller_id, h.livemode) ="
                        + " (d.seller_id, d.livemode) WHERE d.type <> 'webhook.test' AND ((e.id IS NULL"
                        + " AND h.first = 1)"
                        + " OR (e.type, e.record_id) <> (d.type, d.record_id))");
        sql.violations(
                findings,
                "webhook deliveries: the times and the outcome agree",
                "SELECT d.id FROM webhook_delivery d WHERE d.ended_at < d.created_at - interval '1 minute'"
                        + " OR (d.state = 'DELIVERED' AND"
                        + " (d.attempts = 0 OR d.status_code IS NULL OR d.status_code NOT BETWEEN 200 AND 299))"
                        + " OR (d.state = 'FAILED' AND d.failure IS NULL) OR length(d.response) > 16384"
                        + " OR left(d.id, 8) <> lpad(to_hex(floor(extract(epoch FROM d.created_at))::bigint), 8, '0')");
    }

    private void order() throws SQLException {
        sql.violations(
                findings,
                "webhook deliveries: the next of a record waits for the pending one",
                "SELECT d.id FROM webhook_delivery d WHERE d.state = 'PENDING' AND (d.due_at = 'infinity') <> EXISTS"
                        + " (SELECT FROM webhook_delivery o WHERE (o.seller_id, o.webhook_id, o.record_id) ="
                        + " (d.seller_id, d.webhook_id, d.record_id) AND o.sequence < d.sequence"
                        + " AND o.state = 'PENDING')");
        sql.violations(
                findings,
                "webhook deliveries: the sequence has no gaps",
                "SELECT d.webhook_id FROM webhook_delivery d JOIN webhook_state s ON (s.seller_id, s.webhook_id) ="
                        + " (d.seller_id, d.webhook_id) GROUP BY d.seller_id, d.webhook_id, s.sequence HAVING"
                        + " count(*) < s.sequence - min(d.sequence) + 1"
                        + " AND min(d.created_at) > now() - interval '29 days'");
        sql.violations(
                findings,
                "webhook deliveries: the first has no digest before it, and each other has one",
                "SELECT d.id FROM webhook_delivery d WHERE (d.sequence = 1) <> (d.previous = '')"
                        + " OR length(d.previous) NOT IN (0, 64)");
    }
}
