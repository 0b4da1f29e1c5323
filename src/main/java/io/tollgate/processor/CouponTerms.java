package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The discount of a coupon at the processor. Tollgate alone decides when, where and how often the coupon applies.
 *
 * @param duration once, repeating or forever
 */
public record CouponTerms(
        String name,
        @Nullable Long amountOff,
        @Nullable String currency,
        @Nullable BigDecimal percentOff,
        String duration,
        @Nullable Long durationInMonths) {

    JsonObject json() {
        return new JsonObject()
                .put("name", name)
                .put("amountOff", amountOff)
                .put("currency", currency)
                .put("percentOff", percentOff == null ? null : percentOff.toPlainString())
                .put("duration", duration)
                .put("durationInMonths", durationInMonths);
    }

    static CouponTerms of(JsonObject json) {
        String percentOff = json.getString("percentOff");
        return new CouponTerms(
                json.getString("name"),
                json.getLong("amountOff"),
                json.getString("currency"),
                percentOff == null ? null : new BigDecimal(percentOff),
                json.getString("duration"),
                json.getLong("durationInMonths"));
    }
}
