package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks counters, order numbers, registrations and license keys against the records that use them. */
record NumberRelations(Sql sql, Findings findings) {
    private static final String ORDERS = "(SELECT seller_id, livemode, id, order_id FROM payment UNION ALL SELECT"
            + " seller_id, livemode, id, order_id FROM booking UNION ALL SELECT seller_id, livemode, id, order_id"
            + " FROM subscription)";

    void check() throws SQLException {
        counter("invoice_counter", "invoice", "invoice_number", 1);
        counter("credit_note_counter", "refund", "credit_note_number", 2);
        orderNumbers();
        registrations();
        licenseKeys();
    }

    /**
     * A seller without a counter gets one from the last document. The year is that of the number, because it begins in
     * the time zone that the account had then.
     *
     * @param part the part of the number that is its year, from 1
     */
    private void counter(String counter, String table, String number, int part) throws SQLException {
        sql.violations(
                findings,
                counter + ": the last number of each year is that of the last document",
                "SELECT c.seller_id || ' ' || c.year FROM " + counter + " c LEFT JOIN (SELECT seller_id, livemode,"
                        + " split_part(" + number + ", '-', " + part + ")::bigint AS year, count(*) AS documents"
                        + " FROM " + table + " WHERE " + number + " IS NOT NULL GROUP BY 1, 2, 3) d ON (d.seller_id,"
                        + " d.livemode, d.year) = (c.seller_id, c.livemode, c.year)"
                        + " WHERE c.number IS DISTINCT FROM d.documents");
    }

    private void registrations() throws SQLException {
        sql.violations(
                findings,
                "hosted pages: a registration belongs to an open order or to a booking",
                "SELECT r.booking_id FROM registration r WHERE NOT EXISTS (SELECT FROM booking b WHERE (b.seller_id,"
                        + " b.livemode, b.id) = (r.seller_id, r.livemode, r.booking_id)) AND NOT EXISTS (SELECT FROM"
                        + " checkout c WHERE (c.seller_id, c.livemode, c.id) = (r.seller_id, r.livemode, r.booking_id)"
                        + " AND c.status IN ('OPEN', 'PENDING'))");
        sql.violations(
                findings,
                "hosted pages: a registration has the event and the customer of its booking",
                "SELECT r.booking_id FROM registration r JOIN booking b ON (b.seller_id, b.livemode, b.id) ="
                        + " (r.seller_id, r.livemode, r.booking_id)"
                        + " WHERE (r.page_id, r.customer_id) IS DISTINCT FROM (b.page_id, b.customer_id)");
    }

    private void orderNumbers() throws SQLException {
        sql.violations(
                findings,
                "order numbers: each order of a hosted page has its own",
                "SELECT o.id FROM " + ORDERS + " o JOIN (SELECT seller_id, livemode, charge_id FROM checkout UNION"
                        + " SELECT seller_id, livemode, id FROM checkout_draft) k (seller_id, livemode, id) USING"
                        + " (seller_id, livemode, id) WHERE NOT EXISTS (SELECT FROM order_number n WHERE"
                        + " (n.seller_id, n.livemode, n.order_id) = (o.seller_id, o.livemode, o.order_id))");
        sql.violations(
                findings,
                "order numbers: each is of an order",
                "SELECT n.seller_id || ' ' || n.order_id FROM order_number n WHERE NOT EXISTS (SELECT FROM " + ORDERS
                        + " o WHERE (o.seller_id, o.livemode, o.order_id) = (n.seller_id, n.livemode, n.order_id))"
                        + " AND NOT EXISTS (SELECT FROM checkout k WHERE (k.seller_id, k.livemode, k.order_id) ="
                        + " (n.seller_id, n.livemode, n.order_id))");
    }

    private void licenseKeys() throws SQLException {
        sql.violations(
                findings,
                "license keys: the key of a payment or subscription exists, for its page, product and customer",
                "SELECT c.id FROM (SELECT seller_id, livemode, id, page_id, product_id, customer_id,"
                        + " convert_from(record, 'UTF8')::jsonb ->> 'licenseKeyId' AS key FROM payment UNION ALL SELECT"
                        + " seller_id, livemode, id, page_id, convert_from(record, 'UTF8')::jsonb ->> 'productId',"
                        + " customer_id, convert_from(record, 'UTF8')::jsonb ->> 'licenseKeyId' FROM subscription) c"
                        + " LEFT JOIN license_key k ON (k.seller_id, k.livemode, k.id) = (c.seller_id, c.livemode,"
                        + " c.key) WHERE c.key IS NOT NULL AND (k.page_id, k.product_id, k.customer_id)"
                        + " IS DISTINCT FROM (c.page_id, c.product_id, c.customer_id)");
    }
}
