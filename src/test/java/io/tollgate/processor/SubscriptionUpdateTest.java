package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pricing.Interval;
import io.tollgate.processor.SubscriptionState.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubscriptionUpdateTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final Instant END = Instant.parse("2026-12-01T00:00:00Z");

    private static SubscriptionState state(Status status, Instant periodStart) {
        var times = new SubscriptionState.Times(START, START, null, START, periodStart, END, null, null);
        return new SubscriptionState(
                "sub_1", status, "cus_1", List.of(), times, false, null, null, null, null, null, null, null);
    }

    private static SubscriptionUpdate update(@Nullable Instant periodStart) {
        return new SubscriptionUpdate(
                "sub_1",
                "eur",
                new BillingCycle(Interval.MONTH, 1),
                List.of(),
                SubscriptionUpdate.Collection.NOW,
                START,
                periodStart);
    }

    /** A subscription that was canceled, paused or declined at the processor may be recorded as charged here. */
    @Test
    void onlySubscriptionsThatAreChargedAreCurrent() {
        assertThat(Arrays.stream(Status.values()).filter(status -> update(START).isCurrent(state(status, START))))
                .containsExactly(Status.TRIALING, Status.ACTIVE);
    }

    @Test
    void renewedSubscriptionsAreNotCurrent() {
        SubscriptionState renewed = state(Status.ACTIVE, END);
        assertThat(update(START).isCurrent(renewed)).isFalse();
        assertThat(update(null).isCurrent(renewed)).isTrue();
    }
}
