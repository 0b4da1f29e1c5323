package io.tollgate.sales.report;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What needs the seller's attention: what has failed, what is due, and what will soon stop working. */
record AttentionReport(Database database, Clock clock) {
    static final int COUNT_MAX = 1_000;

    /** What may need attention, most urgent first. */
    enum Kind {
        PROCESSOR_MISSING("Published pages cannot be paid, because no payment processor is connected.", """
                SELECT id FROM page WHERE seller_id = $1 AND $2 AND status = 'published' AND NOT testmode
                  AND type <> 'form' AND NOT EXISTS (
                      SELECT FROM processor_account WHERE seller_id = $1 AND livemode
                        AND (simulated OR publishable_key IS NOT NULL))"""),
        DISPUTE_OPEN("Disputes need a response at the payment processor.", """
                SELECT charge_id FROM dispute WHERE seller_id = $1 AND livemode = $2
                  AND status IN ('needs_response', 'warning_needs_response')"""),
        WEBHOOK_FAILED("Webhooks were switched off, because their deliveries failed for days.", """
                SELECT id FROM webhook WHERE seller_id = $1 AND $2 IS NOT NULL AND status = 'failed'"""),
        WEBHOOK_FAILING("Deliveries to webhooks have failed for more than an hour.", """
                SELECT w.id FROM webhook w JOIN webhook_state s ON s.seller_id = $1 AND s.webhook_id = w.id
                WHERE w.seller_id = $1 AND $2 IS NOT NULL AND w.status = 'active'
                  AND s.failing_since < $4::timestamptz - interval '1 hour'"""),
        REFUND_FAILED("Refunds of the last 30 days failed.", """
                SELECT charge_id FROM refund WHERE seller_id = $1 AND livemode = $2 AND status = 'FAILED'
                  AND updated_at > $3::timestamptz - interval '30 days'"""),
        TASK_FAILED("Tasks were given up after days of failures. See `scripts/processor show`.", """
                SELECT id::text FROM processor_task WHERE seller_id = $1 AND livemode = $2
                  AND failed_at IS NOT NULL"""),
        SUBSCRIPTION_PAST_DUE("Charges of subscriptions failed.", """
                SELECT id FROM subscription WHERE seller_id = $1 AND livemode = $2 AND status = 'past_due'"""),
        PAYMENT_OVERDUE("Payments have been due for more than 14 days.", """
                SELECT id FROM payment WHERE seller_id = $1 AND livemode = $2
                  AND status IN ('unpaid', 'partially_paid') AND order_status = 'active'
                  AND created_at < $3::timestamptz - interval '14 days'"""),
        BOOKING_OVERDUE("Bookings have been due for more than 14 days.", """
                SELECT id FROM booking WHERE seller_id = $1 AND livemode = $2
                  AND status IN ('unpaid', 'partially_paid') AND order_status = 'active'
                  AND created_at < $3::timestamptz - interval '14 days'"""),
        EVENT_NEARLY_FULL("Nine of ten places of coming events are taken.", """
                SELECT p.id FROM capacity c JOIN page p ON p.seller_id = $1 AND p.id = c.owner_id
                WHERE c.seller_id = $1 AND $2 AND c.kind = 'event' AND c.taken >= 0.9 * c.capacity
                  AND p.status = 'published'
                  AND (p.document #>> '{eventDetails,startDate}')::timestamptz > $3::timestamptz"""),
        MAIL_FAILED("Messages of the last week could not be delivered.", """
                SELECT subject_id FROM mail_message WHERE seller_id = $1 AND livemode = $2 AND state = 'FAILED'
                  AND created_at > $3::timestamptz - interval '7 days'"""),
        EXPORT_FAILED("Exports of the last week failed.", """
                SELECT id FROM saved_export WHERE seller_id = $1 AND livemode = $2 AND status = 'failed'
                  AND created_at > $4::timestamptz - interval '7 days'"""),
        KEY_EXPIRES("API keys expire within 14 days.", """
                SELECT id FROM api_key WHERE seller_id = $1 AND livemode = $2 AND revoked_at IS NULL
                  AND expires_at > $4 AND expires_at < $4::timestamptz + interval '14 days'""");

        private final String message;
        private final String records;

        Kind(String message, String records) {
            this.message = message;
            this.records = records;
        }

        String message() {
            return message;
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the number of records, and one of them. */
        private String sql() {
            return "SELECT $1::text, NULL::boolean, '" + name() + "', count(*), max(id) FROM (SELECT * FROM (" + records
                    + ") AS found (id) LIMIT " + COUNT_MAX + ") counted HAVING count(*) > 0";
        }
    }

    /** Counts all kinds in one statement, each from an index. $3 is the time of the mode, $4 the real time. */
    static final String SQL = String.join(
            "\nUNION ALL\n", Arrays.stream(Kind.values()).map(Kind::sql).toList());

    /** @param recordId of one of the records */
    record Item(Kind kind, long count, String recordId) {}

    /** @param now time of the mode */
    Future<List<Item>> read(Scope scope, Instant now) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live())
                .addValue(now.atOffset(ZoneOffset.UTC))
                .addValue(clock.now().atOffset(ZoneOffset.UTC));
        return database.list(SQL, values).map(rows -> {
            List<Item> items = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                items.add(new Item(Kind.valueOf(row.getString(2)), row.getLong(3), row.getString(4)));
            }
            return items;
        });
    }
}
