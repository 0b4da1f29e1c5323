package io.tollgate.catalog.product;

import io.tollgate.platform.input.Input;
import io.tollgate.pricing.Interval;
import java.time.Instant;

/** Refuses subscriptions and plans whose last payment nobody will see, and whose dates leave their formats. */
final class BillingDates {
    /** The test clock reaches 50 years ahead, so that tests can see the whole of it. */
    private static final int PLAN_YEARS_MAX = 100;

    private static final Instant START_LIMIT = Instant.parse("2100-01-01T00:00:00Z");

    private BillingDates() {}

    static void check(Input settings) {
        String start = settings.text("startDate");
        settings.rule(start == null || Instant.parse(start).isBefore(START_LIMIT), "startDate", "must be before 2100");
        Long payments = settings.integer("planIterations");
        Long count = settings.integer("intervalCount");
        String interval = settings.text("interval");
        for (Interval unit : Interval.values()) {
            settings.rule(
                    payments == null
                            || count == null
                            || !unit.wire().equals(interval)
                            || isShort(unit, (payments - 1) * count),
                    "planIterations",
                    "must be lower: `lastChargeAt`, the last payment, would follow the first one after more than "
                            + PLAN_YEARS_MAX + " years");
        }
    }

    private static boolean isShort(Interval unit, long intervals) {
        return !unit.after(Instant.EPOCH, intervals).isAfter(Interval.YEAR.after(Instant.EPOCH, PLAN_YEARS_MAX));
    }
}
