package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Taxation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an order is taxed, and how its records tell it.
 *
 * @param rate the seller's rate as it stands now, or null without one
 * @param byProcessor whether the processor works the tax out: then it is not known here
 */
public record Tax(@Nullable ObjectNode rate, boolean byProcessor) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** No tax. */
    public static final Tax NONE = new Tax(null, false);

    /** The ids of the rates that a page wants, of those named beside its product or in its event's details. */
    static List<String> rates(ObjectNode page, JsonNode details) {
        if (!mode(page).equals("fixed") || details.path("fixedTaxRateIds").isEmpty()) {
            return List.of();
        }
        return List.of(details.path("fixedTaxRateIds").get(0).textValue());
    }

    static String mode(ObjectNode page) {
        JsonNode tax = page.path("tax");
        return tax.path("enabled").asBoolean() ? tax.path("mode").asText("none") : "none";
    }

    /** A rate that the seller has taken away is not applied any more. */
    static Tax of(ObjectNode page, List<ObjectNode> rates) {
        if (mode(page).equals("processor")) {
            return new Tax(null, true);
        }
        return rates.stream()
                .filter(rate -> rate.path("active").asBoolean())
                .findFirst()
                .map(rate -> new Tax(rate, false))
                .orElse(NONE);
    }

    public Taxation taxation() {
        if (rate == null) {
            return Taxation.NONE;
        }
        Percent percent = Percent.of(rate.path("percentage").decimalValue());
        return new Taxation(
                rate.path("inclusive").asBoolean(),
                List.of(new Taxation.Rate(rate.path("displayName").asText("Tax"), percent)));
    }

    /** Puts the tax of a quote where charges and invoices have it. */
    public void putInto(ObjectNode record, Quote quote) {
        ArrayNode breakdown = record.put("taxAmount", quote.taxAmount()).putArray("taxBreakdown");
        for (Quote.Taxed charged : quote.taxes()) {
            Percent percent = charged.rule().percent();
            breakdown
                    .addObject()
                    .put("taxabilityReason", percent.parts() == 0 ? "zero_rated" : "standard_rated")
                    .put("taxableAmount", charged.taxable())
                    .put("taxAmount", charged.amount())
                    .set("taxRateDetails", JSON.objectNode().put("percentageDecimal", percent.fraction()));
        }
        record.put("taxSource", rate == null ? null : "fixed_tax_rate");
        ArrayNode snapshots = record.putArray("taxRates");
        if (rate != null) {
            snapshots.add(snapshot(rate));
        }
    }

    private static ObjectNode snapshot(ObjectNode rate) {
        ObjectNode snapshot = JSON.objectNode().put("taxRate", rate.path("id").asText());
        for (String field : List.of(
                "processorId",
                "displayName",
                "default",
                "active",
                "inclusive",
                "percentage",
                "createdAt",
                "updatedAt")) {
            snapshot.set(field, rate.get(field));
        }
        return snapshot;
    }
}
