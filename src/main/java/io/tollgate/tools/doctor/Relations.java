package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks relations between records of different resources, with one SQL statement each. */
record Relations(Sql sql, Findings findings) {
    private static final String RECORD = "convert_from(%s.record, 'UTF8')::jsonb";
    private static final String SAME =
            "(%1$s.seller_id, %1$s.livemode, %1$s.%2$s) = (%3$s.seller_id, %3$s.livemode, %3$s.%4$s)";

    void check() throws SQLException {
        tickets();
        invoices();
        subscriptions();
        catalog();
        orders();
        checkouts();
        forms();
        events();
        mail();
        new RefundRelations(sql, findings).check();
        keys();
    }

    private static String record(String alias) {
        return RECORD.formatted(alias);
    }

    private static String same(String left, String column, String right, String other) {
        return SAME.formatted(left, column, right, other);
    }

    private void tickets() throws SQLException {
        sql.violations(
                findings,
                "tickets: event, order and customer match the booking",
                "SELECT t.id FROM ticket t JOIN booking b ON " + same("t", "booking_id", "b", "id")
                        + " WHERE (t.page_id, t.order_id, t.customer_id) IS DISTINCT FROM"
                        + " (b.page_id, b.order_id, b.customer_id)");
    }

    private void invoices() throws SQLException {
        sql.violations(
                findings,
                "invoices: numbers are consecutive in time order",
                "SELECT id FROM (SELECT id, invoice_number, to_char(created_at AT TIME ZONE 'UTC', 'YYYY') AS year,"
                        + " row_number() OVER (PARTITION BY seller_id, livemode,"
                        + " to_char(created_at AT TIME ZONE 'UTC', 'YYYY')"
                        + " ORDER BY created_at, length(invoice_number), invoice_number) AS n"
                        + " FROM invoice WHERE invoice_number IS NOT NULL) numbered"
                        + " WHERE invoice_number <> year || '-' || lpad(n::text, greatest(6, length(n::text)), '0')");
    }

    private void subscriptions() throws SQLException {
        sql.violations(
                findings,
                "subscription-payments: page, customer and product match the subscription",
                "SELECT p.id FROM subscription_payment p JOIN subscription s ON "
                        + same("p", "subscription_id", "s", "id")
                        + " WHERE (p.page_id, p.customer_id) IS DISTINCT FROM (s.page_id, s.customer_id)"
                        + " OR p.created_at < s.created_at");
        sql.violations(
                findings,
                "subscriptions: completed plans have all payments",
                "SELECT s.id FROM subscription s LEFT JOIN subscription_payment p ON "
                        + same("p", "subscription_id", "s", "id") + " AND p.paid WHERE s.status = 'completed'"
                        + " GROUP BY s.seller_id, s.livemode, s.id HAVING count(p.id) <> max((" + record("s")
                        + " ->> 'planIterations')::int)");
    }

    private void catalog() throws SQLException {
        sql.violations(
                findings,
                "pages: records belong to pages of their type",
                "SELECT r.id FROM (SELECT seller_id, livemode, id, page_id, 'checkout' AS type FROM payment UNION ALL"
                        + " SELECT seller_id, livemode, id, page_id, 'checkout' FROM subscription UNION ALL"
                        + " SELECT seller_id, livemode, id, page_id, 'event' FROM booking UNION ALL"
                        + " SELECT seller_id, livemode, id, page_id, 'form' FROM submission) r"
                        + " JOIN page ON page.seller_id = r.seller_id AND page.id = r.page_id"
                        + " WHERE page.type <> r.type");
        sql.violations(
                findings,
                "bookings: currency matches the event",
                "SELECT b.id FROM booking b JOIN page ON page.seller_id = b.seller_id AND page.id = b.page_id WHERE "
                        + record("b") + " ->> 'currency' IS DISTINCT FROM page.document #>> '{eventDetails,currency}'");
    }

