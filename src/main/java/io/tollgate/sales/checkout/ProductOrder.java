package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Price;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.ProductCart;
import io.tollgate.sales.cart.SubscriptionCart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order of the product of a checkout page. */
record ProductOrder(
        @Override CheckoutPage page,
        @Override OrderForm.ProductForm form,
        @Override List<BumpCart.Choice> bumps,
        @Override @Nullable AppliedCoupon coupon,
        @Override OrderTax tax,
        @Override Instant placedAt)
        implements PageOrder {

    /** The processor lets a trial end at most so long after the order. */
    private static final Duration LATEST_START = Duration.ofDays(730);

    /** A valid order of a product. */
    record PricedProduct(@Override ProductOrder order, ProductCart cart) implements Priced {
        @Override
        public Quote quote() {
            return cart.quote();
        }

        @Override
        public StockClaims claims(boolean live) {
            return StockClaims.ofProduct(order, cart.quantity(), cart.variants(), live);
        }
    }

    /** A valid order of a subscription or an installment plan. Its total is what is charged with the order. */
    record PricedSubscription(@Override ProductOrder order, SubscriptionCart cart) implements Priced {
        @Override
        public @Nullable Problem charge() {
            return CartLimits.charge(cart, currency());
        }

        @Override
        public Quote quote() {
            return cart.today();
        }

        @Override
        public StockClaims claims(boolean live) {
            return StockClaims.ofProduct(order, cart.quantity(), cart.variants(), live);
        }
    }

    /** Returns the selected price as the page has it, even if the address of the page has set another amount. */
    Price pagePrice(Price selected) {
        return page.product().price(selected.id()).orElse(page.product().price());
    }

    /** Returns the amount that the address of the page has set for the price; null if it has set none. */
    @Nullable
    Long dynamicPrice(Price selected) {
        return DynamicTerms.recorded(page, form.visit().queryParameters(), pagePrice(selected));
    }

    @Override
    public PageOrder taxed(OrderTax other) {
        return new ProductOrder(page, form, bumps, coupon, other, placedAt);
    }

    @Override
    public @Nullable Priced price(List<Problem> problems) {
        CheckoutPage charged = form.manualOption() == null ? page.withCollectedFees() : page;
        CheckoutPage addressed = DynamicTerms.apply(charged, form.visit().queryParameters());
        if (ProductCart.isRecurring(addressed.product(), form.product())) {
            SubscriptionCart cart =
                    SubscriptionCart.of(addressed, form.product(), bumps, coupon, tax, placedAt, problems);
            return cart == null ? null : new PricedSubscription(this, cart);
        }
        ProductCart cart = ProductCart.of(addressed, form.product(), bumps, coupon, tax, problems);
        return cart == null ? null : new PricedProduct(this, cart);
    }

    @Override
    public List<Problem> furtherProblems() {
        return List.of();
    }

    @Override
    public void requireOnSale(Priced priced, boolean live) {
        if (!(priced instanceof PricedSubscription subscription)) {
            return;
        }
        if (tax.byProcessor()) {
            throw unsupported("Subscriptions whose tax the processor calculates cannot be bought here yet.");
        } else if (subscription.cart().isFree() && subscription.cart().charges() != null) {
            throw unsupported("Installment plans that cost nothing cannot be bought.");
        } else if (!subscription.cart().schedule().recurrence().isBillable()) {
            throw unsupported("Subscriptions that are charged less often than every three years cannot be bought.");
        } else if (subscription.cart().schedule().start().isAfter(placedAt.plus(LATEST_START))) {
            throw unsupported("Subscriptions that begin more than two years after the order cannot be bought yet.");
        }
    }

    private static ApiError unsupported(String message) {
        return ApiError.unprocessable("recurring_price", message);
    }
}
