package io.tollgate.simulator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;

/** The discount of a subscription, which a coupon gives for some or all of its invoices. */
final class SubscriptionDiscount {
    private static final String DISCOUNT = SimulatedObjects.HIDDEN + "discount";

    private SubscriptionDiscount() {}

    /** Gives a new subscription the discount of a coupon. */
    static void add(JsonObject subscription, JsonObject coupon) {
        Long months = coupon.getLong("duration_in_months");
        Instant start = Instant.ofEpochSecond(subscription.getLong("created"));
        JsonObject discount = new JsonObject()
                .put("id", SimulatedObjects.newId("di_"))
                .put("coupon", coupon.getString("id"))
                .put("amount_off", coupon.getLong("amount_off"))
                .put("percent_off", coupon.getDouble("percent_off"))
                .put("once", coupon.getString("duration").equals("once"))
                .put(
                        "end",
                        months == null
                                ? null
                                : start.atOffset(ZoneOffset.UTC)
                                        .plusMonths(months)
                                        .toEpochSecond());
        subscription.put(DISCOUNT, discount).put("discounts", new JsonArray().add(discount.getString("id")));
    }

    /** Returns whether the discount reduces invoices from a time on. */
    static boolean isActive(JsonObject subscription, long at) {
        JsonObject discount = subscription.getJsonObject(DISCOUNT);
        Long end = discount == null ? null : discount.getLong("end");
        return discount != null && !subscription.getJsonArray("discounts").isEmpty() && (end == null || at < end);
    }

    static String id(JsonObject subscription) {
        return subscription.getJsonObject(DISCOUNT).getString("id");
    }

    /**
     * Returns the reduction of an invoice. A discount of the duration {@code once} is used up by the first invoice that
     * it reduces, so that a trial leaves it.
     */
    static long apply(JsonObject subscription, long amount, long now) {
        JsonObject discount = subscription.getJsonObject(DISCOUNT);
        if (discount == null
                || amount == 0
                || subscription.getJsonArray("discounts").isEmpty()) {
            return 0;
        }
        Long end = discount.getLong("end");
        boolean over = end != null && now >= end;
        if (over || discount.getBoolean("once")) {
            subscription.put("discounts", new JsonArray());
        }
        return over ? 0 : Math.min(amount, reduction(discount, amount));
    }

    private static long reduction(JsonObject discount, long amount) {
        Long amountOff = discount.getLong("amount_off");
        return amountOff != null
                ? amountOff
                : BigDecimal.valueOf(amount)
                        .multiply(BigDecimal.valueOf(discount.getDouble("percent_off")))
                        .movePointLeft(2)
                        .setScale(0, RoundingMode.HALF_UP)
                        .longValueExact();
    }
}
