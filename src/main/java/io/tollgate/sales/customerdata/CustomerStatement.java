package io.tollgate.sales.customerdata;

import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement that finds a page of rows about a customer.
 *
 * <p>Parameters: seller, mode, the key of the last row of the page before, the id or the address of the customer, page
 * size. Columns: seller, mode, key, JSON object.
 *
 * @param name of the rows
 * @param byAddress whether the rows name the address of the customer instead of the id
 */
record CustomerStatement(String name, boolean byAddress, String sql) {
    /** Kinds of records that name their customer. */
    static final List<Resource> RECORDS = List.of(
            Payments.RESOURCE,
            Bookings.RESOURCE,
            Tickets.RESOURCE,
            Subscriptions.RESOURCE,
            SubscriptionPayments.RESOURCE,
            Invoices.RESOURCE,
            Submissions.RESOURCE);

    private static final String CHARGES =
            ids(List.of(Payments.RESOURCE, Bookings.RESOURCE, Subscriptions.RESOURCE, SubscriptionPayments.RESOURCE));

    /** The rows that are not records with a {@code customerId}. */
    static final List<CustomerStatement> ALL = List.of(
            ofCustomer("refunds", "refund", "t.charge_id IN (" + CHARGES + ")", """
                    'id', id, 'chargeId', charge_id, 'status', status, 'amount', amount, 'currency', currency,
                    'reason', reason, 'reasonNote', reason_note, 'failure', failure,
                    'creditNoteNumber', credit_note_number, 'createdAt', created_at"""),
            ofCustomer("recorded-payments", "recorded_payment", "t.charge_id IN (" + CHARGES + ")", """
                    'id', id, 'chargeId', charge_id, 'amount', amount, 'currency', currency, 'method', method,
                    'receivedAt', received_at, 'reference', reference, 'note', note"""),
            ofCustomer("license-keys", "license_key", "t.customer_id = $4", """
                    'id', id, 'key', key, 'productId', product_id, 'uses', uses, 'disabledAt', disabled_at,
                    'createdAt', created_at"""),
            ofAddress("saved-carts", "checkout_draft", "t.email = $4", """
                    'id', id, 'pageId', page_id, 'status', status, 'inputs', form, 'visitId', visit_id,
                    'createdAt', created_at, 'remindedAt', reminded_at, 'endedAt', ended_at"""),
            ofAddress("open-orders", "checkout", "t.email = $4 AND t.status IN ('OPEN', 'PENDING')", """
                    'id', id, 'pageId', page_id, 'status', status, 'amount', amount, 'currency', currency,
                    'inputs', inputs, 'clientIp', client_ip, 'createdAt', created_at"""),
            new CustomerStatement("offers", false, """
                    SELECT t.seller_id, t.livemode, t.id, (convert_from(t.record, 'UTF8')::jsonb
                        || jsonb_build_object('cardBrand', r.card_brand, 'cardLast4', r.card_last4))::text
                    FROM funnel_run_record t
                    JOIN funnel_run r ON r.seller_id = t.seller_id AND r.livemode = t.livemode AND r.id = t.id
                    WHERE t.seller_id = $1 AND t.livemode = $2 AND t.id > $3 AND t.id IN (%1$s UNION ALL %2$s)
                    ORDER BY t.id LIMIT $5""".formatted(offers("charge_id"), offers("subscription_id"))),
            new CustomerStatement("portal-sessions", false, """
                    SELECT seller_id, livemode, encode(token_hash, 'hex'), jsonb_build_object('createdAt', created_at,
                        'expiresAt', expires_at)::text
                    FROM portal_session
                    WHERE seller_id = $1 AND livemode = $2 AND token_hash > decode($3, 'hex') AND customer_id = $4
                    ORDER BY token_hash LIMIT $5"""),
            ofAddress("portal-links", "portal_link", "t.email = lower($4)", """
                    'createdAt', created_at, 'expiresAt', expires_at, 'usedAt', used_at"""),
            ofAddress("messages", "mail_message", "t.recipient = $4", """
                    'id', id, 'purpose', purpose, 'subjectId', subject_id, 'recipient', recipient, 'state', state,
                    'subject', subject, 'failure', failure, 'createdAt', created_at, 'endedAt', ended_at"""),
            new CustomerStatement("reminders", true, """
                    SELECT seller_id, livemode, email, jsonb_build_object('email', email, 'remindedAt', reminded_at,
                        'refusedAt', refused_at)::text
                    FROM reminder_recipient
                    WHERE seller_id = $1 AND livemode = $2 AND email > $3 AND email = $4 LIMIT $5"""),
            new CustomerStatement("audit-log", false, """
                    SELECT t.seller_id, t.livemode, t.id, convert_from(t.record, 'UTF8')
                    FROM audit_entry t
                    WHERE t.seller_id = $1 AND t.livemode = $2 AND t.id > $3
                      AND t.record_id IN (%s UNION ALL SELECT $4) ORDER BY t.id LIMIT $5""".formatted(ids(RECORDS))));

