package io.tollgate.tools.doctor;

import io.tollgate.catalog.page.Slugs;
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
        billing();
        replacements();
        tasks();
        catalog();
        orders();
        recordedPayments();
        checkouts();
        forms();
        events();
        mail();
        portal();
        new RefundRelations(sql, findings).check();
        new TaxRelations(sql, findings).check();
        new FunnelRelations(sql, findings).check();
        new DraftRelations(sql, findings).check();
        new SimulatorRelations(sql, findings).check();
        new ProcessorRelations(sql, findings).check();
        new BillingRelations(sql, findings).check();
        new NumberRelations(sql, findings).check();
        new TermRelations(sql, findings).check();
        new TimeRelations(sql, findings).check();
        new UploadRelations(sql, findings).check();
        testClocks();
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
                "SELECT id FROM (SELECT id, invoice_number, created_at, split_part(invoice_number, '-', 1) AS year,"
                        + " row_number() OVER (PARTITION BY seller_id, livemode, split_part(invoice_number, '-', 1)"
                        + " ORDER BY created_at, length(invoice_number), invoice_number) AS n"
                        + " FROM invoice WHERE invoice_number IS NOT NULL) numbered"
                        + " WHERE invoice_number <> year || '-' || lpad(n::text, greatest(6, length(n::text)), '0')"
                        // The year is that of the account's time zone.
                        + " OR year NOT IN (to_char(created_at AT TIME ZONE 'UTC' - interval '1 day', 'YYYY'),"
                        + " to_char(created_at AT TIME ZONE 'UTC' + interval '1 day', 'YYYY'))");
    }

    private void subscriptions() throws SQLException {
        sql.violations(
                findings,
                "subscription-payments: page, customer and product match the subscription",
                "SELECT p.id FROM subscription_payment p JOIN subscription s ON "
                        + same("p", "subscription_id", "s", "id")
                        + " WHERE (p.page_id, p.customer_id) IS DISTINCT FROM (s.page_id, s.customer_id)"
                        // The first invoice is dated when the order is placed, and all are in whole seconds.
                        + " OR p.created_at < date_trunc('second', s.created_at) AND p.billing_reason <>"
                        + " 'subscription_create'");
        sql.violations(
                findings,
                "subscriptions: completed plans have all payments",
                "SELECT s.id FROM subscription s LEFT JOIN subscription_payment p ON "
                        + same("p", "subscription_id", "s", "id") + " AND p.paid LEFT JOIN billed_subscription b ON "
                        + same("b", "subscription_id", "s", "id") + " WHERE s.status = 'completed'"
                        + " GROUP BY s.seller_id, s.livemode, s.id HAVING count(p.id) <> coalesce(max(b.charges), max(("
                        + record("s") + " ->> 'planIterations')::int))");
    }

    private void billing() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: each charge of the processor is one subscription payment",
                "SELECT i.payment_id FROM subscription_invoice i LEFT JOIN subscription_payment p ON "
                        + same("i", "payment_id", "p", "id") + " WHERE p.subscription_id IS DISTINCT FROM"
                        + " i.subscription_id OR " + record("p") + " ->> 'processorInvoiceId' IS DISTINCT FROM"
                        + " i.invoice_id");
        sql.violations(
                findings,
                "subscriptions: a payment of a billed subscription has an invoice",
                "SELECT p.id FROM subscription_payment p JOIN billed_subscription b ON "
                        + same("p", "subscription_id", "b", "subscription_id") + " WHERE NOT EXISTS (SELECT FROM"
                        + " subscription_invoice i WHERE " + same("i", "payment_id", "p", "id") + ")");
        sql.violations(
                findings,
                "subscriptions: a billed one has its id at the processor, and a task until its end",
                "SELECT b.subscription_id FROM billed_subscription b LEFT JOIN subscription s ON "
                        + same("b", "subscription_id", "s", "id") + " WHERE " + record("s")
                        + " ->> 'processorSubscriptionId' IS DISTINCT FROM b.processor_id OR s.status NOT IN"
                        + " ('canceled', 'completed', 'incomplete_expired') AND NOT EXISTS (SELECT FROM"
                        + " processor_task t WHERE " + same("t", "subject_id", "s", "id")
                        + " AND t.kind = 'SYNC_SUBSCRIPTION')");
    }

    private void replacements() throws SQLException {
        sql.violations(
                findings,
                "card replacements: each belongs to a billed subscription",
                "SELECT r.id FROM card_replacement r WHERE NOT EXISTS (SELECT FROM billed_subscription b WHERE "
                        + same("b", "subscription_id", "r", "subscription_id") + ")");
        sql.violations(
                findings,
                "card replacements: each setup exists at the simulated processor",
                "SELECT r.id FROM card_replacement r JOIN processor_account a ON (a.seller_id, a.livemode) ="
                        + " (r.seller_id, r.livemode) AND a.simulated WHERE r.setup_id IS NOT NULL AND NOT EXISTS"
                        + " (SELECT FROM simulated_object o WHERE (o.seller_id, o.livemode, o.kind, o.id) ="
                        + " (r.seller_id, r.livemode, 'setup_intent', r.setup_id))");
    }

    private void tasks() throws SQLException {
        sql.violations(
                findings,
                "tasks: none was given up (scripts/processor show says why, and retry tries them again)",
                "SELECT t.kind || ' of ' || t.subject_id FROM processor_task t WHERE t.failed_at IS NOT NULL");
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
                        + " WHERE c.kind = 'PRODUCT' AND c.charge_id IS NOT NULL AND (p.order_id, (" + record("p")
                        + " ->> 'amount')::bigint) IS DISTINCT FROM (c.order_id, c.amount)");
        sql.violations(
                findings,
                "hosted pages: a complete order of tickets is a booking of its amount",
                "SELECT c.id FROM checkout c LEFT JOIN booking b ON " + same("c", "charge_id", "b", "id")
                        + " WHERE c.kind = 'TICKETS' AND c.charge_id IS NOT NULL AND (b.order_id, (" + record("b")
                        + " ->> 'amount')::bigint) IS DISTINCT FROM (c.order_id, c.amount)");
        sql.violations(
                findings,
                "hosted pages: a complete order of a subscription is a subscription",
                "SELECT c.id FROM checkout c LEFT JOIN subscription s ON " + same("c", "charge_id", "s", "id")
                        + " WHERE c.kind = 'SUBSCRIPTION' AND c.charge_id IS NOT NULL"
                        + " AND s.order_id IS DISTINCT FROM c.order_id");
        openCheckouts();
    }

    private void openCheckouts() throws SQLException {
        sql.violations(
                findings,
                "hosted pages: an order is paid exactly if its payment at the processor succeeded",
                "SELECT c.id FROM checkout c JOIN payment_attempt a ON " + same("c", "id", "a", "checkout_id")
                        + " WHERE c.status = 'EXPIRED' AND a.status <> 'CANCELED'"
                        // A canceled payment precedes the one that is made: the buyer has edited the order.
                        + " OR (c.status IN ('PAID', 'PARTIALLY_PAID', 'REFUNDED')) <> EXISTS (SELECT FROM"
                        + " payment_attempt s WHERE " + same("s", "checkout_id", "c", "id")
                        + " AND s.status = 'SUCCEEDED')");
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
                "SELECT e.seller_id || ' ' || e.id FROM processor_event e"
                        + " WHERE e.applied_at IS NULL AND NOT EXISTS (SELECT FROM"
                        + " processor_task t WHERE " + same("t", "subject_id", "e", "id")
                        + " AND t.kind = 'APPLY_EVENT')");
    }

    private void testClocks() throws SQLException {
        sql.violations(
                findings,
                "test clocks: an event is of a seller with a clock, and not later than its test time",
                "SELECT e.record_id FROM test_clock_event e LEFT JOIN test_clock c ON c.seller_id = e.seller_id"
                        + " WHERE c.seller_id IS NULL OR e.happened_at >"
                        + " now() + interval '1 minute' + c.offset_millis * interval '1 millisecond'");
        sql.violations(
                findings,
                "test clocks: each is of a seller",
                "SELECT c.seller_id FROM test_clock c WHERE NOT EXISTS (SELECT FROM seller s WHERE s.id ="
                        + " c.seller_id)");
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

    private void portal() throws SQLException {
        sql.violations(
                findings,
                "portal: a session is of a customer of its seller and mode",
                "SELECT s.customer_id FROM portal_session s LEFT JOIN customer c ON "
                        + same("s", "customer_id", "c", "id") + " WHERE c.id IS NULL");
        sql.violations(
                findings,
                "portal: a link was used while it was valid",
                "SELECT id FROM portal_link WHERE used_at NOT BETWEEN created_at AND expires_at");
        sql.violations(
                findings,
                "pages: no slug is reserved",
                "SELECT id FROM page WHERE slug IN ('" + String.join("', '", Slugs.RESERVED) + "')");
    }

    private void forms() throws SQLException {
        sql.violations(
                findings,
                "hosted pages: a submitted form is a submission of its page and its visitor",
                "SELECT f.id FROM submitted_form f LEFT JOIN submission s ON " + same("f", "submission_id", "s", "id")
                        + " WHERE s.page_id IS DISTINCT FROM f.page_id OR f.email <> (" + record("s")
                        + " ->> 'customerEmail')");
    }

    private void orders() throws SQLException {
        sql.violations(
                findings,
                "orders: order ids are unique",
                "SELECT seller_id || ' ' || order_id FROM (SELECT seller_id, livemode, order_id FROM payment UNION ALL"
                        + " SELECT seller_id, livemode, order_id FROM booking UNION ALL"
                        + " SELECT seller_id, livemode, order_id FROM subscription) o"
                        + " GROUP BY seller_id, livemode, order_id HAVING count(*) > 1");
    }

    private void recordedPayments() throws SQLException {
        sql.violations(
                findings,
                "recorded payments: each is of an order in its currency that names it, and together no more than paid",
                "SELECT r.charge_id FROM recorded_payment r LEFT JOIN (SELECT seller_id, livemode, id, amount_paid,"
                        + " record FROM payment UNION ALL SELECT seller_id, livemode, id, amount_paid, record"
                        + " FROM booking) c ON " + same("r", "charge_id", "c", "id")
                        + " GROUP BY r.seller_id, r.livemode, r.charge_id, c.amount_paid, c.record"
                        + " HAVING c.record IS NULL OR sum(r.amount) > c.amount_paid OR NOT bool_and(r.currency = "
                        + record("c") + " ->> 'currency' AND " + record("c") + " -> 'transactionIds' ? r.id)");
    }

    private void keys() throws SQLException {
        sql.violations(
                findings,
                "keys: last use is after creation",
                "SELECT k.id FROM api_key k JOIN api_key_use u ON (u.seller_id, u.key_id) = (k.seller_id, k.id)"
                        + " WHERE u.last_used_at < k.created_at");
    }
}
