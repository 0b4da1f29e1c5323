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
    private static final Set<String> ORDER_PLACED =
            Set.of("unpaid", "partially_paid", "paid", "partial_refund", "refunded");
    private static final Set<String> NOT_STARTED =
            Set.of("draft", "draft_expired", "incomplete", "incomplete_expired", "failed");

    private final Map<String, Long> taken = new HashMap<>();

    /** Payments and subscriptions that were orders of hosted pages, whose rows say what they took. */
    private final IdSet ordered = new IdSet();

    /**
     * Reads what orders of hosted pages took, also while they are not complete. The places and the coupon of a complete
     * order of tickets are counted by its tickets and its booking, which can be canceled.
     */
    CapacityRules(Sql sql) throws SQLException {
        sql.each(
                "SELECT seller_id, charge_id, claim ->> 0, claim ->> 1, (claim ->> 2)::bigint FROM checkout"
                        + " LEFT JOIN jsonb_array_elements(claims) claim ON status <> 'REFUNDED'"
                        + " AND (kind <> 'TICKETS' OR status IN ('OPEN', 'PENDING')"
                        + " OR claim ->> 0 IN ('PRODUCT', 'VARIANT_OPTION'))"
                        + " WHERE livemode AND status <> 'EXPIRED'",
                row -> {
                    if (row.getString(2) != null) {
                        ordered.add(row.getString(2));
                    }
                    if (row.getString(3) != null) {
                        String kind = row.getString(3).toLowerCase(Locale.ROOT);
                        taken.merge(row.getString(1) + kind + row.getString(4), row.getLong(5), Long::sum);
                    }
                });
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
                "SELECT seller_id, ticket_group_id, id FROM ticket_type",
                row -> taken.merge(
                        row.getString(1) + "ticket_group" + row.getString(2),
                        taken.getOrDefault(row.getString(1) + "ticket_type" + row.getString(3), 0L),
                        Long::sum));
        findings.checking(TAKEN);
        sql.each("SELECT seller_id, kind, owner_id, taken FROM capacity", row -> {
            Long counted = taken.remove(row.getString(1) + row.getString(2) + row.getString(3));
            findings.expect(
                    row.getLong(4) == (counted == null ? 0 : counted),
                    TAKEN,
                    row.getString(2) + " " + row.getString(3));
        });
        findings.checking(CLAIMED);
        taken.forEach((what, count) -> findings.expect(count == 0, CLAIMED, what.substring(24)));
    }
}
