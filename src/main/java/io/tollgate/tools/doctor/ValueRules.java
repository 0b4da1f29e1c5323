package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.purchase.Dollars;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks fields of one record that repeat or imply each other: prices, dollars, cards and times. */
record ValueRules(Findings findings, Instant liveTime, Map<String, Instant> testTimes) implements RecordScan.Rule {
    private static final Duration TOLERANCE = Duration.ofMinutes(1);
    private static final List<String> TIMES =
            List.of("updatedAt", "lastRefundAt", "canceledAt", "recoveredAt", "abandonedCartEmailSentAt");

    /** Reads the times of live records and of the test clocks. */
    static ValueRules read(Sql sql, Findings findings) throws SQLException {
        Instant[] now = {Instant.EPOCH};
        sql.each(
                "SELECT " + TimeRelations.NOW,
                row -> now[0] = row.getTimestamp(1).toInstant());
        Map<String, Instant> testTimes = new HashMap<>();
        sql.each(
                "SELECT seller_id, offset_millis FROM test_clock",
                row -> testTimes.put(row.getString(1), now[0].plusMillis(row.getLong(2))));
        return new ValueRules(findings, now[0], testTimes);
    }

    @Override
    public void check(Scope scope, Resource resource, ObjectNode record) {
        String id = record.path("id").asText();
        String name = resource.name() + ": ";
        dollars(record, "amount", "amountUsd", name, id);
        dollars(record, "setupFeeTotal", "setupFeeUsd", name, id);
        JsonNode card = record.path("paymentMethod");
        findings.expect(
                card.path("exp_month").equals(card.path("expMonth"))
                        && card.path("exp_year").equals(card.path("expYear")),
                name + "deprecated fields of the card match their replacements",
                id);
        Instant now = scope.live() ? liveTime : testTimes.getOrDefault(scope.sellerId(), liveTime);
        times(record, now.plus(TOLERANCE), name, id);
        discounts(record, name, id);
        if (record.path("priceSnapshot").isObject()) {
            price(record, record.get("priceSnapshot"), name, id);
        }
        if (record.has("planIterations")) {
            plan(record, name, id);
        }
        if (record.path("taxRates").size() == 1 && record.path("taxBreakdown").size() == 1) {
            JsonNode rate = record.at("/taxBreakdown/0/taxRateDetails/percentageDecimal");
            double percentage = record.at("/taxRates/0/percentage").asDouble();
            findings.expect(
                    Math.abs(rate.asDouble() * 100 - percentage) < 1e-6,
                    name + "the tax is of the rate that it names",
                    id);
        }
    }

    private void dollars(ObjectNode record, String amount, String dollars, String name, String id) {
        if (record.hasNonNull(amount) && record.hasNonNull(dollars)) {
            Long expected = Dollars.cents(
                    record.path("currency").asText(), record.get(amount).asLong());
            findings.expect(
                    Objects.equals(expected, record.get(dollars).asLong()),
                    name + "amounts in dollars are those of the currency",
                    id);
        }
    }

    private void times(ObjectNode record, Instant now, String name, String id) {
        Instant created = Instant.parse(record.path("createdAt").asText());
        boolean right = true;
        for (String field : TIMES) {
            right &= isBetween(created, record.path(field), now);
        }
        for (JsonNode scan : record.path("checkIns")) {
            right &= isBetween(created, scan.path("checkedInAt"), now);
        }
        right &= !record.has("orderedAt") || record.get("orderedAt").equals(record.get("createdAt"));
        findings.expect(right, name + "what happened lies between creation and now", id);
    }

    private void discounts(ObjectNode record, String name, String id) {
        boolean right = true;
        for (JsonNode ticket : record.path("tickets")) {
            right &= isDiscounted(ticket, "originalPrice", "price");
        }
        for (JsonNode variant : record.path("variants")) {
            for (JsonNode option : variant.path("selectedOptions")) {
                right &= !option.has("originalAdditionalChargeAmount")
                        || isDiscounted(option, "originalAdditionalChargeAmount", "additionalChargeAmount");
            }
        }
        findings.expect(right, name + "reduced prices are the prices less their discounts", id);
    }

