package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Compares the orders of hosted pages with the payments and refunds of the simulated processor, in both directions. */
record ProcessorRelations(Sql sql, Findings findings) {
    private static final String KEY = "(%1$s.seller_id, %1$s.livemode, %1$s.id)";

    /** Complete orders since the simulator was connected, with their payments or bookings. */
    private static final String ORDERS = " FROM checkout k JOIN processor_account a ON (a.seller_id, a.livemode) ="
            + " (k.seller_id, k.livemode) AND a.simulated AND k.created_at >= a.created_at"
            + " JOIN (SELECT seller_id, livemode, id, amount_paid, convert_from(record, 'UTF8')::jsonb AS record"
            + " FROM payment UNION ALL SELECT seller_id, livemode, id, amount_paid,"
            + " convert_from(record, 'UTF8')::jsonb FROM booking) c ON " + KEY.formatted("c")
            + " = (k.seller_id, k.livemode, k.charge_id) ";

    private static final String RECORDED = "(SELECT coalesce(sum(r.amount), 0) FROM recorded_payment r"
            + " WHERE (r.seller_id, r.livemode, r.charge_id) = (c.seller_id, c.livemode, c.id))";

    private static final String NOTHING_PENDING = " AND NOT EXISTS (SELECT FROM processor_event e WHERE"
            + " (e.seller_id, e.livemode) = (%1$s.seller_id, %1$s.livemode) AND e.applied_at IS NULL)"
            + " AND NOT EXISTS (SELECT FROM simulated_event e WHERE (e.seller_id, e.livemode) ="
            + " (%1$s.seller_id, %1$s.livemode) AND e.status = 'PENDING')";

    void check() throws SQLException {
        payments();
        pages();
        attempts();
        charges();
        refunds();
    }

    /** Excludes what the processor has still to report about the seller of a row. */
    static String nothingPending(String alias) {
        return NOTHING_PENDING.formatted(alias);
    }

    /** Joins an object of the simulator with a row. */
    static String object(String alias, String kind, String id, String row) {
        return " LEFT JOIN simulated_object " + alias + " ON (" + alias + ".seller_id, " + alias + ".livemode, " + alias
                + ".kind, " + alias + ".id) = (" + row + ".seller_id, " + row + ".livemode, '" + kind + "', " + id
                + ")";
    }

    private void payments() throws SQLException {
        sql.violations(
                findings,
                "processor: an order was paid as its payment and its charge at the simulated processor say",
                "SELECT c.id" + ORDERS + object("i", "payment_intent", "c.record ->> 'processorPaymentIntentId'", "c")
                        + object("h", "charge", "c.record ->> 'processorChargeId'", "c")
                        + " WHERE c.record ->> 'processorPaymentIntentId' IS NOT NULL AND k.status <> 'PENDING'"
                        + " AND (c.amount_paid - " + RECORDED + ", c.record ->> 'currency',"
                        + " c.record ->> 'processorChargeId', k.id, c.amount_paid - " + RECORDED
                        + ", c.record ->> 'currency', c.record ->> 'processorPaymentIntentId') IS DISTINCT FROM"
                        + " ((i.object ->> 'amount_received')::bigint, i.object ->> 'currency',"
                        + " i.object ->> 'latest_charge', i.object #>> '{metadata,tollgate_checkout}',"
                        + " (h.object ->> 'amount')::bigint, h.object ->> 'currency', h.object ->> 'payment_intent')");
        sql.violations(
                findings,
                "processor: what was not paid there is recorded as paid elsewhere",
                "SELECT c.id" + ORDERS + " WHERE k.livemode AND c.record ->> 'processorPaymentIntentId' IS NULL"
                        + " AND c.amount_paid <> "
                        + RECORDED);
        sql.violations(
                findings,
                "processor: the transactions of an order are its charge and its recorded payments",
                "SELECT c.id" + ORDERS + " CROSS JOIN LATERAL (SELECT array_remove(array_agg(r.id)"
                        + " || (c.record ->> 'processorChargeId'), NULL) AS expected FROM recorded_payment r WHERE"
                        + " (r.seller_id, r.livemode, r.charge_id) = (c.seller_id, c.livemode, c.id)) e"
                        // An order that is paid elsewhere has an id from the start.
                        + " WHERE NOT c.record -> 'transactionIds' @> to_jsonb(e.expected)"
                        + " OR jsonb_array_length(c.record -> 'transactionIds') - cardinality(e.expected)"
                        + " > (c.record #>> '{paymentOption,type}' IS NOT DISTINCT FROM 'manual')::int");
    }

