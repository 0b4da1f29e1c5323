package io.tollgate.sales.checkout;

import io.tollgate.catalog.event.EventCurrencyLock;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.purchase.CatalogReader;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what determines the price of an order: the page, the coupon, the tax rates and the order bumps. */
record OrderReader(CatalogReader catalog) {
    /**
     * Reads the catalog records of an order.
     *
     * @param problems receives a problem for each reference to a record that does not exist
     */
    Future<PageOrder> read(WriteContext write, String pageId, OrderForm form, List<Problem> problems) {
        return form instanceof OrderForm.TicketForm tickets
                ? readTickets(write, pageId, tickets, problems)
                : readProduct(write, pageId, (OrderForm.ProductForm) form, problems);
    }

    private Future<PageOrder> readProduct(
            WriteContext write, String pageId, OrderForm.ProductForm form, List<Problem> problems) {
        return catalog.checkoutPage(write, pageId)
                .compose(found -> terms(write, found, form, problems)
                        .map(terms -> order(Objects.requireNonNull(found), form, terms, write.now())));
    }

    private Future<PageOrder> readTickets(
            WriteContext write, String pageId, OrderForm.TicketForm form, List<Problem> problems) {
        // Pipelined: the database takes the lock before it reads the event.
        Future<Void> locked = EventCurrencyLock.lockShared(write, pageId);
        Future<@Nullable Event> event = catalog.event(write, pageId);
        return Future.join(locked, event)
                .compose(both -> terms(write, event.result(), form, problems))
                .map(terms -> order(Objects.requireNonNull(event.result()), form, terms, write.now()));
    }

    /** Returns whether the page alone determines the price of an order, so that nothing has to be read. */
    static boolean needsPageOnly(SellingPage page, OrderForm form) {
        return form.coupon() == null
                && form.bumps().isEmpty()
                && OrderTax.rateIds(page.taxMode(), page.fixedTaxRateIds()).isEmpty();
    }

    /** Returns an order whose price the page alone determines. */
    static PageOrder of(SellingPage page, OrderForm form, Instant now) {
        return order(page, form, new Terms(List.of(), null, OrderTax.of(page.taxMode(), List.of())), now);
    }

    /** Reads what determines the price of an order of a page that was read before. */
    Future<PageOrder> of(WriteContext write, SellingPage page, OrderForm form, List<Problem> problems) {
        return terms(write, page, form, problems).map(terms -> order(page, form, terms, write.now()));
    }

    private static PageOrder order(SellingPage page, OrderForm form, Terms terms, Instant now) {
        return form instanceof OrderForm.TicketForm tickets
                ? new TicketOrder((Event) page, tickets, terms.bumps(), terms.coupon(), terms.tax(), now)
                : new ProductOrder(
                        (CheckoutPage) page,
                        (OrderForm.ProductForm) form,
                        terms.bumps(),
                        terms.coupon(),
                        terms.tax(),
                        now);
    }

    /** What determines the price of an order besides the page. */
    private record Terms(
            List<BumpCart.Choice> bumps, @Nullable AppliedCoupon coupon, OrderTax tax) {}

    /** @param page null fails with 404 */
    private Future<Terms> terms(
            WriteContext write, @Nullable SellingPage page, OrderForm form, List<Problem> problems) {
        if (page == null) {
            throw ApiError.notFound("Page");
        }
        return catalog.coupon(write, form.coupon(), problems).compose(found -> {
            AppliedCoupon coupon = AppliedCoupon.of(found, page.id(), page.currency(), write.now(), problems);
            return catalog.tax(write, page.taxMode(), page.fixedTaxRateIds())
                    .compose(tax -> catalog.bumps(write, page.id(), page.taxMode(), form.bumps())
                            .map(bumps -> new Terms(bumps, coupon, tax)));
        });
    }
}
