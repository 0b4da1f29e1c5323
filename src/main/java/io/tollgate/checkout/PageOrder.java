package io.tollgate.checkout;

import io.tollgate.cart.Answers;
import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.BumpCart;
import io.tollgate.cart.Buyer;
import io.tollgate.cart.OrderTax;
import io.tollgate.cart.ProductCart;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.catalog.Price;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.Upsell;
import io.tollgate.resource.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order with everything that determines its price, as it was when the buyer placed it. Stored with the checkout, so
 * that later changes of the catalog do not change the order.
 *
 * @param bumps the selected order bumps with their products
 * @param coupon a coupon that the order can use; null without one
 */
record PageOrder(
        CheckoutPage page,
        OrderForm form,
        List<BumpCart.Choice> bumps,
        @Nullable AppliedCoupon coupon,
        OrderTax tax,
        Instant placedAt) {

    /** A valid order with its price. */
    record Priced(PageOrder order, ProductCart cart) {
        long total() {
            return cart.quote().total();
        }

        String currency() {
            return order.page.currency();
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

    /** A valid order of a known buyer. */
    record Placed(Priced priced, Answers answers) {
        Purchase purchase(Scope scope, String id, String orderId, String customerId, Instant now) {
            PageOrder order = priced.order();
            return new Purchase(
                    scope,
                    id,
                    orderId,
                    customerId,
                    now,
                    order.page,
                    answers,
                    buyer(),
                    priced.currency(),
                    priced.cart().quote(),
                    order.tax,
                    order.coupon == null ? null : order.coupon.coupon(),
                    false,
                    order.option(),
                    order.form.visit(),
                    Upsell.NONE);
        }

        Buyer buyer() {
            return new Buyer(answers);
        }
    }

    /** Prices the order. Returns null and adds problems if it is invalid. */
    @Nullable
    Priced price(List<Problem> problems) {
        CheckoutPage addressed = DynamicTerms.apply(page, form.visit().queryParameters());
        ProductCart cart = ProductCart.of(addressed, form.product(), bumps, coupon, tax, problems);
        return cart == null ? null : new Priced(this, cart);
    }

    /**
     * Validates and prices the order.
     *
     * @throws ApiError 400 with all problems
     */
    Placed place(List<Problem> found) {
        List<Problem> problems = new ArrayList<>(found);
        Priced priced = price(problems);
        Answers answers = Answers.of(page.fields(), form.answers(), problems);
        if (form.manualOption() != null && offered() == null) {
            problems.add(new Problem(
                    "paymentOption",
                    "is not offered by this page",
                    form.manualOption().wire()));
        }
        if (priced == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return new Placed(priced, answers);
    }

    private @Nullable PaymentOption offered() {
        return page.paymentOptions().stream()
                .filter(option -> option.isEnabled() && option.manualType() == form.manualOption())
                .findFirst()
                .orElse(null);
    }

    /** Returns the manual option of the order with the page's texts; null for a payment by card. */
    @Nullable
    PaymentOption option() {
        PaymentOption offered = form.manualOption() == null ? null : offered();
        return offered == null || offered.manualType() == null
                ? null
                : PaymentOption.manual(offered.manualType(), offered, offered);
    }
}
