package io.tollgate.sales.purchase;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.write.Inquiry;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.ProductCart;
import io.tollgate.sales.cart.RequestedBump;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.cart.TaxAddress;
import io.tollgate.sales.cart.input.TaxAddressKeys;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.tax.TaxAddressProblems;
import io.tollgate.sales.tax.TaxQuestion;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to price a cart. If the processor calculates the tax, it is asked between two transactions. */
record QuoteInquiry(CatalogReader catalog, OrderTaxes taxes, Cart cart)
        implements Inquiry<OrderTaxes.Needed, OrderTaxes.Known> {
    /**
     * The requested cart.
     *
     * @param items the tickets of an event, or the product of a checkout page
     * @param address the address that determines the tax; null if none was sent
     * @param manual whether the order is not paid by the processor; else the page decides
     */
    record Cart(
            String pageId,
            Items items,
            List<RequestedBump> bumps,
            @Nullable CouponReference coupon,
            @Nullable TaxAddress address,
            boolean manual) {
        /** Returns whether the processor collects an order: the first enabled option of the page decides. */
        boolean isCollected(SellingPage page) {
            return !manual
                    && page.paymentOptions().stream()
                            .filter(PaymentOption::isEnabled)
                            .findFirst()
                            .map(option -> !option.isManual())
                            .orElse(true);
        }
    }

    /** The requested items of a page. */
    sealed interface Items permits Tickets, Product {
        /** Returns the key that contains the page id. */
        String param();

        String noun();

        /** Reads the page; null if the seller has no such page. */
        Future<@Nullable ? extends SellingPage> read(CatalogReader catalog, WriteContext write, String pageId);

        /**
         * Prices the items. Returns null and adds problems if they are invalid.
         *
         * @param collected whether the processor collects what is charged once
         */
        @Nullable
        CartPrice price(
                SellingPage page,
                boolean collected,
                List<BumpCart.Choice> bumps,
                @Nullable AppliedCoupon coupon,
                OrderTax tax,
                Instant now,
                List<Problem> problems);
    }

    /**
     * The price of a cart.
     *
     * @param quote what is charged with the order
     * @param recurrence null if the price is charged once
     * @param subscription what is charged later; null if the price is charged once, or if the processor calculates the
     *     tax of each payment
     */
    record CartPrice(
            Quote quote,
            Price.@Nullable Recurrence recurrence,
            @Nullable SubscriptionCart subscription) {
        @Nullable
        Problem charge(String currency) {
            return subscription == null
                    ? CartLimits.charge(quote.total(), currency)
                    : CartLimits.charge(subscription, currency);
        }
    }

    /** Tickets of an event. */
    record Tickets(RequestedTickets requested) implements Items {
        @Override
        public String param() {
            return "eventId";
        }

        @Override
        public String noun() {
            return "event";
        }

        @Override
        public Future<@Nullable ? extends SellingPage> read(CatalogReader catalog, WriteContext write, String pageId) {
            return catalog.event(write, pageId);
        }

        @Override
        public @Nullable CartPrice price(
                SellingPage page,
                boolean collected,
                List<BumpCart.Choice> bumps,
                @Nullable AppliedCoupon coupon,
                OrderTax tax,
                Instant now,
                List<Problem> problems) {
            Event event = collected ? ((Event) page).withCollectedFees() : (Event) page;
            EventCart priced = EventCart.of(event, requested, bumps, coupon, tax, problems);
            return priced == null ? null : new CartPrice(priced.quote(), null, null);
        }
    }

    /** The product of a checkout page. */
    record Product(RequestedProduct requested) implements Items {
        @Override
        public String param() {
            return "pageId";
        }

        @Override
        public String noun() {
            return "checkout page";
        }

        @Override
        public Future<@Nullable ? extends SellingPage> read(CatalogReader catalog, WriteContext write, String pageId) {
            return catalog.checkoutPage(write, pageId);
        }

        @Override
        public @Nullable CartPrice price(
                SellingPage page,
                boolean collected,
                List<BumpCart.Choice> bumps,
                @Nullable AppliedCoupon coupon,
                OrderTax tax,
                Instant now,
                List<Problem> problems) {
            boolean recurs = ProductCart.isRecurring(((CheckoutPage) page).product(), requested);
            CheckoutPage checkout =
                    collected || recurs ? ((CheckoutPage) page).withCollectedFees() : (CheckoutPage) page;
            if (recurs && !tax.byProcessor()) {
                SubscriptionCart priced = SubscriptionCart.of(checkout, requested, bumps, coupon, tax, now, problems);
                return priced == null
                        ? null
                        : new CartPrice(priced.today(), priced.schedule().recurrence(), priced);
            }
            ProductCart priced = ProductCart.of(checkout, requested, bumps, coupon, tax, problems);
            return priced == null
                    ? null
                    : new CartPrice(priced.quote(), priced.price().recurrence(), null);
        }
    }

    /**
     * The catalog entries of a cart.
     *
     * @param coupon the seller's coupon, not yet checked for this order; null if the cart has none
     * @param problems problems of ids and codes that the catalog does not contain
     */
    private record CatalogEntries(
            SellingPage page,
            @Nullable AppliedCoupon coupon,
            OrderTax tax,
            List<BumpCart.Choice> bumps,
            List<Problem> problems) {}

    @Override
    public Future<Outcome<OrderTaxes.Needed>> in(WriteContext write, OrderTaxes.@Nullable Known answer) {
        return read(write).compose(found -> {
            CartPrice untaxed = price(write, found, found.tax());
            TaxableOrder question = question(found, untaxed.quote());
            if (question != null && answer == null) {
                return ProcessorAccount.of(write.transaction(), write.scope())
                        .map(account -> Outcome.question(new OrderTaxes.Needed(question, account)));
            }
            OrderTax tax = answer == null ? found.tax() : calculated(found.tax(), question, answer);
            CartPrice price = answer == null ? untaxed : price(write, found, tax);
            return Future.succeededFuture(
                    Outcome.response(QuoteAnswer.of(found.page().currency(), price, tax)));
        });
    }

    @Override
    public Future<OrderTaxes.Known> ask(OrderTaxes.Needed question) {
        return taxes.quote(question);
    }

    private CartPrice price(WriteContext write, CatalogEntries found, OrderTax tax) {
        List<Problem> problems = new ArrayList<>(found.problems());
        SellingPage page = found.page();
        AppliedCoupon coupon = AppliedCoupon.of(found.coupon(), cart.pageId(), page.currency(), write.now(), problems);
        CartPrice price =
                cart.items().price(page, cart.isCollected(page), found.bumps(), coupon, tax, write.now(), problems);
        Problem charge = price == null || !isCharged(page, tax, price) ? null : price.charge(page.currency());
        if (charge != null) {
            problems.add(charge);
        }
        if (price == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return price;
    }

    /** Returns whether only the processor can collect a price, and its tax is known. */
    private static boolean isCharged(SellingPage page, OrderTax tax, CartPrice price) {
        return !TaxQuestion.isOpen(tax, price.quote())
                && page.paymentOptions().stream().noneMatch(option -> option.isEnabled() && option.isManual());
    }

    /** Returns the order for the processor; null if the price is final. */
    private @Nullable TaxableOrder question(CatalogEntries found, Quote untaxed) {
        if (!TaxQuestion.isOpen(found.tax(), untaxed)) {
            return null;
        }
        if (cart.address() == null) {
            throw ApiError.invalid(
                    TaxAddressKeys.BILLING,
                    "or shipping is required, because the processor calculates the tax from the address",
                    null);
        }
        return TaxQuestion.of(found.page(), untaxed, found.bumps(), cart.address());
    }

    private OrderTax calculated(OrderTax tax, @Nullable TaxableOrder question, OrderTaxes.Known answer) {
        TaxAddress address = cart.address();
        if (!answer.isOf(question) || address == null) {
            throw ApiError.unavailable();
        }
        if (answer.calculation() == null) {
            String path = address.shipping() ? TaxAddressKeys.SHIPPING : TaxAddressKeys.BILLING;
            throw TaxAddressProblems.insufficient(path, address.address());
        }
        return tax.calculated(answer.calculation());
    }

    private Future<CatalogEntries> read(WriteContext write) {
        List<Problem> problems = new ArrayList<>();
        return cart.items().read(catalog, write, cart.pageId()).compose(page -> {
            if (page == null) {
                problems.add(new Problem(
                        cart.items().param(), "no such " + cart.items().noun(), cart.pageId()));
            }
            return catalog.coupon(write, cart.coupon(), problems).compose(coupon -> {
                if (page == null) {
                    throw ApiError.invalid(problems);
                }
                return catalog.tax(write, page.taxMode(), page.fixedTaxRateIds())
                        .compose(tax -> catalog.bumps(write, cart.pageId(), page.taxMode(), cart.bumps())
                                .map(bumps -> new CatalogEntries(page, coupon, tax, bumps, problems)));
            });
        });
    }
}
