package io.tollgate.tools.doctor;

import java.sql.SQLException;

/** Compares subscriptions and their payments with the subscriptions and invoices of the simulated processor. */
record BillingRelations(Sql sql, Findings findings) {
    private static final String SUBSCRIPTIONS = " FROM billed_subscription b JOIN processor_account a ON (a.seller_id,"
            + " a.livemode) = (b.seller_id, b.livemode) AND a.simulated LEFT JOIN (SELECT seller_id, livemode, id,"
            + " status, convert_from(record, 'UTF8')::jsonb AS record FROM subscription) s ON (s.seller_id,"
            + " s.livemode, s.id) = (b.seller_id, b.livemode, b.subscription_id)"
            + ProcessorRelations.object("o", "subscription", "b.processor_id", "b");

    private static final String PAYMENTS = " FROM subscription_invoice i JOIN processor_account a ON (a.seller_id,"
            + " a.livemode) = (i.seller_id, i.livemode) AND a.simulated JOIN billed_subscription b ON (b.seller_id,"
            + " b.livemode, b.subscription_id) = (i.seller_id, i.livemode, i.subscription_id) LEFT JOIN (SELECT"
            + " seller_id, livemode, id, paid, convert_from(record, 'UTF8')::jsonb AS record"
            + " FROM subscription_payment) p ON (p.seller_id, p.livemode, p.id) = (i.seller_id, i.livemode,"
            + " i.payment_id)" + ProcessorRelations.object("o", "invoice", "i.invoice_id", "i")
            + ProcessorRelations.object("t", "payment_intent", "i.payment_intent_id", "i");

    private static final String PERIOD = "to_timestamp((o.object #>> '{items,data,0,%s}')::bigint)";
    private static final String TIME = "date_trunc('second', (s.record ->> '%s')::timestamptz)";

    void check() throws SQLException {
        subscriptions();
        plans();
        orders();
        payments();
        objects();
    }

