package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Measures;
import io.tollgate.pricing.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Set;

/**
 * Decodes what a subscription adds to reports. Recurring revenue is what subscriptions without a fixed end charge in
 * an average month, from their first payment until they end; a trial or a pause adds nothing.
 */
final class RecurringRevenueCodec {
    private static final Set<String> CHARGED = Set.of("active", "past_due");

    private static final Set<String> BOUGHT =
            Set.of("trialing", "paused", "scheduled", "active", "past_due", "canceled", "unpaid", "completed");
    private static final Set<String> ENDED = Set.of("canceled", "unpaid");

    static final Measures MEASURES = new Measures(
            Measures.count("checkouts"),
            Measures.countIf("orders", "status", BOUGHT),
            new Measures.Rule("started", record -> isEndless(record) && has(record, BOUGHT) ? 1 : 0),
            new Measures.Rule("ended", record -> isEndless(record) && has(record, ENDED) ? 1 : 0),
            new Measures.Rule("subscribers", record -> recurs(record) ? 1 : 0),
            new Measures.Rule("recurring", RecurringRevenueCodec::monthly));

    private RecurringRevenueCodec() {}

    private static boolean recurs(JsonNode subscription) {
        return isEndless(subscription) && has(subscription, CHARGED);
    }

    private static boolean isEndless(JsonNode subscription) {
        return !subscription.hasNonNull("planIterations");
    }

    private static boolean has(JsonNode subscription, Set<String> statuses) {
        return statuses.contains(subscription.path("status").asText());
    }

    private static long monthly(JsonNode subscription) {
        return recurs(subscription)
                ? monthly(
                        subscription.path("amount").asLong(),
                        Interval.valueOf(subscription.path("interval").asText().toUpperCase(Locale.ROOT)),
                        subscription.path("intervalCount").asLong())
                : 0;
    }

    /**
     * Returns the amount of an average month, rounded half up. The SQL function {@code monthly_amount} computes the
     * same.
     *
     * @param count intervals between two payments, at least 1
     */
    static long monthly(long amount, Interval interval, long count) {
        long times = interval == Interval.DAY || interval == Interval.WEEK ? 365 : 1;
        long divisor = switch (interval) {
            case DAY, YEAR -> 12;
            case WEEK -> 84;
            case MONTH -> 1;
        };
        return BigDecimal.valueOf(amount)
                .multiply(BigDecimal.valueOf(times))
                .divide(BigDecimal.valueOf(divisor).multiply(BigDecimal.valueOf(count)), 0, RoundingMode.HALF_UP)
                .longValueExact();
    }
}
