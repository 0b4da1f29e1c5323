package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.Price;
import io.tollgate.pricing.Interval;
import io.tollgate.sales.cart.BillingSchedule;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestSeller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The processor charges an anchored subscription on the days that the page has promised, also after a short month. */
class AnchoredSubscriptionTest {
    private static final String CARD = "4242424242424242";
    private static final Instant EARLY_FEBRUARY = Instant.parse("2033-02-05T09:00:00Z");
    private static final Instant LAST_OF_FEBRUARY = Instant.parse("2033-02-28T09:30:00Z");
    private static final Instant AUTUMN = Instant.parse("2033-10-15T00:00:00Z");
    private static final Instant LATER_START = Instant.parse("2033-02-10T07:15:00Z");
    private static final int PAYMENTS = 4;

    private static final String INVOICES = """
            SELECT object ->> 'created' FROM simulated_object
            WHERE seller_id = :seller AND livemode AND kind = 'invoice' AND (object ->> 'amount_due')::bigint > 0
                AND object ->> 'customer' = (SELECT o.id FROM simulated_object o WHERE o.seller_id = :seller
                    AND o.livemode AND o.kind = 'customer' AND o.object ->> 'email' = '%s')
            ORDER BY invoice_number
            """;

    private final SubscriptionScene scene = new SubscriptionScene();
    private final List<Ordered> orders = new ArrayList<>();

    /** @param charges how many there are until the autumn */
    private record Ordered(String name, BillingSchedule schedule, int charges) {
        List<Instant> promised() {
            return IntStream.range(0, charges).mapToObj(schedule::periodStart).toList();
        }
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private static Price.Recurrence recurrence(
            int day, Interval interval, @Nullable Integer trial, @Nullable Instant start, @Nullable Integer payments) {
        Integer month = interval == Interval.YEAR ? (Integer) 2 : null;
        return new Price.Recurrence(interval, 1, trial, start, payments, new Price.BillingAnchor(true, day, month));
    }

    private void order(String name, Price.Recurrence terms, int charges) {
        String trial = terms.trialPeriodDays() == null ? "" : ", 'trialPeriodDays': " + terms.trialPeriodDays();
        String start = terms.startDate() == null ? "" : ", 'startDate': '" + terms.startDate() + "'";
        String plan = terms.planIterations() == null ? "" : ", 'planIterations': " + terms.planIterations();
        String month = terms.interval() == Interval.YEAR ? ", 'month': 2" : "";
        Price.BillingAnchor anchor = Objects.requireNonNull(terms.billingCycleAnchorConfig());
        String path = scene.page("'" + (plan.isEmpty() ? "recurring" : "paymentPlan") + "': {'interval': '"
                + terms.interval().wire() + "', 'intervalCount': 1" + trial + start + plan
                + ", 'billingCycleAnchorConfig': {'enabled': true, 'dayOfMonth': " + anchor.dayOfMonth() + month
                + "}}");
        var buyer = scene.lane.browser().with(scene.node.url(), name + "@example.com");
        BillingSchedule schedule = BillingSchedule.of(terms, scene.lane.clock().now());
        Shown order = buyer.order(path).expect(303);
        assertThat(buyer.pay(order.path(), CARD)).isEqualTo("succeeded");
        assertThat(buyer.comeBack(order.path()).html()).contains("Thank you");
        orders.add(new Ordered(name, schedule, charges));
    }

    private List<Instant> charged(Ordered order) {
        return scene.seller.rows().rows(INVOICES.formatted(order.name() + "@example.com")).stream()
                .map(row -> Instant.ofEpochSecond(Long.parseLong(Objects.requireNonNull(row.get(0)))))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {29, 30, 31})
    void charges_fall_on_the_promised_days(int day) {
        scene.lane.clock().advanceTo(EARLY_FEBRUARY);
        order("at-once", recurrence(day, Interval.MONTH, null, null, null), 9);
        order("trial", recurrence(day, Interval.MONTH, 10, null, null), 8);
        order("start", recurrence(day, Interval.MONTH, null, LATER_START, null), 8);
        order("plan", recurrence(day, Interval.MONTH, null, null, PAYMENTS), PAYMENTS);
        order("trial-plan", recurrence(day, Interval.MONTH, 10, null, PAYMENTS), PAYMENTS);
        order("yearly", recurrence(day, Interval.YEAR, 10, null, null), 1);
        scene.lane.clock().advanceTo(LAST_OF_FEBRUARY);
        order("on-the-anchor", recurrence(day, Interval.MONTH, null, null, null), 8);
        order("plan-on-the-anchor", recurrence(day, Interval.MONTH, null, null, PAYMENTS), PAYMENTS);
        scene.lane.clock().advanceTo(AUTUMN);
        TestSeller.await(scene.lane.accounts().catchUp(scene.seller.scope()));
        assertThat(orders)
                .allSatisfy(order ->
                        assertThat(charged(order)).as(order.name()).containsExactlyElementsOf(order.promised()));
        assertThat(orders.get(0).promised())
                .contains(Instant.parse("2033-02-28T09:00:00Z"), Instant.parse("2033-03-" + day + "T09:00:00Z"));
    }
}