    private void subscriptions() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: each has the customer, currency and trial of the simulated processor",
                "SELECT b.subscription_id" + SUBSCRIPTIONS + " WHERE ((s.record ->> 'processorCustomerId',"
                        + " s.record ->> 'currency') IS DISTINCT FROM (o.object ->> 'customer',"
                        + " o.object ->> 'currency') OR " + differs("trialStart", "trial_start") + " OR "
                        + differs("trialEnd", "trial_end") + ")" + ProcessorRelations.nothingPending("b"));
        sql.violations(
                findings,
                "subscriptions: the period of an active one is that of the simulated processor",
                "SELECT b.subscription_id" + SUBSCRIPTIONS + " WHERE s.status IN ('active', 'trialing') AND ("
                        + TIME.formatted("currentPeriodStart") + ", " + TIME.formatted("currentPeriodEnd")
                        + ") IS DISTINCT FROM (" + PERIOD.formatted("current_period_start") + ", "
                        + PERIOD.formatted("current_period_end") + ") AND o.object ->> 'status' = s.status"
                        + ProcessorRelations.nothingPending("b"));
        sql.violations(
                findings,
                "subscriptions: one is paused while the simulated processor does not charge it",
                "SELECT b.subscription_id" + SUBSCRIPTIONS + " WHERE o.object ->> 'status' = 'active' AND"
                        + " (s.status = 'paused', s.record ->> 'pausedAt' IS NOT NULL, " + TIME.formatted("resumesAt")
                        + ") IS DISTINCT FROM (jsonb_typeof(o.object -> 'pause_collection') IS NOT DISTINCT FROM"
                        + " 'object', s.status = 'paused',"
                        + " to_timestamp((o.object #>> '{pause_collection,resumes_at}')::bigint))"
                        + ProcessorRelations.nothingPending("b"));
        // The processor adds the tax of rates that are not included in prices.
        sql.violations(
                findings,
                "subscriptions: the amount is what the simulated processor charges in each period",
                "SELECT b.subscription_id" + SUBSCRIPTIONS + " WHERE o.object ->> 'status' IN ('active', 'trialing')"
                        + " AND s.record ->> 'taxSource' IS DISTINCT FROM 'processor_tax' AND NOT jsonb_path_exists("
                        + "s.record, '$.taxRates[*] ? (@.inclusive == false)') AND (s.record ->> 'amount')::bigint <>"
                        + " (SELECT sum((item #>> '{price,unit_amount}')::bigint * (item ->> 'quantity')::bigint)"
                        + " FROM jsonb_array_elements(o.object #> '{items,data}') item)");
    }

    private void plans() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: a plan has the number of charges that is billed",
                "SELECT b.subscription_id" + SUBSCRIPTIONS
                        + " WHERE b.charges <> (s.record ->> 'planIterations')::int");
        sql.violations(
                findings,
                "subscriptions: one with charges at the processor is billed",
                "SELECT i.payment_id FROM subscription_invoice i WHERE NOT EXISTS (SELECT FROM billed_subscription b"
                        + " WHERE (b.seller_id, b.livemode, b.subscription_id) = (i.seller_id, i.livemode,"
                        + " i.subscription_id))");
    }

    private void orders() throws SQLException {
        sql.violations(
                findings,
                "subscriptions: the paid order of one names its subscription at the processor",
                "SELECT k.id FROM checkout k JOIN subscription s ON (s.seller_id, s.livemode, s.id) = (k.seller_id,"
                        + " k.livemode, k.charge_id) LEFT JOIN payment_attempt t ON (t.seller_id, t.livemode,"
                        + " t.checkout_id) = (k.seller_id, k.livemode, k.id) AND t.status = 'SUCCEEDED'"
                        + " LEFT JOIN billed_subscription b ON (b.seller_id, b.livemode, b.subscription_id) ="
                        + " (s.seller_id, s.livemode, s.id)"
                        + " CROSS JOIN LATERAL (SELECT convert_from(s.record, 'UTF8')::jsonb AS record) r"
                        + " WHERE k.kind = 'SUBSCRIPTION' AND k.status <> 'PENDING' AND (t.processor_id,"
                        + " b.processor_id, k.currency, k.page_id) IS DISTINCT FROM"
                        + " (r.record ->> 'processorSubscriptionId', r.record ->> 'processorSubscriptionId',"
                        + " r.record ->> 'currency', r.record ->> 'pageId')");
        sql.violations(
                findings,
                "subscriptions: each names its first payment or its setup at the simulated processor",
                "SELECT b.subscription_id" + SUBSCRIPTIONS
                        + ProcessorRelations.object("u", "setup_intent", "s.record ->> 'processorSetupIntentId'", "s")
                        + " WHERE s.record ->> 'processorPaymentIntentId' IS NOT NULL AND NOT EXISTS (SELECT FROM"
                        + " simulated_object t WHERE (t.seller_id, t.livemode, t.kind, t.id) = (s.seller_id,"
                        + " s.livemode, 'payment_intent', s.record ->> 'processorPaymentIntentId'))"
                        + " OR s.record ->> 'processorSetupIntentId' IS NOT NULL AND (u.object ->> 'customer',"
                        + " u.object ->> 'simulator_subscription') IS DISTINCT FROM (s.record ->>"
                        + " 'processorCustomerId', b.processor_id)");
        sql.violations(
                findings,
                "subscriptions: their tax rates are those of the simulated processor",
                "SELECT b.subscription_id" + SUBSCRIPTIONS + " CROSS JOIN jsonb_array_elements(s.record -> 'taxRates')"
                        + " r" + ProcessorRelations.object("x", "tax_rate", "r ->> 'processorId'", "s")
                        + " WHERE r ->> 'processorId' IS NOT NULL AND (x.object #>> '{metadata,tollgate_id}',"
                        + " (x.object ->> 'percentage')::numeric) IS DISTINCT FROM (r ->> 'taxRate',"
                        + " (r ->> 'percentage')::numeric)");
    }

    /** Compares times. The processor's subscription begins when it is created, later than the order is placed. */
    private static String differs(String field, String name) {
        return "coalesce(abs(extract(epoch FROM (s.record ->> '" + field + "')::timestamptz) - (o.object ->> '" + name
                + "')::bigint) > 3600, s.record ->> '" + field + "' IS NOT NULL OR o.object ->> '" + name
                + "' IS NOT NULL)";
    }

    private void payments() throws SQLException {
        sql.violations(
                findings,
                "subscription-payments: each has the amount, currency and payment of its invoice at the processor",
                "SELECT i.payment_id" + PAYMENTS + " WHERE ((p.record ->> 'amount')::bigint, p.record ->> 'currency',"
                        + " p.record ->> 'processorPaymentIntentId', p.record ->> 'processorPaymentIntentId',"
                        + " p.record ->> 'processorSubscriptionId', p.record ->> 'processorSubscriptionId', i.number)"
                        + " IS DISTINCT FROM ((o.object ->> 'total')::bigint, o.object ->> 'currency',"
                        + " o.object ->> 'simulator_intent', i.payment_intent_id, b.processor_id,"
                        + " o.object ->> 'simulator_subscription', (o.object ->> 'simulator_number')::int)"
                        + ProcessorRelations.nothingPending("i"));
        sql.violations(
                findings,
                "subscription-payments: a paid one names its charge at the processor",
                "SELECT i.payment_id" + PAYMENTS + " WHERE p.paid AND t.id IS NOT NULL AND"
                        + " (p.record ->> 'processorPaymentId', p.record -> 'transactionIds') IS DISTINCT FROM"
                        + " (t.object ->> 'latest_charge', jsonb_build_array(t.id))");
        sql.violations(
                findings,
                "subscription-payments: each has the currency of its subscription",
                "SELECT p.id FROM subscription_payment p JOIN subscription s ON (s.seller_id, s.livemode, s.id) ="
                        + " (p.seller_id, p.livemode, p.subscription_id) WHERE convert_from(p.record, 'UTF8')::jsonb"
                        + " ->> 'currency' <> convert_from(s.record, 'UTF8')::jsonb ->> 'currency'");
    }

    private void objects() throws SQLException {
        sql.violations(
                findings,
                "simulator: an invoice is due and paid in full, for a subscription of its customer and currency",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i"
                        + ProcessorRelations.object("o", "subscription", "i.object ->> 'simulator_subscription'", "i")
                        + " WHERE i.kind = 'invoice' AND (i.object -> 'total', (i.object ->> 'total')::bigint,"
                        + " i.object ->> 'customer', i.object ->> 'currency') IS DISTINCT FROM"
                        + " (i.object -> 'amount_due', (i.object ->> 'amount_paid')::bigint"
                        + " + (i.object ->> 'amount_remaining')::bigint, o.object ->> 'customer',"
                        + " o.object ->> 'currency')");
        sql.violations(
                findings,
                "simulator: the lines of an invoice sum to its subtotal",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i WHERE i.kind = 'invoice' AND"
                        + " (i.object ->> 'subtotal')::bigint <> (SELECT coalesce(sum((line ->> 'amount')::bigint), 0)"
                        + " FROM jsonb_array_elements(i.object #> '{lines,data}') line)");
        sql.violations(
                findings,
                "simulator: the payment of an invoice has its amount and names it",
                "SELECT i.seller_id || ' ' || i.id FROM simulated_object i"
                        + ProcessorRelations.object("t", "payment_intent", "i.object ->> 'simulator_intent'", "i")
                        + " WHERE i.kind = 'invoice' AND i.object ->> 'simulator_intent' IS NOT NULL"
                        + " AND (i.id, i.object -> 'total', i.object -> 'currency', i.object -> 'customer')"
                        + " IS DISTINCT FROM (t.object ->> 'simulator_invoice', t.object -> 'amount',"
                        + " t.object -> 'currency', t.object -> 'customer')");
        sql.violations(
                findings,
                "simulator: a subscription names its latest invoice and its customer's card",
                "SELECT o.seller_id || ' ' || o.id FROM simulated_object o"
                        + ProcessorRelations.object("i", "invoice", "o.object ->> 'latest_invoice'", "o")
                        + ProcessorRelations.object("m", "payment_method", "o.object ->> 'default_payment_method'", "o")
                        + " WHERE o.kind = 'subscription' AND (o.object ->> 'latest_invoice' IS NOT NULL AND"
                        + " i.object ->> 'simulator_subscription' IS DISTINCT FROM o.id OR"
                        + " o.object ->> 'default_payment_method' IS NOT NULL AND m.object -> 'customer'"
                        + " IS DISTINCT FROM o.object -> 'customer')");
    }
}
