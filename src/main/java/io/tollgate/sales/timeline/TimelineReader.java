package io.tollgate.sales.timeline;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.subscription.EarlyRefunds;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what happened to a record, in one statement. Each part of it reads one index and at most as many rows as asked
 * for, so that the cost does not grow with the age of the record.
 */
record TimelineReader(Database database) {
    /** What an entry is about, causes before their effects. */
    enum Kind {
        ORDER,
        PAYMENT_ATTEMPT,
        PROCESSOR_EVENT,
        REFUSED_CALL,
        CHANGE,
        EVENT,
        MAIL,
        WEBHOOK_DELIVERY
    }

    private static final String[] KINDS =
            Arrays.stream(Kind.values()).map(Kind::name).toArray(String[]::new);

    /** Mails are found by their purpose and record, which have an index. */
    private static final String[] PURPOSES =
            Arrays.stream(MailPurpose.values()).map(MailPurpose::name).toArray(String[]::new);

    /** $1 seller, $2 mode, $3 record, $4 entries, $5 purposes of mails, $6 kinds in their order at one time. */
    static final String SQL = """
            WITH told AS MATERIALIZED (
                SELECT e.id, e.created_at, e.type, e.position, c.actor, c.actor_id
                FROM event e JOIN reported_change c
                  ON (c.seller_id, c.livemode, c.id) = (e.seller_id, e.livemode, e.change_id)
                WHERE e.seller_id = $1 AND e.livemode = $2 AND e.record_id = $3
                ORDER BY e.position DESC LIMIT $4),
            placed AS MATERIALIZED (
                SELECT id, created_at, status FROM checkout
                WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 LIMIT $4),
            attempt AS MATERIALIZED (
                SELECT a.id, a.created_at, a.status, a.processor_id
                FROM placed p JOIN payment_attempt a
                  ON a.seller_id = $1 AND a.livemode = $2 AND a.checkout_id = p.id AND a.status <> 'CANCELED'
                UNION ALL
                SELECT a.id, a.created_at, a.status, a.processor_id
                FROM placed p JOIN payment_attempt a
                  ON a.seller_id = $1 AND a.livemode = $2 AND a.checkout_id = p.id AND a.status = 'CANCELED'
                LIMIT $4),
            received AS (
                SELECT id, received_at, type, outcome FROM processor_event
                WHERE seller_id = $1 AND livemode = $2 AND checkout_id IN (SELECT id FROM placed)
                UNION
                SELECT id, received_at, type, outcome FROM processor_event
                WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3
                UNION
                SELECT id, received_at, type, outcome FROM processor_event
                WHERE seller_id = $1 AND livemode = $2 AND payment_id IN (SELECT processor_id FROM attempt)
                  AND %s
                ORDER BY received_at DESC LIMIT $4),
            entry (kind, id, at, type, status, actor, actor_id, detail, place) AS (
                SELECT 'EVENT', id, created_at, type, NULL, lower(actor), actor_id, NULL, position FROM told
                UNION ALL
                (SELECT 'CHANGE', id, created_at, route, NULL,
                        CASE WHEN key_id IS NOT NULL THEN 'api_key' WHEN member IS NOT NULL THEN 'member'
                             ELSE 'customer' END,
                        coalesce(key_id, member), NULL, NULL
                 FROM (SELECT id, created_at, route, key_id,
                              convert_from(record, 'UTF8')::json ->> 'memberId' AS member
                       FROM audit_entry
                       WHERE seller_id = $1 AND livemode = $2 AND record_id = $3
                       ORDER BY id DESC LIMIT $4) change)
                UNION ALL
                (SELECT 'REFUSED_CALL', id, created_at, method || ' ' || path, status::text, 'api_key', key_id,
                        error_code, NULL
                 FROM request_log
                 WHERE seller_id = $1 AND livemode = $2 AND record_id = $3 AND status >= 400
                 ORDER BY id DESC LIMIT $4)
                UNION ALL
                (SELECT 'MAIL', id, coalesce(ended_at, created_at), lower(purpose), lower(state), 'system', NULL,
                        lower(failure_kind), NULL
                 FROM mail_message
                 WHERE seller_id = $1 AND livemode = $2 AND purpose = ANY ($5) AND subject_id = $3
                 ORDER BY created_at DESC LIMIT $4)
                UNION ALL
                (SELECT 'WEBHOOK_DELIVERY', d.id, coalesce(d.ended_at, d.created_at), d.type, lower(d.state),
                        'system', NULL, w.document ->> 'name', d.sequence
                 FROM webhook w JOIN told t ON true JOIN webhook_delivery d
                   ON d.seller_id = $1 AND d.webhook_id = w.id AND d.event_id = t.id AND d.livemode = $2
                 WHERE w.seller_id = $1
                 ORDER BY d.created_at DESC LIMIT $4)
                UNION ALL
                SELECT 'ORDER', id, created_at, 'order.placed', lower(status), 'buyer', NULL, NULL, NULL FROM placed
                UNION ALL
                SELECT 'PAYMENT_ATTEMPT', id, created_at, 'payment.attempted', lower(status), 'buyer', NULL, NULL, NULL
                FROM attempt
                UNION ALL
                SELECT 'PROCESSOR_EVENT', id, received_at, type, lower(outcome), 'processor', NULL, NULL, NULL
                FROM received)
            SELECT $1::text, $2::boolean, e.kind, e.id, e.at, e.type, e.status, e.actor, e.actor_id,
                   coalesce(k.label, nullif(m.name, ''), m.email), e.detail
            FROM entry e
            LEFT JOIN api_key k ON k.seller_id = $1 AND k.id = e.actor_id
            LEFT JOIN member m ON m.seller_id = $1 AND m.id = e.actor_id
            ORDER BY e.at DESC, array_position($6, e.kind) DESC, e.place DESC, e.id DESC
            LIMIT $4
            """.formatted(EarlyRefunds.OF_REFUNDS);

    /**
     * One thing that happened.
     *
     * @param type of the event, mail or event of the processor, or method and path of the call
     * @param status what became of it; null if nothing can become of it
     * @param detail code of an error, kind of a failure, or name of a webhook
     */
    record Entry(
            Kind kind,
            String id,
            Instant at,
            String type,
            @Nullable String status,
            String actor,
            @Nullable String actorId,
            @Nullable String actorName,
            @Nullable String detail) {}

    /** Returns the newest entries, newest first. */
    Future<List<Entry>> read(Scope scope, String recordId, int limit) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), recordId, limit)
                .addArrayOfString(PURPOSES)
                .addArrayOfString(KINDS);
        return database.list(SQL, values).map(rows -> {
            List<Entry> entries = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                entries.add(new Entry(
                        Kind.valueOf(row.getString(2)),
                        row.getString(3),
                        row.getOffsetDateTime(4).toInstant(),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9),
                        row.getString(10)));
            }
            return entries;
        });
    }
}
