package io.tollgate.catalog.product;

import io.tollgate.catalog.model.Price;
import io.tollgate.platform.input.Input;
import io.tollgate.pricing.Interval;
import java.time.Instant;

/** Refuses subscriptions and plans whose last payment nobody will see, and whose dates leave their formats. */
final class BillingDates {
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
                            || Price.Recurrence.isPlanShort(unit, count, payments),
                    "planIterations",
                    "must be lower: `lastChargeAt`, the last payment, would follow the first one after more than "
                            + Price.Recurrence.PLAN_YEARS_MAX + " years");
        }
    }
}
