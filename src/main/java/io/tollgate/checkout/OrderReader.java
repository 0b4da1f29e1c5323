package io.tollgate.checkout;

import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.BumpCart;
import io.tollgate.cart.OrderTax;
import io.tollgate.catalog.Event;
import io.tollgate.catalog.SellingPage;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.event.EventCurrencyLock;
import io.tollgate.purchase.CatalogReader;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
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
                        .map(terms -> new ProductOrder(
                                Objects.requireNonNull(found),
                                form,
                                terms.bumps(),
                                terms.coupon(),
                                terms.tax(),
                                write.now())));
    }

    private Future<PageOrder> readTickets(
            WriteContext write, String pageId, OrderForm.TicketForm form, List<Problem> problems) {
        // Pipelined: the database takes the lock before it reads the event.
        Future<Void> locked = EventCurrencyLock.lockShared(write, pageId);
        Future<@Nullable Event> event = catalog.event(write, pageId);
        return Future.join(locked, event)
                .compose(both -> terms(write, event.result(), form, problems))
                .map(terms -> new TicketOrder(
                        Objects.requireNonNull(event.result()),
                        form,
                        terms.bumps(),
                        terms.coupon(),
                        terms.tax(),
                        write.now()));
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
