package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;

/** The terms of a tax rate at the processor. */
public record TaxTerms(String displayName, boolean inclusive, BigDecimal percentage) {

    JsonObject json() {
        return new JsonObject()
                .put("displayName", displayName)
                .put("inclusive", inclusive)
                .put("percentage", percentage.toPlainString());
    }

    static TaxTerms of(JsonObject json) {
        return new TaxTerms(
                json.getString("displayName"),
                json.getBoolean("inclusive"),
                new BigDecimal(json.getString("percentage")));
    }
}
