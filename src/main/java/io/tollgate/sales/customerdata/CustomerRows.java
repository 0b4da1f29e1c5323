package io.tollgate.sales.customerdata;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.export.ExportSource;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rows about a customer that are not records with a {@code customerId}, in pages, as JSON objects. */
final class CustomerRows implements ExportSource {
    private static final int PAGE = 100;

    /** A customer, and the parameters that find its rows. */
    record Customer(Scope scope, String id, String email) {
        /** Parameters: seller, mode, the last row of the page before, customer, address, page size. */
        Tuple after(String last, int page) {
            return Tuple.of(scope.sellerId(), scope.live(), last, id, email, page);
        }
    }

    private static final String CHARGES = """
            SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            UNION ALL
            SELECT id FROM booking_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            UNION ALL
            SELECT id FROM subscription_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            UNION ALL
            SELECT id FROM subscription_payment_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            """;

    private static final String OTHERS = """
            UNION ALL
            SELECT id FROM ticket_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            UNION ALL
            SELECT id FROM invoice_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            UNION ALL
            SELECT id FROM submission_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4
            UNION ALL
            SELECT $4
            """;

    /** Statements by the name of the rows. They return a key, by which the next page continues, and an object. */
    static final Map<String, String> ALL = all();

    private final Database database;
    private final String sql;
    private final Customer customer;
    private String last = "";
    private boolean done;

    CustomerRows(Database database, String sql, Customer customer) {
        this.database = database;
        this.sql = sql;
        this.customer = customer;
    }

    private static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("refunds", rows("refund", "t.charge_id IN (" + CHARGES + ")", """
                'id', id, 'chargeId', charge_id, 'status', status, 'amount', amount, 'currency', currency,
                'reason', reason, 'reasonNote', reason_note, 'failure', failure,
                'creditNoteNumber', credit_note_number, 'createdAt', created_at"""));
        all.put("recorded-payments", rows("recorded_payment", "t.charge_id IN (" + CHARGES + ")", """
                'id', id, 'chargeId', charge_id, 'amount', amount, 'currency', currency, 'method', method,
                'receivedAt', received_at, 'reference', reference, 'note', note"""));
        all.put("license-keys", rows("license_key", "t.customer_id = $4", """
                'id', id, 'key', key, 'productId', product_id, 'uses', uses, 'disabledAt', disabled_at,
                'createdAt', created_at"""));
        all.put("saved-carts", rows("checkout_draft", "t.email = $5", """
                'id', id, 'pageId', page_id, 'status', status, 'inputs', form, 'visitId', visit_id,
                'createdAt', created_at, 'remindedAt', reminded_at, 'endedAt', ended_at"""));
        all.put("open-orders", rows("checkout", "t.email = $5 AND t.status IN ('OPEN', 'PENDING')", """
                'id', id, 'pageId', page_id, 'status', status, 'amount', amount, 'currency', currency,
                'inputs', inputs, 'clientIp', client_ip, 'createdAt', created_at"""));
        all.put("messages", rows("mail_message", "t.recipient = $5", """
                'id', id, 'purpose', purpose, 'subjectId', subject_id, 'recipient', recipient, 'state', state,
                'subject', subject, 'failure', failure, 'createdAt', created_at, 'endedAt', ended_at"""));
        all.put("reminders", """
                SELECT seller_id, livemode, email, jsonb_build_object('email', email, 'remindedAt', reminded_at,
                    'refusedAt', refused_at)::text
                FROM reminder_recipient
                WHERE seller_id = $1 AND livemode = $2 AND email > $3 AND email = $5 AND $4::text <> '' LIMIT $6""");
        all.put("audit-log", """
                SELECT t.seller_id, t.livemode, t.id, convert_from(t.record, 'UTF8')
                FROM audit_entry t
                WHERE t.seller_id = $1 AND t.livemode = $2 AND t.id > $3 AND $5::text <> ''
                  AND t.record_id IN (%s) ORDER BY t.id LIMIT $6""".formatted(CHARGES + OTHERS));
        return all;
    }

    /** @param columns names and values of the object */
    private static String rows(String table, String condition, String columns) {
        return """
                SELECT t.seller_id, t.livemode, t.id, jsonb_build_object(%s)::text
                FROM %s t
                WHERE t.seller_id = $1 AND t.livemode = $2 AND t.id > $3 AND %s
                  AND $4::text <> '' AND $5::text <> '' ORDER BY t.id LIMIT $6
                """.formatted(columns, table, condition);
    }

    @Override
    public Future<List<Buffer>> next() {
        return database.search(sql, customer.after(last, PAGE)).map(rows -> {
            List<Buffer> page = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                page.add(Buffer.buffer(row.getString(3)));
                last = row.getString(2);
            }
            done = page.size() < PAGE;
            return page;
        });
    }

    @Override
    public boolean isDone() {
        return done;
    }
}
