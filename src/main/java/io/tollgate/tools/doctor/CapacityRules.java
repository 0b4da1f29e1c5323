package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Counts the limited capacity that live purchases took and compares it with the stored counters. */
final class CapacityRules implements RecordScan.Rule {
    private static final String TAKEN = "capacity: taken equals live purchases";
    private static final String CLAIMED = "capacity: every claim has a row";
    private static final String CLAIMED_BY_CUSTOMERS = "capacity: every use of a coupon by a customer has a row";
    private static final String RESTOCKED = "capacity: what is restocked is an order";
    private static final String OF_CUSTOMERS = "capacity: customers use a coupon as often as it is used";
    private static final Set<String> ORDER_PLACED =
            Set.of("unpaid", "partially_paid", "paid", "partial_refund", "refunded");
    private static final Set<String> NOT_STARTED =
            Set.of("draft", "draft_expired", "incomplete", "incomplete_expired", "failed");

    private final Map<String, Long> taken = new HashMap<>();

    /** Payments and subscriptions that were orders of hosted pages, whose rows say what they took. */
    private final IdSet ordered = new IdSet();

    /** Orders whose products and options can be sold again. */
    private final IdSet restocked = new IdSet();

    /**
     * Reads what orders of hosted pages took, also while they are not complete. The places and the coupon of a complete
     * order of tickets are counted by its tickets and its booking, which can be canceled.
     */
    CapacityRules(Sql sql) throws SQLException {
        read(sql, restocked);
        sql.each(
                "SELECT seller_id, charge_id, claim ->> 0, claim ->> 1, (claim ->> 2)::bigint FROM checkout"
                        + " LEFT JOIN jsonb_array_elements(claims) claim ON status <> 'REFUNDED'"
                        + " AND (kind <> 'TICKETS' OR status IN ('OPEN', 'PENDING')"
                        + " OR claim ->> 0 IN ('PRODUCT', 'VARIANT_OPTION'))"
                        + " AND NOT (claim ->> 0 IN ('PRODUCT', 'VARIANT_OPTION') AND EXISTS (SELECT FROM"
                        + " restocked_order r WHERE r.seller_id = checkout.seller_id AND r.livemode"
                        + " AND r.charge_id = checkout.charge_id))"
                        + " WHERE livemode AND status <> 'EXPIRED'",
                row -> {
                    if (row.getString(2) != null) {
                        ordered.add(row.getString(2));
                    }
                    if (row.getString(3) != null && !row.getString(3).equals("COUPON_CUSTOMER")) {
                        String kind = row.getString(3).toLowerCase(Locale.ROOT);
                        taken.merge(row.getString(1) + kind + row.getString(4), row.getLong(5), Long::sum);
                    }
                });
    }

    private static void read(Sql sql, IdSet restocked) throws SQLException {
        sql.each("SELECT charge_id FROM restocked_order WHERE livemode", row -> restocked.add(row.getString(1)));
    }

    @Override
    public void check(Scope scope, Resource resource, ObjectNode record) {
        if (!scope.live()) {
            return;
        }
        String status = record.path("status").asText();
        switch (resource.table()) {
            case "payment" -> {
                if (ORDER_PLACED.contains(status)
                        && !ordered.contains(record.path("id").asText())) {
                    take(scope, "coupon", record.path("coupon").path("id"), 1);
                    if (restocked.contains(record.path("id").asText())) {
                        return;
                    }
                    take(scope, "product", record.path("productId"), record.path("quantity"));
                    record.path("variants")
                            .forEach(variant -> variant.path("selectedOptions")
                                    .forEach(option -> take(
                                            scope,
                                            "variant_option",
                                            option.path("optionId"),
                                            option.path("quantity"))));
                }
            }
            case "booking" -> {
                boolean canceled = record.path("orderStatus").asText().equals("canceled");
                if (ORDER_PLACED.contains(status) && !canceled) {
                    take(scope, "coupon", record.path("coupon").path("id"), 1);
                }
            }
            case "subscription" -> {
                if (!NOT_STARTED.contains(status)
                        && !ordered.contains(record.path("id").asText())) {
                    take(scope, "coupon", record.path("couponId"), 1);
                }
            }
            case "ticket" -> {
                if (status.equals("PAID")) {
                    take(scope, "event", record.path("pageId"), 1);
                    take(scope, "ticket_type", record.path("ticketTypeId"), 1);
                }
            }
            default -> {}
        }
    }

