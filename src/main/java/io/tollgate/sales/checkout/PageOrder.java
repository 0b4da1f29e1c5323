package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.resource.Scope;
import io.tollgate.pricing.Currency;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Upsell;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.tax.TaxQuestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An order with everything that determines its price, as it was when the buyer placed it. Stored with the checkout, so
 * that later changes of the catalog do not change the order.
 */
sealed interface PageOrder permits ProductOrder, TicketOrder {
    SellingPage page();

    OrderForm form();

    /** Returns the selected order bumps with their products. */
    List<BumpCart.Choice> bumps();

    /** Returns a coupon that the order can use; null without one. */
    @Nullable
    AppliedCoupon coupon();

    OrderTax tax();

    Instant placedAt();

    /** A valid order with its price. */
    sealed interface Priced
            permits ProductOrder.PricedProduct, ProductOrder.PricedSubscription, TicketOrder.PricedTickets {
        PageOrder order();

        Quote quote();

        /** Returns what the order takes of limited capacities. Test orders take nothing. */
        StockClaims claims(boolean live);

        default long total() {
            return quote().total();
        }

        /** Returns whether the tax of the order is missing in its price. */
        default boolean isTaxOpen() {
            return TaxQuestion.isOpen(order().tax(), quote());
        }

        /** Returns the order for the processor, which calculates its tax. */
        default TaxableOrder taxable(TaxAddress address) {
            return TaxQuestion.of(order().page(), quote(), order().bumps(), address);
        }

        default String currency() {
            return order().page().currency();
        }

        /** Returns the problem of a charge that is too low for the processor; null without one. */
        default @Nullable Problem charge() {
            if (order().form().manualOption() != null || isTaxOpen()) {
                return null;
            }
            Long deposit = order().deposit(total());
            return CartLimits.charge(deposit == null ? total() : deposit, currency());
        }
    }

    /** A valid order of a known buyer. */
    record Placed(Priced priced, Answers answers) {
        Purchase purchase(Scope scope, String id, String orderId, @Nullable String customerId, Instant now) {
            PageOrder order = priced.order();
            return new Purchase(
                    scope,
                    id,
                    orderId,
                    customerId,
                    now,
                    order.page(),
                    answers,
                    buyer(),
                    priced.currency(),
                    priced.quote(),
                    order.tax(),
                    order.bumps().stream()
                            .map(bump -> bump.tax().rate())
                            .filter(Objects::nonNull)
                            .toList(),
                    order.usedCoupon(),
                    false,
                    order.option(),
                    order.form().visit(),
                    offer() == null ? Upsell.NONE : offer().upsell());
        }

        /**
         * Returns the order for the processor if it has to calculate the tax; null if the price is final.
         *
         * @throws ApiError 422 if the buyer's answers contain no address
         */
        @Nullable
        TaxableOrder openTax() {
            if (!priced.isTaxOpen()) {
                return null;
            }
            TaxAddress address = TaxAddress.of(answers);
            if (address == null) {
                throw OrderTaxes.addressNeeded();
            }
            return priced.taxable(address);
        }

        /** Returns the offer that the order accepts; null without one. */
        @Nullable
        AcceptedOffer offer() {
            return priced.order().form().offer();
        }

        Buyer buyer() {
            return new Buyer(answers);
        }

        /** Returns the first part that the card is charged; null if the whole total is paid at once. */
        @Nullable
        Long deposit() {
            return priced.order().deposit(priced.total());
        }
    }

    /** Returns this order with another tax. */
    PageOrder taxed(OrderTax tax);

    /**
     * Rejects an order of a page that does not sell in this mode.
     *
     * @throws ApiError 409
     */
    default void requireSelling(Scope scope) {
        if (page().status() != PageStatus.PUBLISHED) {
            throw ApiError.conflict("page_closed", "This page is no longer on sale.");
        }
        // An offer has the mode of the first purchase, whatever its page says.
        if (form().offer() == null && page().testmode() == scope.live()) {
            throw ApiError.conflict("page_changed", "The test mode of this page has changed. Load it again.");
        }
    }

    /** Prices the order. Returns null and adds problems if it is invalid. */
    @Nullable
    Priced price(List<Problem> problems);

    /** Returns the problems of what only this kind of order has. */
    List<Problem> furtherProblems();

    /**
     * Rejects an order of something that cannot be bought now.
     *
     * @throws ApiError 409, or 422 if it cannot be bought on a hosted page
     */
    void requireOnSale(Priced priced, boolean live);

    /**
     * Validates and prices the order.
     *
     * @throws ApiError 400 with all problems
     */
    default Placed place(List<Problem> found) {
        List<Problem> problems = new ArrayList<>(found);
        Priced priced = price(problems);
        Answers answers = Answers.of(page().fields(), form().answers(), problems);
        problems.addAll(furtherProblems());
        boolean chosen = form().manualOption() != null || form().deposit();
        // A subscription is always charged by the processor.
        if (chosen && (offered() == null || priced instanceof ProductOrder.PricedSubscription)) {
            problems.add(new Problem("paymentOption", "is not offered by this page", null));
        }
        Problem charge = priced == null ? null : priced.charge();
        if (charge != null) {
            problems.add(charge);
        }
        if (priced == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return new Placed(priced, answers);
    }

    /** Returns the page's option that the form selects; null if it offers none of this kind. */
    private @Nullable PaymentOption offered() {
        PaymentOption.Type type = form().deposit() ? PaymentOption.Type.PARTIAL : PaymentOption.Type.MANUAL;
        return page().paymentOptions().stream()
                .filter(option ->
                        option.isEnabled() && option.type() == type && option.manualType() == form().manualOption())
                .findFirst()
                .orElse(null);
    }

    default @Nullable Coupon usedCoupon() {
        AppliedCoupon coupon = coupon();
        return coupon == null ? null : coupon.coupon();
    }

    /** Returns the option of a manual payment or a deposit with the page's texts; null for a payment of the total. */
    default @Nullable PaymentOption option() {
        boolean chosen = form().manualOption() != null || form().deposit();
        PaymentOption offered = chosen ? offered() : null;
        if (offered == null) {
            return null;
        }
        return offered.manualType() == null
                ? offered
                : PaymentOption.manual(offered.manualType(), offered, offered, page().locale());
    }

    /** Returns the first part of a total that is paid at once; null if the total is not greater. */
    private @Nullable Long deposit(long total) {
        PaymentOption option = form().deposit() ? option() : null;
        Long amount = option == null || option.partialAmount() == null
                ? null
                : Currency.of(page().currency()).chargeable(option.partialAmount());
        return amount == null || amount >= total ? null : amount;
    }
}
