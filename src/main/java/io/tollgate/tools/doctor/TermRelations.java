package io.tollgate.tools.doctor;

import java.sql.SQLException;
import java.util.List;

/** Compares the terms of sales, and what the simulated processor knows of them, with the catalog and the records. */
record TermRelations(Sql sql, Findings findings) {
    /** Documents that state when they were created and changed. */
    private static final List<String> DATED =
            List.of("page", "product", "coupon", "tax_rate", "ticket_group", "ticket_type", "order_bump");

    private static final String SIMULATED =
            " JOIN processor_account a ON (a.seller_id, a.livemode) = (%1$s.seller_id, %1$s.livemode) AND a.simulated";

    private static final String RECORD = "convert_from(%s.record, 'UTF8')::jsonb AS record";

    /** Subscriptions as {@code s}, with their record. */
    private static final String SUBSCRIPTIONS =
            "(SELECT s.seller_id, s.livemode, s.id, " + RECORD.formatted("s") + " FROM subscription s) s";

    void check() throws SQLException {
        times();
        plans();
        coupons();
        copies();
        taxes();
        cards();
        new UpdateRelations(sql, findings).check();
        new OrderRelations(sql, findings).check();
    }

    private void times() throws SQLException {
        for (String table : DATED) {
            String id = table.equals("order_bump") ? "product_id" : "id";
            sql.violations(
                    findings,
                    table + ": was created and changed when its document says",
                    "SELECT seller_id || ' ' || " + id + " FROM " + table + " WHERE"
                            + " created_at <> (document ->> 'createdAt')::timestamptz"
                            + " OR updated_at <> (document ->> 'updatedAt')::timestamptz");
        }
    }

