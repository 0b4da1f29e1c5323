package io.tollgate.cart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.PageFee;
import io.tollgate.catalog.PageStatus;
import io.tollgate.catalog.Price;
import io.tollgate.catalog.Product;
import io.tollgate.catalog.Selection;
import io.tollgate.error.ApiError.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubscriptionCartTest {
    private static final Price.Recurrence MONTHLY = new Price.Recurrence(Price.Interval.MONTH, 1, null, null, null);
    private static final Price PRICE = Samples.price("p", 1000, "eur", 300, false, MONTHLY);

    private final List<Problem> problems = new ArrayList<>();

    private @Nullable SubscriptionCart cart(
            Product product, RequestedProduct requested, @Nullable AppliedCoupon coupon) {
        List<PageFee> fees = List.of(
                new PageFee("Handling", 50L, null, false, false, false),
                new PageFee("Service", null, BigDecimal.TEN, false, false, false));
        CheckoutPage page = new CheckoutPage(
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
                false);
        return SubscriptionCart.of(page, requested, coupon, OrderTax.NONE, problems);
    }

    private SubscriptionCart valid(Product product, RequestedProduct requested, @Nullable AppliedCoupon coupon) {
        return Objects.requireNonNull(cart(product, requested, coupon), problems::toString);
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
}
