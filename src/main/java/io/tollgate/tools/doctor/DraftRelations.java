package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks saved carts: with their records, their orders, their tasks and their reminders. */
record DraftRelations(Sql sql, Findings findings) {
    private static final String RECORDS = """
            WITH draft AS (
                SELECT d.*, CASE d.kind WHEN 'PRODUCT' THEN p.record WHEN 'TICKETS' THEN b.record ELSE s.record END
                       AS bytes
                FROM checkout_draft d
                LEFT JOIN payment p ON d.kind = 'PRODUCT'
                    AND (p.seller_id, p.livemode, p.id) = (d.seller_id, d.livemode, d.id)
                LEFT JOIN booking b ON d.kind = 'TICKETS'
                    AND (b.seller_id, b.livemode, b.id) = (d.seller_id, d.livemode, d.id)
                LEFT JOIN subscription s ON d.kind = 'SUBSCRIPTION'
                    AND (s.seller_id, s.livemode, s.id) = (d.seller_id, d.livemode, d.id)
                WHERE d.status <> 'AGENT'
            ), cart AS (
                SELECT *, convert_from(bytes, 'UTF8')::jsonb AS record FROM draft
            )
            SELECT id FROM cart WHERE
            """;

    void check() throws SQLException {
        checkRecords();
        checkReminders();
        sql.violations(
                findings,
                "carts: one that is open has a task",
                "SELECT d.id FROM checkout_draft d LEFT JOIN processor_task t"
                        + " ON (t.seller_id, t.livemode, t.kind, t.subject_id)"
                        + " = (d.seller_id, d.livemode, 'FOLLOW_DRAFT', d.id)"
                        + " WHERE d.status IN ('OPEN', 'ABANDONED') AND t.id IS NULL");
        sql.violations(
                findings,
                "carts: one whose order was placed is not open",
                "SELECT d.id FROM checkout_draft d JOIN checkout c ON (c.seller_id, c.livemode, c.charge_id)"
                        + " = (d.seller_id, d.livemode, d.id) WHERE d.status NOT IN ('BOUGHT', 'RECOVERED')");
    }

    private void checkRecords() throws SQLException {
        sql.violations(
                findings,
                "carts: the record has the status and the page of the cart",
                RECORDS + "record IS NULL OR page_id <> record ->> 'pageId'"
                        + " OR CASE WHEN status IN ('OPEN', 'ABANDONED') THEN record ->> 'status' <> 'draft'"
                        + " WHEN status = 'EXPIRED' THEN record ->> 'status' <> 'draft_expired'"
                        + " ELSE record ->> 'status' IN ('draft', 'draft_expired') END");
        sql.violations(
                findings,
                "carts: the record is abandoned if the cart is",
                RECORDS + "(record ->> 'isAbandoned')::boolean <> (abandoned_at IS NOT NULL)"
                        + " OR (record ->> 'recoveredAt' IS NOT NULL) <> (status = 'RECOVERED')");
        sql.violations(
                findings,
                "carts: one that is not ordered has no charge, customer or invoice",
                RECORDS + "status NOT IN ('BOUGHT', 'RECOVERED') AND (record ->> 'customerId' IS NOT NULL"
                        + " OR record ->> 'processorChargeId' IS NOT NULL"
                        + " OR record ->> 'processorSubscriptionId' IS NOT NULL"
                        + " OR record ->> 'invoiceId' IS NOT NULL)");
    }

    private void checkReminders() throws SQLException {
        sql.violations(
                findings,
                "carts: the record names the last reminder",
                RECORDS + "abandoned_at IS NOT NULL AND ((reminded_at IS NULL)"
                        + " <> (record ->> 'abandonedCartEmailStatus' IN ('pending', 'skipped'))"
                        + " OR reminded_at IS DISTINCT FROM (record ->> 'abandonedCartEmailSentAt')::timestamptz)");
        sql.violations(
                findings,
                "carts: no reminder is ahead of the cart",
                "SELECT m.id FROM mail_message m LEFT JOIN checkout_draft d ON (d.seller_id, d.livemode, d.id)"
                        + " = (m.seller_id, m.livemode, m.subject_id) WHERE m.purpose = 'CART_REMINDER'"
                        + " AND (d.id IS NULL OR m.occasion NOT IN ('1', '2', '3') OR m.occasion::int > d.stage)");
        sql.violations(
                findings,
                "carts: a reminder was claimed for an address",
                "SELECT d.id FROM checkout_draft d WHERE d.reminded_at IS NOT NULL AND NOT EXISTS (SELECT FROM"
                        + " reminder_recipient r WHERE (r.seller_id, r.livemode) = (d.seller_id, d.livemode)"
                        + " AND r.reminded_at >= d.reminded_at)");
    }
}
