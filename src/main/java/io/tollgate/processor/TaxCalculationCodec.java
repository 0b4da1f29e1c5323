package io.tollgate.processor;

import io.tollgate.pricing.Percent;
import io.tollgate.pricing.TaxCalculation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;

/** Encodes tax calculations for the event bus. */
final class TaxCalculationCodec {
    private TaxCalculationCodec() {}

    static JsonObject encode(TaxCalculation calculation) {
        JsonArray lines = new JsonArray();
        calculation
                .lines()
                .forEach(line -> lines.add(new JsonObject()
                        .put("amount", line.amount())
                        .put("inclusive", line.inclusive())
                        .put("tax", line.tax())));
        JsonArray entries = new JsonArray();
        calculation
                .entries()
                .forEach(entry -> entries.add(new JsonObject()
                        .put("type", entry.type())
                        .put("reason", entry.reason())
                        .put("taxable", entry.taxable())
                        .put("amount", entry.amount())
                        .put("inclusive", entry.inclusive())
                        .put("percent", entry.percent().value().toPlainString())
                        .put("country", entry.country())
                        .put("state", entry.state())));
        return new JsonObject().put("id", calculation.id()).put("lines", lines).put("entries", entries);
    }

    static TaxCalculation decode(JsonObject json) {
        return new TaxCalculation(
                json.getString("id"),
                json.getJsonArray("lines").stream()
                        .map(JsonObject.class::cast)
                        .map(line -> new TaxCalculation.TaxedLine(
                                line.getLong("amount"), line.getBoolean("inclusive"), line.getLong("tax")))
                        .toList(),
                json.getJsonArray("entries").stream()
                        .map(JsonObject.class::cast)
                        .map(TaxCalculationCodec::entry)
                        .toList());
    }

    private static TaxCalculation.Entry entry(JsonObject json) {
        return new TaxCalculation.Entry(
                json.getString("type"),
                json.getString("reason"),
                json.getLong("taxable"),
                json.getLong("amount"),
                json.getBoolean("inclusive"),
                Percent.of(new BigDecimal(json.getString("percent"))),
                json.getString("country"),
                json.getString("state"));
    }
}
