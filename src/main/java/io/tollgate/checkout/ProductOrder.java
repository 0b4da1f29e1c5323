package io.tollgate.checkout;

import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.BumpCart;
import io.tollgate.cart.OrderTax;
import io.tollgate.cart.ProductCart;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.Price;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Quote;
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

    /** A valid order of a product. */
    record PricedProduct(@Override ProductOrder order, ProductCart cart) implements Priced {
        @Override
        public Quote quote() {
            return cart.quote();
        }

        @Override
        public StockClaims claims(boolean live) {
            return StockClaims.ofProduct(this, live);
        }

        /** Returns the selected price as the page has it, even if the address of the page has set another amount. */
        Price pagePrice() {
            return order.page
                    .product()
                    .price(cart.price().id())
                    .orElse(order.page.product().price());
        }

        /** Returns the amount that the address of the page has set for the price; null if it has set none. */
        @Nullable
        Long dynamicPrice() {
            return DynamicTerms.recorded(order.page, order.form.visit().queryParameters(), pagePrice());
        }
    }

    @Override
    public PageOrder taxed(OrderTax other) {
        return new ProductOrder(page, form, bumps, coupon, other, placedAt);
    }

    @Override
    public @Nullable Priced price(List<Problem> problems) {
        CheckoutPage addressed = DynamicTerms.apply(page, form.visit().queryParameters());
        ProductCart cart = ProductCart.of(addressed, form.product(), bumps, coupon, tax, problems);
        return cart == null ? null : new PricedProduct(this, cart);
    }

    @Override
    public List<Problem> furtherProblems() {
        return List.of();
    }

    @Override
    public void requireOnSale(Priced priced, boolean live) {
        if (priced instanceof PricedProduct product && product.cart().price().recurrence() != null) {
            throw ApiError.unprocessable(
                    "recurring_price", "Subscriptions and payment plans cannot be bought here yet.");
        }
    }
}