    /** Returns whether the difference of two prices is a discount, which is rounded for all pieces together. */
    private static boolean isDiscounted(JsonNode line, String full, String reduced) {
        long quantity = line.path("quantity").asLong();
        long off = (line.path(full).asLong() - line.path(reduced).asLong()) * quantity;
        return Math.abs(off - line.at("/discount/amount").asLong()) < Math.max(1, quantity);
    }

    private static boolean isBetween(Instant first, JsonNode time, Instant last) {
        if (!time.isTextual()) {
            return true;
        }
        Instant at = Instant.parse(time.textValue());
        return !at.isBefore(first) && !at.isAfter(last);
    }

    /** Checks what a purchase repeats of the price that the buyer chose. */
    private void price(ObjectNode record, JsonNode price, String name, String id) {
        JsonNode chosen = record.path("payWhatYouWantPrice");
        JsonNode dynamic = record.path("dynamicPrice");
        JsonNode amount = chosen.isNumber() ? chosen : dynamic.isNumber() ? dynamic : price.path("amount");
        boolean right = price.path("payWhatYouWant").asBoolean() && !chosen.isNumber()
                || record.path("productPrice").asLong() == amount.asLong();
        right &= price.path("currency").equals(record.path("currency"))
                && price.path("priceId").equals(record.path("priceId"))
                && price.path("discountedFromPrice").asLong()
                        == record.path("discountedFromPrice").asLong()
                && price.path("setupFee").asLong() == record.path("setupFee").asLong();
        findings.expect(right, name + "the price is the one that the buyer chose", id);
    }

    private void plan(ObjectNode record, String name, String id) {
        JsonNode price = record.path("priceSnapshot");
        JsonNode plan = price.path("paymentPlan");
        JsonNode recurring = plan.isObject() ? plan : price.path("recurring");
        findings.expect(
                !recurring.isObject()
                        || recurring.path("interval").equals(record.path("interval"))
                                && recurring.path("intervalCount").equals(record.path("intervalCount"))
                                && plan.path("planIterations").asInt()
                                        == record.path("planIterations").asInt(),
                name + "the interval and the number of charges are those of the price",
                id);
        findings.expect(isRegular(record), name + "the amount of one piece is its price with the fees", id);
        long fees = 0;
        for (JsonNode fee : record.path("setupFeeFees")) {
            fees += fee.path("amount").asLong();
        }
        long total = record.path("setupFee").asLong()
                - record.path("setupFeeDiscountAmount").asLong()
                + fees;
        boolean added = false;
        for (JsonNode rate : record.path("taxRates")) {
            added |= !rate.path("inclusive").asBoolean();
        }
        findings.expect(
                !record.hasNonNull("setupFeeTotal")
                        || added
                        || record.path("taxSource").asText().equals("processor_tax")
                        || total == record.get("setupFeeTotal").asLong(),
                name + "the setup fee is the sum of its parts",
                id);
    }

    /** Returns whether the amount is right, or depends on more than prices and fees. */
    private static boolean isRegular(ObjectNode record) {
        boolean more = record.hasNonNull("couponId")
                        && !record.at("/couponSnapshot/duration").asText().equals("once")
                || record.path("taxSource").asText().equals("processor_tax");
        for (JsonNode rate : record.path("taxRates")) {
            more |= !rate.path("inclusive").asBoolean();
        }
        more |= !record.path("variants").isEmpty() || record.path("quantity").asLong() != 1;
        long amount = record.path("productPrice").asLong();
        for (JsonNode fee : record.path("fees")) {
            amount += fee.path("amount").asLong();
        }
        return more || amount == record.path("amount").asLong();
    }
}