    private void checkouts() throws SQLException {
        sql.violations(
                findings,
                "hosted pages: a complete order is a payment of its amount",
                "SELECT c.id FROM checkout c LEFT JOIN payment p ON " + same("c", "charge_id", "p", "id")
                        + " WHERE c.status IN ('UNPAID', 'PAID', 'REFUNDED') AND (p.order_id, (" + record("p")
                        + " ->> 'amount')::bigint) IS DISTINCT FROM (c.order_id, c.amount)");
        sql.violations(
                findings,
                "hosted pages: an order is paid exactly if its payment at the processor succeeded",
                "SELECT c.id FROM checkout c JOIN payment_attempt a ON " + same("c", "id", "a", "checkout_id")
                        + " WHERE (c.status IN ('PAID', 'REFUNDED')) <> (a.status = 'SUCCEEDED')"
                        + " OR c.status = 'EXPIRED' AND a.status <> 'CANCELED'");
        sql.violations(
                findings,
                "hosted pages: an open order is settled by a task",
                "SELECT c.id FROM checkout c WHERE c.status IN ('OPEN', 'PENDING') AND NOT EXISTS (SELECT FROM"
                        + " processor_task t WHERE " + same("t", "subject_id", "c", "id")
                        + " AND t.kind = 'SETTLE_CHECKOUT')");
    }

    private void events() throws SQLException {
        sql.violations(
                findings,
                "processor events: one that is not applied has a task",
                "SELECT e.id FROM processor_event e WHERE e.applied_at IS NULL AND NOT EXISTS (SELECT FROM"
                        + " processor_task t WHERE " + same("t", "subject_id", "e", "id")
                        + " AND t.kind = 'APPLY_EVENT')");
    }

    /** Messages that were never tried wait for a mail server, and wrong addresses of buyers are no inconsistencies. */
    private void mail() throws SQLException {
        sql.violations(
                findings,
                "mail: a message that was tried is tried again in time",
                "SELECT id FROM mail_message WHERE state = 'PENDING' AND attempts > 0"
                        + " AND due_at < now() - interval '1 hour'");
        sql.violations(
                findings,
                "mail: no message failed, except for its recipient or its age",
                "SELECT id FROM mail_message WHERE state = 'FAILED' AND failure_kind IN ('SERVER', 'CONTENT')");
    }

    private void forms() throws SQLException {
        sql.violations(
                findings,
                "hosted pages: a submitted form is a submission of its page and its visitor",
                "SELECT f.id FROM submitted_form f LEFT JOIN submission s ON " + same("f", "submission_id", "s", "id")
                        + " WHERE s.page_id IS DISTINCT FROM f.page_id OR f.email <> (" + record("s")
                        + " ->> 'customerEmail')");
        sql.violations(
                findings,
                "submissions: the uploaded files are those that the answers name",
                "SELECT coalesce(n.submission_id, f.submission_id) FROM (SELECT s.seller_id, s.id AS submission_id,"
                        + " jsonb_path_query(" + record("s") + ", '$.fields[*].meta.files[*].id') #>> '{}' AS file_id"
                        + " FROM submission s WHERE convert_from(s.record, 'UTF8') LIKE '%\"files\"%') n"
                        + " FULL JOIN submission_file f ON n.seller_id = f.seller_id AND n.file_id = f.file_id"
                        + " WHERE n.submission_id IS DISTINCT FROM f.submission_id");
        sql.violations(
                findings,
                "submissions: an uploaded file exists exactly if it was not deleted",
                "SELECT s.file_id FROM submission_file s LEFT JOIN file f ON f.seller_id = s.seller_id"
                        + " AND f.id = s.file_id WHERE (f.id IS NULL) <> (s.deleted_at IS NOT NULL)");
    }

    private void orders() throws SQLException {
        sql.violations(
                findings,
                "orders: order ids are unique",
                "SELECT order_id FROM (SELECT seller_id, livemode, order_id FROM payment UNION ALL"
                        + " SELECT seller_id, livemode, order_id FROM booking UNION ALL"
                        + " SELECT seller_id, livemode, order_id FROM subscription) o"
                        + " GROUP BY seller_id, livemode, order_id HAVING count(*) > 1");
    }

    private void keys() throws SQLException {
        sql.violations(
                findings,
                "keys: last use is after creation",
                "SELECT k.id FROM api_key k JOIN api_key_use u ON (u.seller_id, u.key_id) = (k.seller_id, k.id)"
                        + " WHERE u.last_used_at < k.created_at");
    }
}
