package io.tollgate.sales.cart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.Price.BillingAnchor;
import io.tollgate.catalog.model.Price.Recurrence;
import io.tollgate.pricing.Interval;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BillingScheduleTest {
    private static final Instant ORDERED = Instant.parse("2028-01-31T10:00:00Z");

    private static BillingSchedule every(Interval interval, int count) {
        return BillingSchedule.of(new Recurrence(interval, count, null, null, null, null), ORDERED);
    }

    private static BillingSchedule anchored(Interval interval, @Nullable Integer day, @Nullable Integer month) {
        BillingAnchor anchor = new BillingAnchor(true, day, month);
        return BillingSchedule.of(new Recurrence(interval, 1, null, null, null, anchor), ORDERED);
    }

    private static List<String> starts(BillingSchedule schedule, int periods) {
        return IntStream.range(0, periods)
                .mapToObj(period -> schedule.periodStart(period).toString().substring(0, 10))
                .toList();
    }

    @Test
    void months_begin_on_the_last_day_of_a_short_month_and_return_to_their_day() {
        assertThat(starts(every(Interval.MONTH, 1), 4))
                .containsExactly("2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30");
        assertThat(every(Interval.MONTH, 1).periodEnd(0)).isEqualTo("2028-02-29T10:00:00Z");
    }

    @Test
    void periods_have_the_length_of_their_interval() {
        assertThat(starts(every(Interval.DAY, 10), 3)).containsExactly("2028-01-31", "2028-02-10", "2028-02-20");
        assertThat(starts(every(Interval.WEEK, 2), 2)).containsExactly("2028-01-31", "2028-02-14");
        assertThat(starts(every(Interval.MONTH, 3), 3)).containsExactly("2028-01-31", "2028-04-30", "2028-07-31");
        assertThat(starts(every(Interval.YEAR, 1), 2)).containsExactly("2028-01-31", "2029-01-31");
    }

    @Test
    void leap_day_begins_a_year_on_the_last_of_february() {
        BillingSchedule schedule = BillingSchedule.of(
                new Recurrence(Interval.YEAR, 1, null, null, null, null), Instant.parse("2028-02-29T00:00:00Z"));
        assertThat(starts(schedule, 5))
                .containsExactly("2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29");
    }

    @Test
    void trial_moves_the_first_period() {
        BillingSchedule schedule = BillingSchedule.of(new Recurrence(Interval.MONTH, 1, 14, null, null, null), ORDERED);
        assertThat(schedule.hasTrial()).isTrue();
        assertThat(schedule.startsAtOnce()).isFalse();
        assertThat(starts(schedule, 2)).containsExactly("2028-02-14", "2028-03-14");
    }

    @Test
    void later_start_date_moves_the_first_period_without_a_trial() {
        Instant later = Instant.parse("2028-05-01T00:00:00Z");
        BillingSchedule schedule =
                BillingSchedule.of(new Recurrence(Interval.MONTH, 1, null, later, null, null), ORDERED);
        assertThat(schedule.hasTrial()).isFalse();
        assertThat(schedule.start()).isEqualTo(later);
        Instant past = ORDERED.minusSeconds(1);
        assertThat(BillingSchedule.of(new Recurrence(Interval.MONTH, 1, null, past, null, null), ORDERED)
                        .startsAtOnce())
                .isTrue();
    }

    @Test
    void anchor_shortens_the_first_period_and_its_price() {
        BillingSchedule schedule = anchored(Interval.MONTH, 15, null);
        assertThat(starts(schedule, 3)).containsExactly("2028-01-31", "2028-02-15", "2028-03-15");
        assertThat(schedule.isProrated()).isTrue();
        // 15 of the 31 days from January 15 to February 15
        assertThat(schedule.prorated(3100)).isEqualTo(1500);
        assertThat(schedule.prorated(1)).isZero();
    }

    @Test
    void period_after_a_trial_begins_on_the_anchor_and_is_a_full_one() {
        BillingAnchor anchor = new BillingAnchor(true, 1, null);
        BillingSchedule schedule =
                BillingSchedule.of(new Recurrence(Interval.MONTH, 1, 14, null, null, anchor), ORDERED);
        assertThat(schedule.isProrated()).isFalse();
        assertThat(starts(schedule, 2)).containsExactly("2028-03-01", "2028-04-01");
    }

    /** The example of the guide about hosted pages. */
    @Test
    void anchor_reduces_the_first_charge_of_a_subscription_and_moves_the_second_one_of_a_plan() {
        BillingAnchor anchor = new BillingAnchor(true, 1, null);
        Instant ordered = Instant.parse("2027-06-16T10:00:00Z");
        BillingSchedule subscription =
                BillingSchedule.of(new Recurrence(Interval.MONTH, 1, null, null, null, anchor), ordered);
        assertThat(starts(subscription, 3)).containsExactly("2027-06-16", "2027-07-01", "2027-08-01");
        assertThat(subscription.prorated(3_000)).isEqualTo(1_500);
        BillingSchedule plan = BillingSchedule.of(new Recurrence(Interval.MONTH, 1, null, null, 3, anchor), ordered);
        assertThat(starts(plan, 3)).containsExactly("2027-06-16", "2027-07-01", "2027-08-01");
        assertThat(plan.prorated(3_000)).isEqualTo(3_000);
        BillingSchedule trial = BillingSchedule.of(new Recurrence(Interval.MONTH, 1, 7, null, null, anchor), ordered);
        assertThat(starts(trial, 2)).containsExactly("2027-07-01", "2027-08-01");
        assertThat(trial.prorated(3_000)).isEqualTo(3_000);
    }

    @Test
    void anchor_on_the_day_of_the_order_changes_nothing() {
        BillingSchedule schedule = anchored(Interval.MONTH, 31, null);
        assertThat(schedule.isProrated()).isFalse();
        assertThat(schedule.prorated(1000)).isEqualTo(1000);
        assertThat(starts(schedule, 3)).containsExactly("2028-01-31", "2028-02-29", "2028-03-31");
    }

    @Test
    void yearly_anchor_has_a_month() {
        assertThat(starts(anchored(Interval.YEAR, null, 4), 3))
                .containsExactly("2028-01-31", "2028-04-01", "2029-04-01");
        assertThat(starts(anchored(Interval.YEAR, 15, 1), 2)).containsExactly("2028-01-31", "2029-01-15");
        assertThat(starts(anchored(Interval.YEAR, 31, 2), 3)).containsExactly("2028-01-31", "2028-02-29", "2029-02-28");
    }

    @Test
    void anchor_without_a_day_in_the_interval_changes_nothing() {
        assertThat(anchored(Interval.WEEK, 15, null).isProrated()).isFalse();
    }

    @Test
    void plan_has_an_end_and_equal_payments() {
        BillingAnchor anchor = new BillingAnchor(true, 15, null);
        BillingSchedule plan = BillingSchedule.of(new Recurrence(Interval.MONTH, 1, null, null, 12, anchor), ORDERED);
        assertThat(plan.isProrated()).isFalse();
        assertThat(plan.prorated(1000)).isEqualTo(1000);
        assertThat(plan.end()).isEqualTo("2029-01-15T10:00:00Z");
        assertThat(every(Interval.MONTH, 1).end()).isNull();
    }
}
