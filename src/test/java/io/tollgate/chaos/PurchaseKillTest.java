package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.PageType;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The gateway is killed before and after each step of a purchase or a refund. After its restart, each order has
 * at most one charge
 * and one payment, each refund is executed once, and stock, places and coupon uses are released exactly once.
 */
@SecondStage
@Tag("chaos")
@Tag("C32")
@Timeout(1800)
class PurchaseKillTest {
    /** In the short form: those after which something outside of the gateway's memory must be found again. */
    private static final Set<KillPoint> SHORT = EnumSet.of(
            KillPoint.ORDER_COMMITTED,
            KillPoint.ATTEMPT_COMMITTED,
            KillPoint.PROCESSOR_CALLED,
            KillPoint.CONFIRMED,
            KillPoint.SETTLEMENT_COMMITTED,
            KillPoint.CANCELLATION_CALLED,
            KillPoint.EXPIRY_COMMITTED);

    private static final Set<KillPoint> REFUNDS =
            EnumSet.of(KillPoint.REFUND_COMMITTED, KillPoint.REFUND_CALLED, KillPoint.REFUND_RECORDED);

    private static final int ROUNDS = FaultRun.count(1, 5);

    @ParameterizedTest
    @EnumSource
    void a_kill_at_any_step_leaves_one_charge_and_one_record(PageType type) throws IOException {
        Set<KillPoint> points =
                FaultRun.LONG ? EnumSet.range(KillPoint.ORDER_NOT_COMMITTED, KillPoint.EXPIRY_COMMITTED) : SHORT;
        try (KillFixture fixture = new KillFixture()) {
            Shelf shelf = fixture.page(type);
            for (int round = 0; round < ROUNDS; round++) {
                points.forEach(point -> fixture.purchase(type, shelf, point));
            }
            long bought = points.stream().filter(point -> !point.expires()).count() * ROUNDS;
            assertThat(fixture.audit()).isEmpty();
            assertThat(fixture.paidOrders()).isEqualTo(bought);
            FaultRun.report("C32", "kills during purchases, of " + type, points.size() * ROUNDS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_kill_at_any_step_leaves_one_refund(PageType type) throws IOException {
        Set<KillPoint> points =
                FaultRun.LONG ? EnumSet.range(KillPoint.REFUND_NOT_COMMITTED, KillPoint.REFUND_RECORDED) : REFUNDS;
        try (KillFixture fixture = new KillFixture()) {
            Shelf shelf = fixture.page(type);
            for (int round = 0; round < ROUNDS; round++) {
                points.forEach(point -> fixture.refund(type, shelf, point));
            }
            assertThat(fixture.audit()).isEmpty();
            assertThat(fixture.refundsExecuted()).isEqualTo(points.size() * ROUNDS);
            FaultRun.report("C32", "kills during refunds, of " + type, points.size() * ROUNDS);
        }
    }

    /** Control: a processor that neither knows repeated requests nor lists the refund by its id executes it twice. */
    @Test
    void without_keys_and_ids_a_lost_response_leaves_a_second_refund() throws IOException {
        try (KillFixture fixture = new KillFixture()) {
            fixture.removeKeys();
            fixture.refund(PageType.PRODUCT, fixture.page(PageType.PRODUCT), KillPoint.REFUND_CALLED);
            assertThat(fixture.refundsExecuted()).isEqualTo(2);
        }
    }

    /** Control: a processor that does not know repeated requests has a second payment, which could be charged. */
    @Test
    void without_idempotency_keys_a_lost_response_leaves_a_second_payment() throws IOException {
        try (KillFixture fixture = new KillFixture()) {
            fixture.removeKeys();
            fixture.purchase(PageType.PRODUCT, fixture.page(PageType.PRODUCT), KillPoint.PROCESSOR_CALLED);
            assertThat(fixture.audit())
                    .anySatisfy(problem -> assertThat(problem).startsWith("no payment can be charged after"));
        }
    }

    @Test
    void every_step_has_two_moments() {
        assertThat(Arrays.stream(KillPoint.values()).filter(KillPoint::delivered))
                .hasSameSizeAs(Arrays.stream(KillPoint.values())
                        .filter(point -> !point.delivered() && point.kind() != KillPoint.Kind.BUYER)
                        .toList());
    }
}
