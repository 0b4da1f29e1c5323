package io.tollgate.sales.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.OrderBump;
import io.tollgate.catalog.model.PageFee;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.schema.Type;
import io.tollgate.pricing.Interval;
import io.tollgate.sales.subscription.PlanTerms;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubscriptionCartTest {
    private static final Price.Recurrence MONTHLY = new Price.Recurrence(Interval.MONTH, 1, null, null, null, null);
    private static final Price PRICE = Samples.price("p", 1000, "eur", 300, false, MONTHLY);

    private static final Instant ORDERED = Instant.parse("2026-01-31T10:00:00Z");

    private final List<Problem> problems = new ArrayList<>();

    private @Nullable SubscriptionCart cart(
            Product product, RequestedProduct requested, @Nullable AppliedCoupon coupon, BumpCart.Choice... bumps) {
        List<PageFee> fees = List.of(
                new PageFee("Handling", 50L, null, false, false, false, List.of()),
                new PageFee("Service", null, BigDecimal.TEN, false, false, false, List.of()));
        return SubscriptionCart.of(
                page(product, fees), requested, List.of(bumps), coupon, OrderTax.NONE, ORDERED, problems);
    }

    private static CheckoutPage page(Product product, List<PageFee> fees) {
        return new CheckoutPage(
                "page",
                "slug",
                null,
                PageStatus.PUBLISHED,
                false,
                product,
                List.of(),
                fees,
                null,
                List.of(),
                false,
                null,
                false,
                false,
                false,
                null);
    }

    private SubscriptionCart valid(
            Product product, RequestedProduct requested, @Nullable AppliedCoupon coupon, BumpCart.Choice... bumps) {
        return Objects.requireNonNull(cart(product, requested, coupon, bumps), problems::toString);
    }

    private SubscriptionCart recurring(Price.Recurrence recurrence, @Nullable AppliedCoupon coupon) {
        Price price = Samples.price("p", 1000, "eur", 300, false, recurrence);
        return valid(Samples.product(price, false), new RequestedProduct("p", 1, null, List.of()), coupon);
    }

    private static BumpCart.Choice bump(String id, Price price) {
        OrderBump bump = new OrderBump(id, true, false, null);
        RequestedBump requested = new RequestedBump(id, 1, List.of());
        return new BumpCart.Choice(requested, bump, Samples.product(price, false), OrderTax.NONE);
    }

    @Test
    void setup_fee_is_charged_once_with_percentages_of_fees_only() {
        SubscriptionCart cart =
                valid(Samples.product(PRICE, false), new RequestedProduct("p", 2, null, List.of()), null);
        assertThat(cart.regular().total()).isEqualTo(2000 + 50 + 200);
        assertThat(cart.reduced()).isSameAs(cart.regular());
        assertThat(Objects.requireNonNull(cart.once()).total()).isEqualTo(300 + 30);
    }

    @Test
    void aSubscriptionHasAtMostTwentyChargedParts() {
        Price monthly = Samples.price("m", 100, "eur", 0, false, MONTHLY);
        BumpCart.Choice[] bumps =
                IntStream.range(0, 20).mapToObj(i -> bump("bump" + i, monthly)).toArray(BumpCart.Choice[]::new);
        assertThat(cart(Samples.product(PRICE, false), new RequestedProduct("p", 1, null, List.of()), null, bumps))
                .isNull();
        assertThat(problems).extracting(Problem::param).containsExactly("variants");
        problems.clear();
        valid(
                Samples.product(PRICE, false),
                new RequestedProduct("p", 1, null, List.of()),
                null,
                Arrays.copyOf(bumps, 17));
    }

    @Test
    void coupon_reduces_a_period_and_not_the_setup_fee() {
        SubscriptionCart cart =
                valid(Samples.product(PRICE, false), new RequestedProduct("p", 1, null, List.of()), Samples.coupon(50));
        assertThat(cart.regular().total()).isEqualTo(1000 + 50 + 100);
        assertThat(cart.reduced().total()).isEqualTo(500 + 50 + 50);
        assertThat(Objects.requireNonNull(cart.once()).couponDiscount()).isZero();
    }

    @Test
    void option_without_recurrence_is_charged_once() {
        Product product = Samples.product(PRICE, false, Samples.variant("v", Selection.SINGLE, true, null));
        RequestedVariant chosen = new RequestedVariant("v", List.of(new RequestedVariant.Option("l", null, null)));
        SubscriptionCart cart = valid(product, new RequestedProduct("p", 1, null, List.of(chosen)), null);
        assertThat(cart.regular().subtotal()).isEqualTo(1000);
        assertThat(Objects.requireNonNull(cart.once()).subtotal()).isEqualTo(300 + 500);
        assertThat(cart.variants().get(0).options().get(0).part().amount()).isEqualTo(500);
    }

    @Test
    void problems_leave_no_cart() {
        assertThat(cart(Samples.product(PRICE, false), new RequestedProduct("other", 1, null, List.of()), null))
                .isNull();
        assertThat(problems).singleElement().extracting(Problem::param).isEqualTo("priceId");
    }

    @Test
    void order_bumps_recur_if_their_price_does() {
        Price monthly = Samples.price("b", 700, "eur", 80, false, MONTHLY);
        SubscriptionCart cart = valid(
                Samples.product(Samples.price("p", 1000, "eur", 0, false, MONTHLY), false),
                new RequestedProduct("p", 1, null, List.of()),
                null,
                bump("again", monthly),
                bump("once", Samples.price("o", 400, "eur", 0, false, null)));
        assertThat(cart.regular().subtotal()).isEqualTo(1000 + 700);
        assertThat(Objects.requireNonNull(cart.once()).subtotal()).isEqualTo(80 + 400);
        assertThat(cart.today().subtotal()).isEqualTo(1000 + 700 + 80 + 400);
    }

    @Test
    void today_is_the_sum_of_what_is_charged_at_once() {
        SubscriptionCart cart = recurring(MONTHLY, Samples.coupon(50));
        assertThat(cart.today().total()).isEqualTo(cart.reduced().total() + 330);
        assertThat(cart.today().fees()).hasSize(2);
        assertThat(cart.today().feesAmount()).isEqualTo(50 + 50 + 30);
        assertThat(cart.today().parts()).hasSize(2);
    }

    @Test
    void only_what_is_charged_once_is_due_before_a_trial() {
        SubscriptionCart cart = recurring(new Price.Recurrence(Interval.MONTH, 1, 14, null, null, null), null);
        assertThat(cart.today().total()).isEqualTo(330);
        assertThat(cart.amount(0)).isEqualTo(1150);
        assertThat(cart.isFree()).isFalse();
    }

    @Test
    void anchor_prorates_the_first_period_and_the_coupon_on_it() {
        Price.BillingAnchor anchor = new Price.BillingAnchor(true, 15, null);
        SubscriptionCart cart =
                recurring(new Price.Recurrence(Interval.MONTH, 1, null, null, null, anchor), Samples.coupon(50));
        // 15 of 31 days of 1000 are 484, half of it with a fee of 50 and one of 10 %
        assertThat(cart.first().total()).isEqualTo(242 + 50 + 24);
        assertThat(cart.amount(0)).isEqualTo(cart.first().total());
        assertThat(cart.today().total()).isEqualTo(cart.first().total() + 330);
    }

    @Test
    void coupon_reduces_as_many_periods_as_it_lasts() {
        AppliedCoupon coupon = Samples.coupon(50);
        assertThat(amounts(recurring(MONTHLY, coupon))).containsExactly(600L, 1150L, 1150L, 1150L);
        assertThat(amounts(recurring(MONTHLY, lasting(coupon, Coupon.Duration.REPEATING, 2))))
                .containsExactly(600L, 600L, 1150L, 1150L);
        assertThat(amounts(recurring(MONTHLY, lasting(coupon, Coupon.Duration.FOREVER, null))))
                .containsExactly(600L, 600L, 600L, 600L);
        Price.Recurrence quarterly = new Price.Recurrence(Interval.MONTH, 3, null, null, null, null);
        assertThat(amounts(recurring(quarterly, lasting(coupon, Coupon.Duration.REPEATING, 4))))
                .containsExactly(600L, 600L, 1150L, 1150L);
    }

    @Test
    void amount_of_a_coupon_reduces_a_charge_once() {
        SubscriptionCart cart = recurring(MONTHLY, onSetupFee(null, 400L, Coupon.Duration.ONCE));
        assertThat(cart.today().couponDiscount()).isEqualTo(400);
        assertThat(cart.today().total()).isEqualTo(600 + 50 + 60 + 330);
        assertThat(cart.amount(1)).isEqualTo(1150);
        SubscriptionCart larger = recurring(MONTHLY, onSetupFee(null, 1100L, Coupon.Duration.FOREVER));
        assertThat(larger.today().couponDiscount()).isEqualTo(1100);
        assertThat(larger.today().total()).isEqualTo(200 + 20);
        assertThat(larger.amount(1)).isZero();
    }

    @Test
    void coupon_for_one_charge_is_spent_on_the_setup_fee_before_a_trial() {
        Price.Recurrence trial = new Price.Recurrence(Interval.MONTH, 1, 14, null, null, null);
        SubscriptionCart amount = recurring(trial, onSetupFee(null, 200L, Coupon.Duration.ONCE));
        assertThat(amount.today().total()).isEqualTo(100 + 10);
        assertThat(amounts(amount)).containsExactly(1150L, 1150L, 1150L, 1150L);
        SubscriptionCart percent = recurring(trial, onSetupFee(BigDecimal.valueOf(50), null, Coupon.Duration.ONCE));
        assertThat(percent.today().total()).isEqualTo(150 + 15);
        assertThat(amounts(percent)).containsExactly(1150L, 1150L, 1150L, 1150L);
        assertThat(amounts(recurring(trial, Samples.coupon(50)))).containsExactly(600L, 1150L, 1150L, 1150L);
    }

    @Test
    void plan_has_no_charge_for_a_free_payment_and_one_for_a_setup_fee_before_a_trial() {
        Price.Recurrence plan = new Price.Recurrence(Interval.MONTH, 1, null, null, 3, null);
        Price.Recurrence trial = new Price.Recurrence(Interval.MONTH, 1, 14, null, 3, null);
        assertThat(recurring(MONTHLY, null).charges()).isNull();
        assertThat(recurring(plan, null).charges()).isEqualTo(3);
        assertThat(recurring(trial, null).charges()).isEqualTo(4);
        assertThat(PlanTerms.of(recurring(MONTHLY, null)).total()).isNull();
        assertThat(PlanTerms.of(recurring(plan, null)).total()).isEqualTo(330 + 3 * 1150);
        assertThat(PlanTerms.of(recurring(trial, null)).total()).isEqualTo(330 + 3 * 1150);
        assertThat(freed(plan).charges()).isEqualTo(2);
        assertThat(freed(trial).charges()).isEqualTo(2);
    }

    /** Returns a plan without fees and setup fee whose first payment is free. */
    private SubscriptionCart freed(Price.Recurrence plan) {
        Price price = Samples.price("p", 1000, "eur", 0, false, plan);
        CheckoutPage page = page(Samples.product(price, false), List.of());
        RequestedProduct requested = new RequestedProduct("p", 1, null, List.of());
        return Objects.requireNonNull(
                SubscriptionCart.of(page, requested, List.of(), Samples.coupon(100), OrderTax.NONE, ORDERED, problems));
    }

    @Test
    void total_of_the_first_charge_has_the_maximum_of_each_amount() {
        Price price = Samples.price("p", Type.MONEY_MAX, "eur", Type.MONEY_MAX, false, MONTHLY);
        CheckoutPage page = page(Samples.product(price, false), List.of());
        RequestedProduct requested = new RequestedProduct("p", 1, null, List.of());
        assertThatThrownBy(
                        () -> SubscriptionCart.of(page, requested, List.of(), null, OrderTax.NONE, ORDERED, problems))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(400));
    }

    private static AppliedCoupon onSetupFee(
            @Nullable BigDecimal percent, @Nullable Long amount, Coupon.Duration duration) {
        return new AppliedCoupon(
                new Coupon(
                        "coupon",
                        null,
                        "SAVE",
                        percent,
                        amount,
                        amount == null ? null : "eur",
                        true,
                        false,
                        duration,
                        null,
                        null,
                        null,
                        null,
                        false,
                        Set.of(),
                        Set.of()),
                new CouponReference(CouponReference.CODE, "save"));
    }

    private static List<Long> amounts(SubscriptionCart cart) {
        return IntStream.range(0, 4).mapToObj(cart::amount).toList();
    }

    private static AppliedCoupon lasting(AppliedCoupon applied, Coupon.Duration duration, @Nullable Integer months) {
        Coupon coupon = applied.coupon();
        return new AppliedCoupon(
                new Coupon(
                        coupon.id(),
                        coupon.label(),
                        coupon.code(),
                        coupon.percentOff(),
                        coupon.amountOff(),
                        coupon.currency(),
                        coupon.appliesToSetupFee(),
                        coupon.appliesToTicketFees(),
                        duration,
                        months,
                        coupon.maxRedemptions(),
                        coupon.maxRedemptionsPerCustomer(),
                        coupon.redeemBy(),
                        coupon.deleted(),
                        coupon.pageIds(),
                        coupon.ticketTypeIds()),
                applied.reference());
    }
}
