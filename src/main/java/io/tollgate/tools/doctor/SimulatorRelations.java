package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Checks the subscriptions of the simulated processor against its own invoices and charges. */
record SimulatorRelations(Sql sql, Findings findings) {
    void check() throws SQLException {
        sql.violations(
                findings,
                "simulator: each paid invoice has one successful charge of its amount",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i"
                        + " WHERE i.kind = 'invoice' AND i.object ->> 'status' = 'paid'"
                        + " AND (i.object ->> 'amount_paid')::bigint <>"
                        + " (SELECT coalesce(sum((c.object ->> 'amount')::bigint), 0) FROM simulated_object p"
                        + " JOIN simulated_object c ON (c.seller_id, c.livemode, c.kind, c.id) ="
                        + " (p.seller_id, p.livemode, 'charge', p.object ->> 'latest_charge')"
                        + " WHERE (p.seller_id, p.livemode, p.kind, p.id) ="
                        + " (i.seller_id, i.livemode, 'payment_intent', i.object ->> 'simulator_intent')"
                        + " AND c.object ->> 'status' = 'succeeded')");
        sql.violations(
                findings,
                "simulator: an unpaid invoice has no successful payment",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i JOIN simulated_object p"
                        + " ON (p.seller_id, p.livemode, p.kind, p.id) ="
                        + " (i.seller_id, i.livemode, 'payment_intent', i.object ->> 'simulator_intent')"
                        + " WHERE i.kind = 'invoice' AND i.object ->> 'status' <> 'paid'"
                        + " AND p.object ->> 'status' = 'succeeded'");
        sql.violations(
                findings,
                "simulator: a billed subscription has a next step unless it has ended",
                "SELECT o.seller_id || ' ' || o.id FROM simulated_object o LEFT JOIN simulated_billing b"
                        + " ON (b.seller_id, b.livemode, b.subscription_id) = (o.seller_id, o.livemode, o.id)"
                        + " WHERE o.kind = 'subscription' AND o.object ->> 'simulator_period' IS NOT NULL"
                        + " AND (b.due_at IS NULL) <>"
                        + " (o.object ->> 'status' IN ('canceled', 'incomplete_expired'))");
    }
}
