package io.tollgate.sales.checkout;

import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.QuestionThrottle;
import io.tollgate.processor.QuestionThrottle.Occasion;
import io.tollgate.sales.booking.CapacityClaims.ClaimStatement;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of buyers: price an order, place it, pay it, and learn its outcome. */
public final class Checkouts {
    final WriteExecutor writes;
    final OrderReader orders;
    final UploadRecords uploads;
    private final BrowserProcessor browser;
    final CheckoutPayments payments;
    final CheckoutSettlement settlement;
    final BuyerSettlement buyers;
    private final OrderPrices prices;
    private final OrderWithdrawal withdrawal;
    private final OrderPlacement placement;
    final CheckoutSummaries summaries;

    /**
     * A checkout as its buyer sees it.
     *
     * @param subscription what is charged later; null if the order is not one of a subscription
     * @param payable the amount that the card is charged: the total, or the first part of it
     * @param title of what is bought
     * @param holdSeconds how long the order is still held; 0 if its hold has ended
     * @param option how the buyer pays outside of the processor, or pays a first part; null for a payment of the
     *     total by card
     * @param chargeId id of the payment or booking that the order became; null before
     * @param standing what has become of the payment or booking since
     * @param licenseKey the license key of the order that its buyer sees; null without one
     * @param decline the processor's reason for the last failed payment; null without one
     */
    public record Summary(
            Scope scope,
            String id,
            CheckoutStatus status,
            SellingPage page,
            Quote quote,
            @Nullable SubscriptionCart subscription,
            String currency,
            long payable,
            String title,
            String email,
            @Nullable PaymentOption option,
            long holdSeconds,
            @Nullable String chargeId,
            @Nullable String orderId,
            OrderStanding standing,
            @Nullable String licenseKey,
            PaymentState.@Nullable Decline decline,
            OrderFacts facts) {}

    public Checkouts(
            WriteExecutor writes,
            CatalogReader catalog,
            ProcessorClient processor,
            OrderTaxes taxes,
            BrowserProcessor browser,
            UploadRecords uploads,
            CheckoutSettings settings) {
        this(writes, catalog, processor, taxes, browser, uploads, settings, Capacities::claim);
    }

    /** @param claimer claims a capacity; tests replace it */
    Checkouts(
            WriteExecutor writes,
            CatalogReader catalog,
            ProcessorClient processor,
            OrderTaxes taxes,
            BrowserProcessor browser,
            UploadRecords uploads,
            CheckoutSettings settings,
            ClaimStatement claimer) {
        this.writes = writes;
        this.uploads = uploads;
        this.orders = new OrderReader(catalog);
        this.browser = browser;
        this.payments = new CheckoutPayments(writes, processor);
        this.settlement = new CheckoutSettlement(writes, payments, uploads);
        this.buyers = new BuyerSettlement(writes, settlement, processor.questions());
        this.prices = new OrderPrices(writes, orders, taxes);
        this.withdrawal = new OrderWithdrawal(writes, payments, settlement);
        PlacementQuestions questions = new PlacementQuestions(processor, taxes, withdrawal);
        this.placement = new OrderPlacement(writes, orders, questions, browser, settlement, uploads, settings, claimer);
        this.summaries = new CheckoutSummaries(writes);
    }

    /**
     * Prices an order without placing it. Reserves nothing.
     *
     * @param page as it was read for the same request
     */
    public Future<OrderPrice> price(Scope scope, SellingPage page, OrderForm form) {
        return Future.succeededFuture().compose(begun -> prices.price(scope, page, form));
    }

    /**
     * Places an order and holds its stock. An order that needs no payment by card is complete at once. The open order
     * of the same browser on the page is continued if it is the same, and replaced otherwise.
     *
     * @param submission identifies the submitted form: a form that arrives twice is one order
     * @param inputs the inputs of the page as JSON, to edit the order; null to keep none
     * @return the id of the checkout
     * @throws ApiError 400 with all problems of the order; 409 if the page does not sell or is sold out
     */
    public Future<String> place(
            Scope scope, String pageId, OrderForm form, String submission, @Nullable String inputs) {
        return placement.place(scope, new OrderPlacement.Submitted(pageId, form, submission, inputs));
    }

