package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Compares the terms of sales with the orders of hosted pages. */
record OrderRelations(Sql sql, Findings findings) {
    /** Orders of pages as {@code o}, with their record; the page is as it was when the buyer ordered. */
    private static final String ORDERS =
            "(SELECT k.order_json::jsonb AS whole, k.order_json::jsonb -> 'page' AS page, r.id, r.record"
                    + " FROM checkout k JOIN (SELECT seller_id, livemode, id,"
                    + " convert_from(record, 'UTF8')::jsonb AS record FROM %1$s) r"
                    + " ON (r.seller_id, r.livemode, r.id) = (k.seller_id, k.livemode, k.charge_id)"
                    + " WHERE k.kind = '%2$s') o";

    /** The bulk discounts of the page, its ticket groups and the order bumps. */
    private static final String RULES = "(SELECT jsonb_path_query(o.whole, '$.**.discounts[*]') AS rule UNION ALL"
            + " SELECT jsonb_path_query(o.whole, '$.**.bulkDiscounts[*]')) d";

    void check() throws SQLException {
        discounts("payments", "payment", "PRODUCT", "o.record -> 'discount'");
        discounts("bookings", "booking", "TICKETS", "o.record -> 'discount'");
        discounts("bookings", "booking", "TICKETS", "jsonb_path_query(o.record, '$.tickets[*].discount')");
        places();
        periods();
        trials();
    }

    private void discounts(String records, String table, String kind, String discount) throws SQLException {
        String what = discount.startsWith("o.record") ? "the bulk discount" : "that of a ticket";
        sql.violations(
                findings,
                records + ": " + what + " has the terms of the order",
                "SELECT o.id FROM " + ORDERS.formatted(table, kind) + " CROSS JOIN LATERAL (SELECT " + discount
                        + " AS given) g WHERE jsonb_typeof(g.given) = 'object' AND NOT EXISTS (SELECT FROM " + RULES
                        + " WHERE (d.rule -> 'minQuantity', d.rule -> 'maxQuantity', d.rule -> 'percentOff')"
                        + " IS NOT DISTINCT FROM"
                        + " (g.given -> 'minQuantity', g.given -> 'maxQuantity', g.given -> 'percentOff'))");
    }

    private void places() throws SQLException {
        sql.violations(
                findings,
                "bookings: the capacity of a ticket and its group is that of the order",
                "SELECT o.id FROM " + ORDERS.formatted("booking", "TICKETS")
                        + " CROSS JOIN LATERAL jsonb_path_query(o.record, '$.tickets[*]') t"
                        + " CROSS JOIN LATERAL jsonb_path_query(o.page, '$.ticketGroups[*]') g"
                        + " CROSS JOIN LATERAL jsonb_path_query(g, '$.ticketTypes[*]') y"
                        + " WHERE y ->> 'id' = t ->> 'ticketTypeId'"
                        + " AND (t ->> 'capacity', t ->> 'ticketGroupCapacity') IS DISTINCT FROM"
                        + " (y ->> 'capacity', g ->> 'capacity')");
    }

    /** A change can replace the price. */
    private void periods() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: the first period and the anchor are those of the order",
                "SELECT s.id FROM (SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb AS record"
                        + " FROM subscription) s JOIN checkout k ON (k.seller_id, k.livemode, k.charge_id) ="
                        + " (s.seller_id, s.livemode, s.id) AND k.kind = 'SUBSCRIPTION' LEFT JOIN LATERAL (SELECT"
                        + " u.price::jsonb AS price FROM subscription_update u WHERE (u.seller_id, u.livemode,"
                        + " u.subscription_id) = (s.seller_id, s.livemode, s.id) ORDER BY u.number DESC LIMIT 1) u"
                        + " ON true CROSS JOIN LATERAL (SELECT jsonb_path_query(k.order_json::jsonb,"
                        + " '$.page.product.prices[*]') AS price) p"
                        + " CROSS JOIN LATERAL (SELECT coalesce(u.price, p.price) AS price) c"
                        + " WHERE p.price ->> 'id' = coalesce(u.price ->> 'id', s.record ->> 'priceId')"
                        + " AND (" + terms("c.price", "recurring") + " OR " + terms("c.price", "paymentPlan") + ")");
    }

    private static String terms(String price, String kind) {
        String given = "s.record #> '{priceSnapshot," + kind + ",billingCycleAnchorConfig}'";
        String said = price + " #> '{" + kind + ",billingCycleAnchorConfig}'";
        return "(jsonb_typeof(" + given + ") = 'object' AND " + given + " IS DISTINCT FROM " + said + ")";
    }

    /** With an anchor, the trial ends on the anchor. */
    private void trials() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: a trial ends at the simulated processor when the record says",
                "SELECT s.id FROM (SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb AS record"
                        + " FROM subscription) s JOIN billed_subscription b ON (b.seller_id, b.livemode,"
                        + " b.subscription_id) = (s.seller_id, s.livemode, s.id)"
                        + ProcessorRelations.object("o", "subscription", "b.processor_id", "s")
                        + " WHERE s.record ->> 'trialEnd' IS NOT NULL AND o.object ->> 'trial_end' IS NOT NULL"
                        + " AND NOT jsonb_path_exists(s.record,"
                        + " '$.priceSnapshot.*.billingCycleAnchorConfig ? (@.enabled == true)')"
                        + " AND floor(extract(epoch FROM (s.record ->> 'trialEnd')::timestamptz))"
                        + " <> (o.object ->> 'trial_end')::bigint");
    }
}
