package io.tollgate.simulator;

import io.tollgate.simulator.TaxTable.Tax;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of a simulated tax calculation.
 *
 * @param exempt whether the product is not taxable
 * @param taxes the taxes of the place, each with its amount
 */
record SimulatedTaxLine(
        String reference,
        long amount,
        long quantity,
        boolean inclusive,
        String taxCode,
        boolean exempt,
        List<Amount> taxes) {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /** A tax and its amount on a line. */
    record Amount(Tax tax, long amount) {}

    /** Calculates the taxes of a line. Of a price that includes several taxes, the last takes what rounding leaves. */
    static SimulatedTaxLine of(
            String reference,
            long amount,
            long quantity,
            boolean inclusive,
            String taxCode,
            boolean exempt,
            List<Tax> taxes) {
        List<Amount> amounts = new ArrayList<>();
        BigDecimal all = taxes.stream().map(Tax::rate).reduce(BigDecimal.ZERO, BigDecimal::add);
        BigDecimal base = BigDecimal.valueOf(amount);
        long left = rounded(base.multiply(all), HUNDRED.add(all));
        for (int i = 0; i < taxes.size(); i++) {
            BigDecimal tax = base.multiply(taxes.get(i).rate());
            long one = !inclusive
                    ? rounded(tax, HUNDRED)
                    : i == taxes.size() - 1 ? left : Math.min(left, rounded(tax, HUNDRED.add(all)));
            left -= one;
            amounts.add(new Amount(taxes.get(i), exempt ? 0 : one));
        }
        return new SimulatedTaxLine(reference, amount, quantity, inclusive, taxCode, exempt, amounts);
    }

    private static long rounded(BigDecimal dividend, BigDecimal divisor) {
        return dividend.divide(divisor, 0, RoundingMode.HALF_UP).longValueExact();
    }

    long tax() {
        return taxes.stream().mapToLong(Amount::amount).sum();
    }

    long total() {
        return inclusive ? amount : amount + tax();
    }

    private long taxable() {
        return exempt ? 0 : inclusive ? amount - tax() : amount;
    }

    JsonObject json(boolean live) {
        return new JsonObject()
                .put("id", SimulatedObjects.newId("tax_li_"))
                .put("object", "tax.calculation_line_item")
                .put("amount", amount)
                .put("amount_tax", tax())
                .put("livemode", live)
                .put("product", null)
                .put("quantity", quantity)
                .put("reference", reference)
                .put("tax_behavior", inclusive ? "inclusive" : "exclusive")
                .put("tax_breakdown", null)
                .put("tax_code", taxCode);
    }

    /** Returns the taxes of all lines together: one entry for each tax, its place, and whether prices include it. */
    static JsonArray breakdown(String country, List<SimulatedTaxLine> lines) {
        Map<String, JsonObject> entries = new LinkedHashMap<>();
        for (SimulatedTaxLine line : lines) {
            for (Amount one : line.taxes) {
                String key = line.inclusive + " " + line.exempt + " " + one.tax();
                JsonObject entry = entries.computeIfAbsent(key, first -> entry(country, line, one.tax()));
                entry.put("amount", entry.getLong("amount") + one.amount())
                        .put("taxable_amount", entry.getLong("taxable_amount") + line.taxable());
            }
        }
        return new JsonArray(new ArrayList<>(entries.values()));
    }

    private static JsonObject entry(String country, SimulatedTaxLine line, Tax tax) {
        boolean collected = tax.rate().signum() > 0;
        return new JsonObject()
                .put("amount", 0L)
                .put("inclusive", line.inclusive)
                .put(
                        "tax_rate_details",
                        new JsonObject()
                                .put("country", country)
                                .put("flat_amount", null)
                                .put("percentage_decimal", line.exempt ? "0.0" : tax.percent())
                                .put("rate_type", "percentage")
                                .put("state", tax.state())
                                .put("tax_type", tax.type()))
                .put(
                        "taxability_reason",
                        !collected ? "not_collecting" : line.exempt ? "product_exempt" : "standard_rated")
                .put("taxable_amount", 0L);
    }
}