    static final CustomerStatement INVOICES = documents(Invoices.RESOURCE.table() + "_lookup", "t.customer_id = $4");

    /** Refunds with a credit note. */
    static final CustomerStatement CREDIT_NOTES =
            documents("refund", "t.credit_note_number IS NOT NULL AND t.charge_id IN (" + CHARGES + ")");

    static final CustomerStatement BOOKINGS = documents(Bookings.RESOURCE.table() + "_lookup", "t.customer_id = $4");

    /** The files that the customer uploaded, with forms and with orders. */
    static final CustomerStatement FILES = new CustomerStatement("files", false, """
            SELECT f.seller_id, NULL::boolean, f.id, jsonb_build_object('id', f.id, 'name', f.document ->> 'name')::text
            FROM file f
            WHERE f.seller_id = $1 AND f.id > $3 AND f.id IN (
                SELECT s.file_id FROM submission_file s
                WHERE s.seller_id = $1 AND s.deleted_at IS NULL AND s.submission_id IN (%s)
                UNION ALL
                SELECT o.file_id FROM order_file o
                WHERE o.seller_id = $1 AND o.livemode = $2 AND o.deleted_at IS NULL AND o.record_id IN (%s))
            ORDER BY f.id LIMIT $5
            """.formatted(
                    ids(List.of(Submissions.RESOURCE)),
                    ids(List.of(Payments.RESOURCE, Bookings.RESOURCE, Subscriptions.RESOURCE))));

    /** Returns a query for the ids of the records that name the customer. */
    private static String ids(List<Resource> resources) {
        return resources.stream()
                .map(resource -> "SELECT id FROM " + resource.table()
                        + "_lookup WHERE seller_id = $1 AND livemode = $2 AND customer_id = $4")
                .collect(Collectors.joining(" UNION ALL "));
    }

    /** @param charge the column with the order before the offer */
    private static String offers(String charge) {
        return "SELECT id FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND " + charge + " IN ("
                + CHARGES + ")";
    }

    private static CustomerStatement documents(String table, String condition) {
        return ofCustomer("documents", table, condition, "'id', id");
    }

    private static CustomerStatement ofCustomer(String name, String table, String condition, String columns) {
        return new CustomerStatement(name, false, rows(table, condition, columns));
    }

    private static CustomerStatement ofAddress(String name, String table, String condition, String columns) {
        return new CustomerStatement(name, true, rows(table, condition, columns));
    }

    /** @param columns names and values of the object */
    private static String rows(String table, String condition, String columns) {
        return """
                SELECT t.seller_id, t.livemode, t.id, jsonb_build_object(%s)::text
                FROM %s t
                WHERE t.seller_id = $1 AND t.livemode = $2 AND t.id > $3 AND %s ORDER BY t.id LIMIT $5
                """.formatted(columns, table, condition);
    }
}
