package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.model.Price;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.pricing.Interval;
import io.tollgate.sales.cart.BillingSchedule;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * When a payment plan ends by itself. The processor has one end date for it, which a cancellation replaces: after a
 * later date, the plan would be charged more often than it has payments.
 */
final class PlanEnd {
    private static final String BILLED =
            "SELECT FROM billed_subscription WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3";

    private PlanEnd() {}

    /**
     * Fails with 400 if a payment plan has ended by itself at this time. Plans that were sold elsewhere have their end
     * from there.
     */
    static Future<Void> refuseLater(WriteContext write, JsonNode subscription, Instant cancelAt) {
        Instant end = of(subscription);
        if (end == null || !cancelAt.isAfter(end)) {
            return Future.succeededFuture();
        }
        Tuple key = Tuple.of(
                write.scope().sellerId(),
                write.scope().live(),
                subscription.path("id").asText());
        return write.transaction()
                .preparedQuery(BILLED)
                .execute(key)
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiError.invalid(
                                "cancelAt",
                                "must not be after the end of the payment plan, " + Times.text(end),
                                cancelAt.toString())));
    }

    /** Returns the end of the last period; null for a subscription without an end of its own. */
    static @Nullable Instant of(JsonNode subscription) {
        int payments = subscription.path("planIterations").asInt(0);
        if (payments == 0) {
            return null;
        }
        Price.Recurrence recurrence = new Price.Recurrence(
                Interval.valueOf(subscription.path("interval").asText().toUpperCase(Locale.ROOT)),
                subscription.path("intervalCount").asInt(1),
                null,
                null,
                payments,
                anchor(subscription.at("/priceSnapshot/paymentPlan/billingCycleAnchorConfig")));
        return BillingSchedule.of(recurrence, firstPeriod(subscription)).end();
    }

    /** Returns the start of the first period. Imported records may have no start date. */
    private static Instant firstPeriod(JsonNode subscription) {
        String name = subscription.hasNonNull("trialEnd")
                ? "trialEnd"
                : subscription.hasNonNull("startDate") ? "startDate" : "createdAt";
        return Instant.parse(subscription.path(name).asText());
    }

    private static Price.@Nullable BillingAnchor anchor(JsonNode config) {
        return config.isObject()
                ? new Price.BillingAnchor(
                        config.path("enabled").asBoolean(), integer(config, "dayOfMonth"), integer(config, "month"))
                : null;
    }

    private static @Nullable Integer integer(JsonNode config, String name) {
        return config.hasNonNull(name) ? (Integer) config.path(name).asInt() : null;
    }
}