    /** The regular amount applies to all charges after the first one, unless a coupon applies to several charges. */
    private void plans() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: the total of a plan is the sum of its charges and of those to come",
                "SELECT s.id FROM " + SUBSCRIPTIONS + " JOIN billed_subscription b ON (b.seller_id, b.livemode,"
                        + " b.subscription_id) = (s.seller_id, s.livemode, s.id) CROSS JOIN LATERAL (SELECT count(*) AS"
                        + " charges, coalesce(sum(y.amount), 0) AS amount FROM (SELECT"
                        + " (convert_from(p.record, 'UTF8')::jsonb ->> 'amount')::bigint AS amount FROM"
                        + " subscription_payment p WHERE (p.seller_id, p.livemode, p.subscription_id) ="
                        + " (s.seller_id, s.livemode, s.id)) y WHERE y.amount > 0) done"
                        + " WHERE coalesce(s.record #>> '{couponSnapshot,duration}', 'once') = 'once'"
                        + " AND s.record ->> 'taxSource' IS DISTINCT FROM 'processor_tax'"
                        + " AND NOT jsonb_path_exists(s.record, '$.taxRates[*] ? (@.inclusive == false)')"
                        + " AND done.charges > 0 AND b.plan_total <> done.amount"
                        + " + greatest(b.charges - done.charges, 0) * (s.record ->> 'amount')::bigint"
                        + ProcessorRelations.nothingPending("s"));
        // With an anchor, the trial ends on the anchor.
        sql.violations(
                findings,
                "subscriptions: a trial lasts as long as the price says",
                "SELECT s.id FROM " + SUBSCRIPTIONS + SIMULATED.formatted("s") + " CROSS JOIN LATERAL (SELECT CASE WHEN"
                        + " s.record #> '{priceSnapshot,paymentPlan}' <> 'null' THEN s.record #>"
                        + " '{priceSnapshot,paymentPlan}' ELSE s.record #> '{priceSnapshot,recurring}' END AS terms) t"
                        + " WHERE (t.terms ->> 'trialPeriodDays')::int > 0 AND coalesce(t.terms #>>"
                        + " '{billingCycleAnchorConfig,enabled}', 'false') = 'false' AND abs(extract(epoch FROM"
                        + " (s.record ->> 'trialEnd')::timestamptz - (s.record ->> 'trialStart')::timestamptz)"
                        + " - (t.terms ->> 'trialPeriodDays')::int * 86400) > 3600");
    }

    /** The terms of a coupon cannot be changed. */
    private void coupons() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: the coupon of one has the terms of the catalog",
                "SELECT s.id FROM " + SUBSCRIPTIONS + " JOIN coupon c ON (c.seller_id, c.id) = (s.seller_id,"
                        + " s.record ->> 'couponId') WHERE ((s.record #>> '{couponSnapshot,percentOff}')::numeric,"
                        + " (s.record #>> '{couponSnapshot,amountOff}')::bigint, s.record #>>"
                        + " '{couponSnapshot,duration}') IS DISTINCT FROM ((c.document ->> 'percentOff')::numeric,"
                        + " (c.document ->> 'amountOff')::bigint, c.document ->> 'duration')");
    }

    private void copies() throws SQLException {
        sql.violations(
                findings,
                "processor: a copy of a coupon has its amount and currency at the simulated processor",
                "SELECT p.record_id FROM processor_copy p" + SIMULATED.formatted("p") + " LEFT JOIN coupon c ON"
                        + " (c.seller_id, c.id) = (p.seller_id, p.record_id)"
                        + ProcessorRelations.object("o", "coupon", "p.processor_id", "p")
                        + " WHERE p.created_at >= a.created_at AND p.kind = 'coupon'"
                        + " AND (c.id IS NULL OR NOT c.deleted AND (o.id IS NULL"
                        + " OR ((o.object ->> 'amount_off')::bigint, o.object ->> 'currency') IS DISTINCT FROM"
                        + " ((c.document ->> 'amountOff')::bigint, c.document ->> 'currency')))");
        sql.violations(
                findings,
                "processor: a copy of a tax rate is one at the simulated processor",
                "SELECT p.record_id FROM processor_copy p" + SIMULATED.formatted("p") + " LEFT JOIN tax_rate r ON"
                        + " (r.seller_id, r.id) = (p.seller_id, p.record_id)"
                        + ProcessorRelations.object("o", "tax_rate", "p.processor_id", "p")
                        + " WHERE p.created_at >= a.created_at AND p.kind = 'tax_rate'"
                        + " AND (r.id IS NULL OR o.object #>> '{metadata,tollgate_id}'"
                        + " IS DISTINCT FROM p.record_id)");
    }

    /** Calculations expire, so that an order can name one that no longer exists. */
    private void taxes() throws SQLException {
        sql.violations(
                findings,
                "taxes: the calculation and the recorded tax of an order have its currency and one total",
                "SELECT o.id FROM (SELECT seller_id, livemode, id, " + RECORD.formatted("payment")
                        + " FROM payment UNION ALL SELECT seller_id, livemode, id, " + RECORD.formatted("booking")
                        + " FROM booking) o" + SIMULATED.formatted("o")
                        + ProcessorRelations.object(
                                "k", "tax.calculation", "o.record ->> 'processorTaxCalculationId'", "o")
                        + ProcessorRelations.object(
                                "t", "tax.transaction", "o.record ->> 'processorTaxTransactionId'", "o")
                        + " WHERE k.object ->> 'currency' <> o.record ->> 'currency'"
                        + " OR t.object ->> 'currency' <> o.record ->> 'currency'"
                        + " OR t.object ->> 'amount_total' <> k.object ->> 'amount_total'");
    }

    private void cards() throws SQLException {
        sql.violations(
                findings,
                "offers: the saved card is one of the customer at the simulated processor",
                "SELECT r.id FROM funnel_run r" + SIMULATED.formatted("r")
                        + ProcessorRelations.object("m", "payment_method", "r.card_id", "r")
                        + " WHERE r.created_at >= a.created_at AND r.card_id IS NOT NULL"
                        + " AND m.object ->> 'customer' IS DISTINCT FROM r.customer_id");
        sql.violations(
                findings,
                "offers: one ends an hour after the first purchase",
                "SELECT id FROM funnel_run WHERE expires_at <> created_at + interval '1 hour'");
        sql.violations(
                findings,
                "customers: the customer at the simulated processor exists",
                "SELECT c.id FROM customer c" + SIMULATED.formatted("c")
                        + " CROSS JOIN LATERAL (SELECT convert_from(c.record, 'UTF8')::jsonb ->> 'processorCustomerId'"
                        + " AS id) n" + ProcessorRelations.object("o", "customer", "n.id", "c")
                        + " WHERE n.id IS NOT NULL AND o.id IS NULL AND c.created_at >= a.created_at");
    }
}
