package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks the taxes that the processor calculated for orders of hosted pages. */
record TaxRelations(Sql sql, Findings findings) {
    /** The orders of hosted pages that became payments and bookings, whose tax the processor calculated. */
    private static final String ORDERS = "(SELECT c.seller_id, c.livemode, c.id, c.amount_paid, c.amount_refunded,"
            + " convert_from(c.record, 'UTF8')::jsonb AS record FROM checkout k JOIN"
            + " (SELECT seller_id, livemode, id, amount_paid, amount_refunded, record FROM payment UNION ALL"
            + " SELECT seller_id, livemode, id, amount_paid, amount_refunded, record FROM booking) c"
            + " ON (c.seller_id, c.livemode, c.id) = (k.seller_id, k.livemode, k.charge_id)"
            + " WHERE convert_from(c.record, 'UTF8')::jsonb ->> 'processorTaxCalculationId' IS NOT NULL) o";

    private static final String NO_TASK = " AND NOT EXISTS (SELECT FROM processor_task t WHERE"
            + " (t.seller_id, t.livemode, t.kind, t.subject_id) = (o.seller_id, o.livemode, '%s', %s))";

    void check() throws SQLException {
        sql.violations(
                findings,
                "taxes: the tax of a paid order is recorded at the processor, or a task records it",
                "SELECT o.id FROM " + ORDERS + " WHERE o.amount_paid > 0"
                        + " AND o.record ->> 'processorTaxTransactionId' IS NULL"
                        + NO_TASK.formatted("RECORD_TAX", "o.id"));
        sql.violations(
                findings,
                "taxes: the simulated processor has reversed the tax of all refunds, or a task reverses it",
                "SELECT o.id FROM " + ORDERS + " JOIN processor_account a ON (a.seller_id, a.livemode) ="
                        + " (o.seller_id, o.livemode) AND a.simulated"
                        + " WHERE o.record ->> 'processorTaxTransactionId' IS NOT NULL AND o.amount_refunded >"
                        + " (SELECT coalesce(-sum((s.object ->> 'amount_total')::bigint), 0) FROM simulated_object s"
                        + " WHERE (s.seller_id, s.livemode, s.kind) = (o.seller_id, o.livemode, 'tax.transaction')"
                        + " AND s.object #>> '{reversal,original_transaction}' ="
                        + " o.record ->> 'processorTaxTransactionId')"
                        + " AND NOT EXISTS (SELECT FROM refund r JOIN processor_task t ON (t.seller_id, t.livemode,"
                        + " t.kind, t.subject_id) = (r.seller_id, r.livemode, 'REVERSE_TAX', r.id)"
                        + " WHERE (r.seller_id, r.livemode, r.charge_id) = (o.seller_id, o.livemode, o.id))");
        sql.violations(
                findings,
                "taxes: the simulated processor has each recorded tax, for its order",
                "SELECT o.id FROM " + ORDERS + " JOIN processor_account a ON (a.seller_id, a.livemode) ="
                        + " (o.seller_id, o.livemode) AND a.simulated LEFT JOIN simulated_object s ON"
                        + " (s.seller_id, s.livemode, s.kind, s.id) = (o.seller_id, o.livemode, 'tax.transaction',"
                        + " o.record ->> 'processorTaxTransactionId')"
                        + " WHERE o.record ->> 'processorTaxTransactionId' IS NOT NULL"
                        + " AND s.object ->> 'reference' IS DISTINCT FROM o.id");
    }
}
