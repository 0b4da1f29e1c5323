package io.tollgate.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is true after each scenario. Compares the records with the simulated processor and with what was on sale. */
enum Invariant {
    /** At most one payment at the processor succeeds for an order, and it is charged once. */
    ONE_CHARGE_FOR_AN_ORDER {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return rows.column("""
                    SELECT 'order ' || (object #>> '{metadata,tollgate_checkout}') FROM simulated_object
                    WHERE :own AND kind = 'payment_intent' AND object ->> 'status' = 'succeeded'
                      AND object #>> '{metadata,tollgate_checkout}' IS NOT NULL
                    GROUP BY object #>> '{metadata,tollgate_checkout}' HAVING count(*) > 1
                    UNION ALL
                    SELECT 'payment ' || (object ->> 'payment_intent') FROM simulated_object
                    WHERE :own AND kind = 'charge' AND object ->> 'status' = 'succeeded'
                    GROUP BY object ->> 'payment_intent' HAVING count(*) > 1
                    UNION ALL
                    SELECT 'subscriptions of order ' || (object #>> '{metadata,tollgate_checkout}')
                    FROM simulated_object s WHERE :own AND kind = 'subscription'
                      AND (CASE WHEN object ->> 'trial_end' IS NULL
                           THEN EXISTS (SELECT FROM simulated_object i WHERE :own AND i.kind = 'invoice'
                                AND i.object ->> 'simulator_subscription' = s.id AND i.object ->> 'status' = 'paid')
                           ELSE object ->> 'status' NOT IN ('incomplete', 'incomplete_expired')
                             AND object ->> 'default_payment_method' IS NOT NULL END)
                    GROUP BY object #>> '{metadata,tollgate_checkout}' HAVING count(*) > 1
                    """);
        }
    },

    /** A charged order has its stock, or was refunded completely because the stock was gone. */
    NO_CHARGE_WITHOUT_HOLD {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return rows.column("""
                    WITH intent AS (
                        SELECT id, object FROM simulated_object WHERE :own AND kind = 'payment_intent'
                          AND object ->> 'status' = 'succeeded'
                          AND object #>> '{metadata,tollgate_checkout}' IS NOT NULL
                    ), own AS (SELECT * FROM checkout WHERE :own)
                    SELECT 'order ' || (object #>> '{metadata,tollgate_checkout}') || ' '
                        || coalesce(c.status, 'deleted')
                    FROM intent LEFT JOIN own c ON c.id = object #>> '{metadata,tollgate_checkout}'
                    WHERE c.id IS NULL OR c.status NOT IN ('PAID', 'PARTIALLY_PAID', 'REFUNDED')
                      OR (c.status = 'REFUNDED' AND (SELECT coalesce(sum((r.object ->> 'amount')::bigint), 0)
                          FROM simulated_object r WHERE :own AND r.kind = 'refund'
                            AND r.object ->> 'payment_intent' = intent.id) <> c.amount)
                    UNION ALL
                    SELECT 'taken of ' || kind || ' ' || owner_id || ': ' || taken FROM capacity k
                    WHERE seller_id = :seller AND kind IN ('product', 'ticket_type') AND taken <> (
                        SELECT coalesce(sum((claim ->> 2)::int), 0)
                        FROM own c CROSS JOIN jsonb_array_elements(c.claims) claim
                        WHERE c.status IN ('PAID', 'UNPAID') AND lower(claim ->> 0) = k.kind
                          AND claim ->> 1 = k.owner_id)
                    """);
        }
    },

    /** No more is sold than the seller has. */
    NEVER_OVERSOLD {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            List<String> violations = new ArrayList<>();
            for (Sale.Offering offering : sale.all()) {
                boolean limited = offering.kind() != Sale.Kind.PLAN && offering.number() > 0;
                String sold = rows.value("SELECT count(*) FROM checkout WHERE :own AND status = 'PAID' AND page_id = '"
                        + offering.pageId() + "'");
                String tickets = rows.value("SELECT count(*) FROM ticket WHERE :own");
                boolean many = Integer.parseInt(sold) > offering.number()
                        || (offering.kind() == Sale.Kind.TICKETS && Integer.parseInt(tickets) > offering.number());
                if (limited && many) {
                    violations.add(sold + " sold of " + offering.number() + " of " + offering.kind());
                }
            }
            return violations;
        }
    },

    /** The records show what the processor has charged and refunded, neither more nor less. */
    RECORDS_EQUAL_PROCESSOR {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return rows.column("""
                    WITH record AS (
                        SELECT convert_from(record, 'UTF8')::jsonb AS r FROM payment WHERE :own
                        UNION ALL SELECT convert_from(record, 'UTF8')::jsonb FROM booking WHERE :own
                    ), billed AS (
                        SELECT convert_from(record, 'UTF8')::jsonb AS r FROM subscription_payment WHERE :own AND paid
                    ), sums AS (
                        SELECT (SELECT coalesce(sum((r ->> 'amountPaid')::bigint), 0) FROM record)
                             + (SELECT coalesce(sum((r ->> 'amount')::bigint), 0) FROM billed) AS charged,
                            (SELECT coalesce(sum((object ->> 'amount')::bigint), 0) FROM simulated_object
                             WHERE :own AND kind = 'charge' AND object ->> 'status' = 'succeeded') AS charges,
                            (SELECT coalesce(sum(processor_amount), 0) FROM refund
                             WHERE :own AND status = 'SUCCEEDED') AS refunded,
                            (SELECT coalesce(sum((object ->> 'amount')::bigint), 0) FROM simulated_object
                             WHERE :own AND kind = 'refund' AND object ->> 'status' = 'succeeded') AS refunds)
                    SELECT format('charged: records %s, processor %s; refunded: records %s, processor %s',
                        charged, charges, refunded, refunds)
                    FROM sums WHERE charged <> charges OR refunded <> refunds
                    """);
        }
    },

    /** A plan is charged as many times as it has payments, or less often if it is canceled, and then ends. */
    PLAN_CHARGED_EXACTLY {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            List<String> violations = new ArrayList<>();
            for (Sale.Offering offering : sale.all()) {
                if (offering.kind() == Sale.Kind.PLAN) {
                    violations.addAll(
                            rows.column(PLAN.formatted(offering.pageId(), offering.number(), canceled(sale))));
                }
            }
            return violations;
        }
    },

    /** An offer is accepted at most once, and charged only if it was accepted. */
    ONE_ACCEPTANCE_OF_AN_OFFER {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return rows.column("""
                    WITH paid AS (
                        SELECT c.funnel_run_id AS run, count(*) AS orders FROM checkout c
                        WHERE :own AND c.funnel_run_id IS NOT NULL AND c.status = 'PAID' GROUP BY 1)
                    SELECT 'run ' || f.id || ' ' || f.outcome || ', ' || coalesce(p.orders, 0) || ' paid orders'
                    FROM (SELECT * FROM funnel_run WHERE :own) f LEFT JOIN paid p ON p.run = f.id
                    WHERE coalesce(p.orders, 0) <> CASE WHEN f.outcome = 'ACCEPTED' THEN 1 ELSE 0 END
                    """);
        }
    },

    /** Nothing is charged in a trial. Afterwards, or without one, a charge is due each month, on its day. */
    CHARGED_WHEN_DUE {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return ObservedSubscription.all(rows, sale).stream()
                    .flatMap(subscription -> subscription.mistimed(sale.end()).stream()
                            .map(problem -> "subscription " + subscription.id() + ": " + problem))
                    .toList();
        }
    },

    /** A canceled subscription or plan ends when the seller was told, here and at the processor, and is not charged. */
    CANCELED_NEVER_CHARGED {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return ObservedSubscription.all(rows, sale).stream()
                    .flatMap(subscription -> subscription.chargedAfterEnd(sale.cancellations(), sale.end()).stream()
                            .map(problem -> "subscription " + subscription.id() + ": " + problem))
                    .toList();
        }
    },

    /** The numbers of the invoices of a year are 1, 2, 3, and so on. */
    INVOICES_WITHOUT_GAPS {
        @Override
        List<String> violations(SellerRows rows, Sale sale) {
            return rows.column("""
                    SELECT year || ': ' || count(*) || ' invoices, numbers up to ' || max(number) FROM (
                        SELECT split_part(invoice_number, '-', 1) AS year,
                            split_part(invoice_number, '-', 2)::bigint AS number
                        FROM invoice WHERE :own AND invoice_number IS NOT NULL) issued
                    GROUP BY year HAVING count(*) <> max(number) OR count(DISTINCT number) <> count(*)
                    """);
        }
    };

    /** Subscriptions whose last payment failed are not complete: their number is only bounded. */
    private static final String PLAN = """
            WITH subscription AS (
                SELECT s.id, s.status, b.processor_id FROM subscription s JOIN billed_subscription b
                ON (b.seller_id, b.livemode, b.subscription_id) = (s.seller_id, s.livemode, s.id)
                WHERE s.seller_id = :seller AND s.livemode AND s.page_id = '%s'
            ), plan AS (
                SELECT s.id, s.status, (SELECT count(*) FROM simulated_object i WHERE :own AND i.kind = 'invoice'
                    AND i.object ->> 'status' = 'paid' AND (i.object ->> 'amount_paid')::bigint > 0
                    AND i.object #>> '{parent,subscription_details,subscription}' = s.processor_id) AS charges,
                    %d AS payments
                FROM subscription s)
            SELECT status || ', ' || charges || ' of ' || payments || ' payments' FROM plan
            WHERE charges > payments OR (charges < payments AND status IN ('active', 'completed', 'trialing'))
              OR (charges = payments AND status <> 'completed' AND NOT (status = 'canceled' AND id IN (%s)))
            """;

    /** Returns the ids of plans that the seller may have ended between their last charge and its record. */
    private static String canceled(Sale sale) {
        return Stream.concat(Stream.of(""), sale.cancellations().stream().map(RequestedCancellation::subscriptionId))
                .map(id -> "'" + id + "'")
                .collect(Collectors.joining(", "));
    }

    /** Returns the rows that contradict the invariant. */
    abstract List<String> violations(SellerRows rows, Sale sale);
}
