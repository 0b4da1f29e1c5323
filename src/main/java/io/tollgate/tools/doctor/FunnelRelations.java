package io.tollgate.tools.doctor;

import java.sql.SQLException;
import java.util.List;

/** Checks offers after purchases: with their first purchases, their orders and the records of these. */
record FunnelRelations(Sql sql, Findings findings) {
    private static final String RUNS = "SELECT r.id FROM funnel_run r ";
    private static final String OF_RUN =
            "ON (%1$s.seller_id, %1$s.livemode, %1$s.id) = (r.seller_id, r.livemode, %2$s)";

    void check() throws SQLException {
        checkRecords();
        checkAccepted();
        sql.violations(
                findings,
                "offers: the first purchase is a complete order of the run's page",
                RUNS + join("checkout c", "c", "r.checkout_id") + " WHERE c.page_id IS DISTINCT FROM r.page_id"
                        + " OR c.charge_id IS DISTINCT FROM coalesce(r.charge_id, r.subscription_id)");
        sql.violations(
                findings,
                "offers: an accepted one is a complete order of the offered page",
                RUNS + join("checkout o", "o", "r.offer_checkout_id") + " WHERE r.outcome = 'ACCEPTED'"
                        + " AND (o.page_id, o.charge_id, o.funnel_run_id)"
                        + " IS DISTINCT FROM (r.offer_page_id, r.offer_charge_id, r.id)");
        sql.violations(
                findings,
                "offers: a paid order of an offer is accepted",
                "SELECT o.id FROM checkout o LEFT JOIN funnel_run r ON (r.seller_id, r.livemode, r.id)"
                        + " = (o.seller_id, o.livemode, o.funnel_run_id) WHERE o.funnel_run_id IS NOT NULL"
                        + " AND o.charge_id IS NOT NULL AND o.status <> 'REFUNDED'"
                        + " AND r.outcome IS DISTINCT FROM 'ACCEPTED'");
    }

    private void checkRecords() throws SQLException {
        sql.violations(
                findings,
                "offers: each run has a record with its outcome and amount",
                "SELECT r.id FROM funnel_run r LEFT JOIN funnel_run_record d " + OF_RUN.formatted("d", "r.id")
                        + " WHERE (d.outcome, d.page_id, d.offer_page_id, coalesce(d.offer_charge_id,"
                        + " d.offer_subscription_id), d.offer_amount, d.currency) IS DISTINCT FROM (lower(r.outcome),"
                        + " r.page_id, r.offer_page_id, r.offer_charge_id, r.offer_amount, r.offer_currency)");
        sql.violations(
                findings,
                "offers: one that can still expire has a task",
                RUNS + "LEFT JOIN processor_task t ON (t.seller_id, t.livemode, t.kind, t.subject_id)"
                        + " = (r.seller_id, r.livemode, 'EXPIRE_OFFER', r.id)"
                        + " WHERE r.outcome IN ('OPEN', 'SHOWN') AND r.offer_checkout_id IS NULL AND t.id IS NULL");
    }

    private void checkAccepted() throws SQLException {
        for (String kind : List.of("payment", "subscription")) {
            String column = kind.equals("payment") ? "d.offer_charge_id" : "d.offer_subscription_id";
            sql.violations(
                    findings,
                    "offers: the " + kind + " of an accepted one names the first purchase and its page",
                    "SELECT d.id FROM funnel_run_record d LEFT JOIN " + kind + " p ON (p.seller_id, p.livemode, p.id)"
                            + " = (d.seller_id, d.livemode, " + column + ") WHERE " + column + " IS NOT NULL"
                            + " AND (convert_from(p.record, 'UTF8')::jsonb ->> 'upsellPageId',"
                            + " convert_from(p.record, 'UTF8')::jsonb ->> 'upsellChargeId',"
                            + " convert_from(p.record, 'UTF8')::jsonb ->> 'upsellSubscriptionId')"
                            + " IS DISTINCT FROM (d.page_id, d.charge_id, d.subscription_id)");
        }
    }

    /** @param table the table with its alias */
    private static String join(String table, String alias, String column) {
        return "LEFT JOIN " + table + " " + OF_RUN.formatted(alias, column);
    }
}