    private void pages() throws SQLException {
        sql.violations(
                findings,
                "processor: a payment that succeeded is the attempt of its order",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i LEFT JOIN payment_attempt t ON (t.seller_id,"
                        + " t.livemode, t.processor_id) = (i.seller_id, i.livemode, i.id) WHERE i.kind ="
                        + " 'payment_intent' AND i.object ->> 'status' = 'succeeded'"
                        + " AND i.object ->> 'simulator_invoice' IS NULL"
                        + " AND i.object #>> '{metadata,tollgate_checkout}' IS NOT NULL"
                        + " AND t.checkout_id IS DISTINCT FROM i.object #>> '{metadata,tollgate_checkout}'"
                        + " AND NOT EXISTS (SELECT FROM processor_task p WHERE (p.seller_id, p.livemode, p.subject_id)"
                        + " = (i.seller_id, i.livemode, i.object #>> '{metadata,tollgate_checkout}'))");
        sql.violations(
                findings,
                "hosted pages: the record of a complete order has its page and currency and names its payment",
                "SELECT c.id" + ORDERS + " LEFT JOIN payment_attempt t ON (t.seller_id, t.livemode, t.checkout_id) ="
                        + " (k.seller_id, k.livemode, k.id) AND t.status = 'SUCCEEDED' WHERE k.status <> 'PENDING' AND"
                        + " (k.page_id, k.currency, t.processor_id) IS DISTINCT FROM (c.record ->> 'pageId',"
                        + " c.record ->> 'currency', c.record ->> 'processorPaymentIntentId')"
                        + " OR k.deposit <> (c.record #>> '{paymentOption,partialAmount}')::bigint");
    }

    private void attempts() throws SQLException {
        sql.violations(
                findings,
                "processor: an attempt has the customer of its payment",
                "SELECT t.id FROM payment_attempt t JOIN simulated_object i ON (i.seller_id, i.livemode, i.kind, i.id)"
                        + " = (t.seller_id, t.livemode, 'payment_intent', t.processor_id) WHERE t.status = 'SUCCEEDED'"
                        + " AND t.customer_id <> i.object ->> 'customer'");
        sql.violations(
                findings,
                "simulator: the reversals of recorded tax sum to what is reversed",
                "SELECT x.seller_id || ' ' || x.id FROM simulated_object x WHERE x.kind = 'tax.transaction'"
                        + " AND x.object -> 'reversal' = 'null' AND (x.object ->> 'amount_reversed')::bigint <> (SELECT"
                        + " coalesce(-sum((r.object ->> 'amount_total')::bigint), 0) FROM simulated_object r WHERE"
                        + " (r.seller_id, r.livemode, r.kind) = (x.seller_id, x.livemode, 'tax.transaction')"
                        + " AND r.object #>> '{reversal,original_transaction}' = x.id)");
    }

    private void charges() throws SQLException {
        sql.violations(
                findings,
                "simulator: a payment that succeeded has a charge of its amount, currency, customer and card",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i"
                        + object("h", "charge", "i.object ->> 'latest_charge'", "i") + " WHERE i.kind ="
                        + " 'payment_intent' AND i.object ->> 'status' = 'succeeded' AND (i.id,"
                        + " i.object -> 'amount', i.object -> 'amount', i.object -> 'amount', i.object -> 'currency',"
                        + " i.object -> 'customer', i.object -> 'payment_method', i.object ->> 'amount_capturable')"
                        + " IS DISTINCT FROM (h.object ->> 'payment_intent', i.object -> 'amount_received',"
                        + " h.object -> 'amount', h.object -> 'amount_captured', h.object -> 'currency',"
                        + " h.object -> 'customer', h.object -> 'payment_method', '0')");
        sql.violations(
                findings,
                "simulator: the refunds of a charge sum to its refunded amount",
                "SELECT h.seller_id || ' ' || h.id FROM simulated_object h WHERE h.kind = 'charge'"
                        + " AND (h.object ->> 'amount_refunded')::bigint <> (SELECT"
                        + " coalesce(sum((r.object ->> 'amount')::bigint), 0) FROM simulated_object r WHERE"
                        + " (r.seller_id, r.livemode, r.kind) = (h.seller_id, h.livemode, 'refund')"
                        + " AND r.object ->> 'charge' = h.id AND r.object ->> 'status' NOT IN ('failed', 'canceled'))");
        sql.violations(
                findings,
                "simulator: a refund has the payment and the currency of its charge",
                "SELECT r.seller_id || ' ' || r.id FROM simulated_object r"
                        + object("h", "charge", "r.object ->> 'charge'", "r") + " WHERE r.kind = 'refund'"
                        + " AND (r.object -> 'payment_intent', r.object -> 'currency') IS DISTINCT FROM"
                        + " (h.object -> 'payment_intent', h.object -> 'currency')");
    }

    private void refunds() throws SQLException {
        String charges = "(SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb AS record FROM payment"
                + " UNION ALL SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb FROM booking UNION"
                + " ALL SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb FROM subscription_payment)";
        sql.violations(
                findings,
                "refunds: each has the currency and the payment of its order",
                "SELECT r.id FROM refund r LEFT JOIN " + charges + " c ON " + KEY.formatted("c")
                        + " = (r.seller_id, r.livemode, r.charge_id) WHERE c.id IS NULL OR r.currency <>"
                        + " c.record ->> 'currency' OR r.payment_intent_id <> c.record ->> 'processorPaymentIntentId'");
        sql.violations(
                findings,
                "refunds: each refund at the simulated processor of a recorded payment is recorded",
                "SELECT r.seller_id || ' ' || r.id FROM simulated_object r JOIN processor_account a ON (a.seller_id,"
                        + " a.livemode) = (r.seller_id, r.livemode) AND a.simulated WHERE r.kind = 'refund'"
                        + " AND r.object ->> 'status' = 'succeeded' AND NOT EXISTS (SELECT FROM refund f WHERE"
                        + " (f.seller_id, f.livemode, f.processor_refund_id) = (r.seller_id, r.livemode, r.id))"
                        + nothingPending("r") + " AND EXISTS (SELECT FROM " + charges + " c WHERE (c.seller_id,"
                        + " c.livemode, c.record ->> 'processorPaymentIntentId') = (r.seller_id, r.livemode,"
                        + " r.object ->> 'payment_intent'))"
                        + " AND NOT EXISTS (SELECT FROM processor_task t WHERE (t.seller_id, t.livemode, t.kind) ="
                        + " (r.seller_id, r.livemode, 'SETTLE_REFUND'))");
        sql.violations(
                findings,
                "refunds: the tax of each is its share of the order's tax",
                "SELECT r.id FROM refund r JOIN " + charges + " c ON " + KEY.formatted("c")
                        + " = (r.seller_id, r.livemode, r.charge_id) WHERE r.ticket_ids IS NULL AND r.tax_amount > 0"
                        + " AND abs(r.tax_amount - r.amount * (c.record ->> 'taxAmount')::numeric"
                        + " / nullif((c.record ->> 'amount')::numeric, 0)) > 1");
        sql.violations(
                findings,
                "refunds: the balance of an order is what was paid",
                "SELECT b.charge_id FROM refund_balance b JOIN (SELECT seller_id, livemode, id, amount_paid AS paid"
                        + " FROM payment UNION ALL SELECT seller_id, livemode, id, amount_paid FROM booking) c ON "
                        + KEY.formatted("c") + " = (b.seller_id, b.livemode, b.charge_id) WHERE b.paid <> c.paid");
    }
}