    /**
     * Cancels an open order for its buyer. An order that was paid meanwhile is completed.
     *
     * @throws ApiError 503 if the processor does not respond
     */
    public Future<Void> cancel(Scope scope, String id) {
        return withdrawal.cancel(scope, id);
    }

    /** Returns the orders of a browser that can still be paid, the newest first. */
    public Future<List<OpenOrder>> open(Scope scope, String owner) {
        return OwnOrders.open(writes, scope, owner)
                .map(open -> open.stream().map(OpenOrder::of).toList());
    }

    /**
     * What the browser that has placed an order may know and do.
     *
     * @param ended whether the buyer has canceled or replaced it
     * @param replacedBy the order that has replaced it; null without one
     * @param inputs the inputs of the page as JSON; null if they are not kept
     */
    public record Own(
            String pageId,
            boolean ended,
            @Nullable String replacedBy,
            @Nullable String inputs) {}

    /** Returns what a browser may know of an order; null if it has not placed it. */
    public Future<@Nullable Own> own(Scope scope, String id, String owner) {
        return writes.read(scope, write -> OwnOrders.find(write.transaction(), scope, id))
                .map(found -> found == null || !owner.equals(found.owner())
                        ? null
                        : new Own(found.pageId(), found.ended(), found.replacedBy(), found.inputs()));
    }

    /**
     * Begins the payment of a placed order, or continues one.
     *
     * @return null if the processor has not created the payment in time; the next call continues
     * @throws ApiError 409 if the checkout is not open; 503 if the processor does not respond
     */
    public Future<@Nullable CardPayment> pay(Scope scope, String id) {
        QuestionThrottle.Key key = new QuestionThrottle.Key(scope, id, Occasion.BEGIN);
        return payments.processor()
                .questions()
                .ask(key, () -> payments.begin(scope, id).map(this::cardPayment))
                .map(QuestionThrottle.Answer::value);
    }

    private CardPayment cardPayment(CheckoutPayments.Begun begun) {
        return new CardPayment(
                Objects.requireNonNull(begun.attempt().clientSecret()),
                OrderPlacement.access(browser, begun.account()),
                begun.checkout().order().page().methods(),
                begun.checkout().payable(),
                begun.checkout().placed().priced().currency());
    }

    /**
     * A checkout for a page that anyone can load.
     *
     * @param answered false if the processor was asked about its payment and has not answered in time
     */
    public record Shown(Summary order, boolean answered) {}

    /**
     * Records the outcome of an open checkout's payment, once, and returns the checkout.
     *
     * @throws ApiError 404 if it does not exist; 503 if the processor does not respond
     */
    public Future<Shown> settle(Scope scope, String id) {
        return buyers.settle(scope, id, Occasion.SHOW)
                .compose(settled -> (settled.changed()
                                ? summaries.find(scope, id, settled.decline())
                                : summaries.of(CheckoutSummaries.required(settled.checkout()), settled.decline()))
                        .map(order -> new Shown(order, settled.answered())));
    }

    /**
     * Records the outcome like {@link #settle}, for a caller that shows the checkout later.
     *
     * @return the checkout to show: for an accepted offer, that of the first purchase
     * @throws ApiError as {@link #settle} does
     */
    public Future<String> comeBack(Scope scope, String id) {
        return buyers.settle(scope, id, Occasion.RETURN).map(settled -> {
            AcceptedOffer offer = CheckoutSummaries.required(settled.checkout())
                    .order()
                    .form()
                    .offer();
            return offer == null ? id : offer.checkoutId();
        });
    }
}
