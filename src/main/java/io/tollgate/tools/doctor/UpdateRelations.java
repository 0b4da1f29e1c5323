package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Compares what subscriptions charge with their orders and with the changes of their quantities and prices. */
record UpdateRelations(Sql sql, Findings findings) {
    /** Subscriptions as {@code s}, with their record. */
    private static final String SUBSCRIPTIONS =
            "(SELECT seller_id, livemode, id, convert_from(record, 'UTF8')::jsonb AS record FROM subscription) s";

    private static final String CHANGES =
            " (u.seller_id, u.livemode, u.subscription_id) = (s.seller_id, s.livemode, s.id)";

    void check() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: the quantity, price and amount are those of the newest change",
                "SELECT s.id FROM " + SUBSCRIPTIONS + " JOIN LATERAL (SELECT quantity, price::jsonb AS price, amount"
                        + " FROM subscription_update u WHERE" + CHANGES + " ORDER BY u.number DESC LIMIT 1) u ON true"
                        + " WHERE ((s.record ->> 'quantity')::bigint, s.record ->> 'priceId',"
                        + " (s.record ->> 'amount')::bigint) IS DISTINCT FROM"
                        + " (u.quantity, u.price ->> 'id', u.amount)");
        sql.violations(
                findings,
                "subscriptions: one without a change has the quantity of its order",
                "SELECT s.id FROM " + SUBSCRIPTIONS + " JOIN checkout k ON (k.seller_id, k.livemode, k.charge_id) ="
                        + " (s.seller_id, s.livemode, s.id) AND k.kind = 'SUBSCRIPTION' WHERE NOT EXISTS (SELECT"
                        + " FROM subscription_update u WHERE" + CHANGES + ") AND (s.record ->> 'quantity')::bigint <>"
                        + " (k.order_json::jsonb #>> '{form,product,quantity}')::bigint");
        sql.violations(
                findings,
                "subscriptions: the changes of one have consecutive numbers",
                "SELECT subscription_id FROM subscription_update GROUP BY seller_id, livemode, subscription_id"
                        + " HAVING max(number) <> count(*)");
    }
}