    private void take(Scope scope, String kind, JsonNode owner, JsonNode quantity) {
        take(scope, kind, owner, quantity.asLong());
    }

    private void take(Scope scope, String kind, JsonNode owner, long quantity) {
        if (owner.isTextual()) {
            taken.merge(scope.sellerId() + kind + owner.asText(), quantity, Long::sum);
        }
    }

    /** Compares the counts after the scan of all records. A ticket group's counter is the sum of its types. */
    void compare(Sql sql, Findings findings) throws SQLException {
        sql.each(
                "SELECT seller_id, kind, owner_id, withheld FROM capacity WHERE withheld > 0",
                row -> taken.merge(row.getString(1) + row.getString(2) + row.getString(3), row.getLong(4), Long::sum));
        sql.each(
                "SELECT seller_id, ticket_group_id, id FROM ticket_type",
                row -> taken.merge(
                        row.getString(1) + "ticket_group" + row.getString(2),
                        taken.getOrDefault(row.getString(1) + "ticket_type" + row.getString(3), 0L),
                        Long::sum));
        findings.checking(TAKEN);
        sql.each("SELECT seller_id, kind, owner_id, taken FROM capacity WHERE kind <> 'coupon_customer'", row -> {
            Long counted = taken.remove(row.getString(1) + row.getString(2) + row.getString(3));
            findings.expect(
                    row.getLong(4) == (counted == null ? 0 : counted),
                    TAKEN,
                    row.getString(2) + " " + row.getString(3));
        });
        customers(sql, findings);
        findings.checking(CLAIMED);
        taken.forEach((what, count) -> findings.expect(count == 0, CLAIMED, what.substring(24)));
    }

    /** Checks the uses of coupons by customers, and the orders that have returned their stock. */
    private static void customers(Sql sql, Findings findings) throws SQLException {
        findings.checking(OF_CUSTOMERS);
        sql.each(
                "SELECT u.seller_id, left(u.owner_id, 24), sum(u.taken) <= coalesce(max(c.taken), 0) FROM capacity u"
                        + " LEFT JOIN capacity c ON c.seller_id = u.seller_id AND c.kind = 'coupon'"
                        + " AND c.owner_id = left(u.owner_id, 24) WHERE u.kind = 'coupon_customer' GROUP BY 1, 2",
                row -> findings.expect(row.getBoolean(3), OF_CUSTOMERS, "coupon " + row.getString(2)));
        sql.violations(
                findings,
                CLAIMED_BY_CUSTOMERS,
                "SELECT c.id FROM checkout c CROSS JOIN LATERAL jsonb_array_elements(c.claims) claim"
                        + " WHERE claim ->> 0 = 'COUPON_CUSTOMER' AND NOT EXISTS (SELECT FROM capacity t"
                        + " WHERE t.seller_id = c.seller_id AND t.kind = 'coupon_customer'"
                        + " AND t.owner_id = claim ->> 1)");
        sql.violations(
                findings,
                RESTOCKED,
                "SELECT r.charge_id FROM restocked_order r WHERE NOT EXISTS (SELECT FROM payment p WHERE"
                        + " (p.seller_id, p.livemode, p.id) = (r.seller_id, r.livemode, r.charge_id))"
                        + " AND NOT EXISTS (SELECT FROM booking b WHERE"
                        + " (b.seller_id, b.livemode, b.id) = (r.seller_id, r.livemode, r.charge_id))");
    }
}
