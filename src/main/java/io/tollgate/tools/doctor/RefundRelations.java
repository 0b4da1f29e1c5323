package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks refunds, credit notes and license keys against the orders that they belong to. */
record RefundRelations(Sql sql, Findings findings) {
    private static final String CHARGES = "(SELECT seller_id, livemode, id, amount_paid, amount_refunded FROM payment"
            + " UNION ALL SELECT seller_id, livemode, id, amount_paid, amount_refunded FROM booking"
            + " UNION ALL SELECT p.seller_id, p.livemode, p.id,"
            + " CASE WHEN p.paid THEN (convert_from(p.record, 'UTF8')::jsonb ->> 'amount')::bigint ELSE 0 END,"
            + " (SELECT coalesce(sum(f.amount), 0) FROM refund f WHERE f.seller_id = p.seller_id AND"
            + " f.livemode = p.livemode AND f.charge_id = p.id AND f.status = 'SUCCEEDED')"
            + " FROM subscription_payment p JOIN refund_balance h ON (h.seller_id, h.livemode, h.charge_id) ="
            + " (p.seller_id, p.livemode, p.id)) c";
    private static final String OF_CHARGE = "(c.seller_id, c.livemode, c.id) = (b.seller_id, b.livemode, b.charge_id)";
    private static final String SUMS = "LEFT JOIN (SELECT seller_id, livemode, charge_id,"
            + " sum(amount) FILTER (WHERE status = 'PENDING') AS pending,"
            + " sum(amount) FILTER (WHERE status <> 'FAILED') AS refunds FROM refund GROUP BY 1, 2, 3) r"
            + " ON (r.seller_id, r.livemode, r.charge_id) = (b.seller_id, b.livemode, b.charge_id)";

    void check() throws SQLException {
        amounts();
        creditNotes();
        processor();
        licenseKeys();
    }

    private void amounts() throws SQLException {
        sql.violations(
                findings,
                "refunds: the refunds of an order sum to its amountRefunded",
                "SELECT b.charge_id FROM refund_balance b LEFT JOIN " + CHARGES + " ON " + OF_CHARGE + " " + SUMS
                        + " WHERE c.amount_refunded IS DISTINCT FROM b.reserved - coalesce(r.pending, 0)"
                        + " OR c.amount_refunded > c.amount_paid OR coalesce(r.refunds, 0) > b.reserved");
        sql.violations(
                findings,
                "refunds: a subscription payment is marked as its refunds sum",
                "SELECT p.id FROM subscription_payment p JOIN (SELECT seller_id, livemode, charge_id,"
                        + " coalesce(sum(amount) FILTER (WHERE status = 'SUCCEEDED'), 0) AS refunded FROM refund"
                        + " WHERE charge_type = 'subscription_payment' GROUP BY 1, 2, 3) r"
                        + " ON (r.seller_id, r.livemode, r.charge_id) = (p.seller_id, p.livemode, p.id)"
                        + " CROSS JOIN LATERAL (SELECT convert_from(p.record, 'UTF8')::jsonb AS shown) s"
                        + " WHERE (shown ->> 'refunded')::boolean <>"
                        + " (r.refunded > 0 AND r.refunded >= (shown ->> 'amount')::bigint)"
                        + " OR (shown ->> 'partiallyRefunded')::boolean <>"
                        + " (r.refunded > 0 AND r.refunded < (shown ->> 'amount')::bigint)");
        sql.violations(
                findings,
                "refunds: every refund is reserved",
                "SELECT r.id FROM refund r WHERE r.status <> 'FAILED' AND NOT EXISTS (SELECT FROM refund_balance b"
                        + " WHERE (b.seller_id, b.livemode, b.charge_id) = (r.seller_id, r.livemode, r.charge_id))");
        sql.violations(
                findings,
                "refunds: a pending refund is settled by a task",
                "SELECT r.id FROM refund r WHERE r.status = 'PENDING' AND NOT EXISTS (SELECT FROM processor_task t"
                        + " WHERE (t.seller_id, t.livemode, t.subject_id) = (r.seller_id, r.livemode, r.id)"
                        + " AND t.kind = 'SETTLE_REFUND')");
    }

    private void creditNotes() throws SQLException {
        sql.violations(
                findings,
                "credit notes: numbers are consecutive in time order",
                "SELECT id FROM (SELECT id, credit_note_number, credited_at,"
                        + " split_part(credit_note_number, '-', 2) AS year,"
                        + " row_number() OVER (PARTITION BY seller_id, livemode,"
                        + " split_part(credit_note_number, '-', 2)"
                        + " ORDER BY credited_at, length(credit_note_number), credit_note_number) AS n"
                        + " FROM refund WHERE credit_note_number IS NOT NULL) numbered"
                        + " WHERE credit_note_number <> 'CN-' || year || '-'"
                        + " || lpad(n::text, greatest(6, length(n::text)), '0')"
                        // The year is that of the account's time zone.
                        + " OR year NOT IN (to_char(credited_at AT TIME ZONE 'UTC' - interval '1 day', 'YYYY'),"
                        + " to_char(credited_at AT TIME ZONE 'UTC' + interval '1 day', 'YYYY'))");
    }

    private void processor() throws SQLException {
        sql.violations(
                findings,
                "refunds: the simulated processor made the refunds that succeeded",
                "SELECT r.id FROM refund r JOIN processor_account a ON (a.seller_id, a.livemode) ="
                        + " (r.seller_id, r.livemode) AND a.simulated LEFT JOIN simulated_object o ON"
                        + " (o.seller_id, o.livemode, o.kind, o.id) ="
                        + " (r.seller_id, r.livemode, 'refund', r.processor_refund_id)"
                        + " WHERE r.status = 'SUCCEEDED' AND r.origin <> 'DISPUTE' AND r.processor_amount > 0"
                        + " AND (o.object ->> 'amount')::bigint IS DISTINCT FROM r.processor_amount");
        sql.violations(
                findings,
                "disputes: a lost dispute is a refund",
                "SELECT d.seller_id || ' ' || d.id FROM dispute d"
                        + " JOIN refund_balance b ON (b.seller_id, b.livemode, b.charge_id) ="
                        + " (d.seller_id, d.livemode, d.charge_id) WHERE d.status = 'lost' AND b.reserved < b.paid"
                        + " AND NOT EXISTS (SELECT FROM refund r WHERE (r.seller_id, r.livemode,"
                        + " r.processor_refund_id) = (d.seller_id, d.livemode, d.id))");
    }

    private void licenseKeys() throws SQLException {
        sql.violations(
                findings,
                "license keys: each belongs to the payment or subscription that names it",
                "SELECT k.id FROM license_key k LEFT JOIN payment p ON (p.seller_id, p.livemode, p.id) ="
                        + " (k.seller_id, k.livemode, k.charge_id) LEFT JOIN subscription s"
                        + " ON (s.seller_id, s.livemode, s.id) = (k.seller_id, k.livemode, k.subscription_id)"
                        + " WHERE k.id IS DISTINCT FROM"
                        + " convert_from(coalesce(p.record, s.record), 'UTF8')::jsonb ->> 'licenseKeyId'");
        sql.violations(
                findings,
                "license keys: each can be validated",
                "SELECT k.id FROM license_key k LEFT JOIN license_key_directory d ON d.key = k.key"
                        + " WHERE (d.seller_id, d.livemode, d.id) IS DISTINCT FROM (k.seller_id, k.livemode, k.id)");
    }
}
