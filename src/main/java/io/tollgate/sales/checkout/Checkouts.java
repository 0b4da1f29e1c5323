package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.booking.CapacityClaims.ClaimStatement;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.checkout.PlacementQuestions.Answers;
import io.tollgate.sales.checkout.PlacementQuestions.Placement;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of buyers: price an order, place it, pay it, and learn its outcome. */
public final class Checkouts {
    final WriteExecutor writes;
    final OrderReader orders;
    private final BrowserProcessor browser;
    final CheckoutPayments payments;
    final CheckoutSettlement settlement;
    private final CheckoutSettings settings;
    private final ClaimStatement claimer;
    private final PlacementQuestions questions;
    private final OrderPrices prices;
    final CheckoutSummaries summaries;

    /**
     * A checkout as its buyer sees it.
     *
     * @param subscription what is charged later; null if the order is not one of a subscription
     * @param payable the amount that the card is charged: the total, or the first part of it
     * @param title of what is bought
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
            Instant holdUntil,
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
            CheckoutSettings settings) {
        this(writes, catalog, processor, taxes, browser, settings, Capacities::claim);
    }

    /** @param claimer claims a capacity; tests replace it */
    Checkouts(
            WriteExecutor writes,
            CatalogReader catalog,
            ProcessorClient processor,
            OrderTaxes taxes,
            BrowserProcessor browser,
            CheckoutSettings settings,
            ClaimStatement claimer) {
        this.claimer = claimer;
        this.writes = writes;
        this.orders = new OrderReader(catalog);
        this.browser = browser;
        this.payments = new CheckoutPayments(writes, processor);
        this.settlement = new CheckoutSettlement(writes, payments);
        this.settings = settings;
        this.questions = new PlacementQuestions(processor, taxes);
        this.prices = new OrderPrices(writes, orders, taxes);
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
     * Places an order and holds its stock. An order that needs no payment by card is complete at once.
     *
     * @param submission identifies the submitted form: a form that arrives twice is one order
     * @return the id of the checkout
     * @throws ApiError 400 with all problems of the order; 409 if the page does not sell or is sold out
     */
    public Future<String> place(Scope scope, String pageId, OrderForm form, String submission) {
        return questions.place(answers -> writes.run(
                scope,
                write -> CheckoutStore.submitted(write, submission)
                        .compose(id -> id == null
                                ? place(write, pageId, form, submission, answers)
                                : Future.succeededFuture(Placement.of(id)))));
    }

    private Future<Placement> place(
            WriteContext write, String pageId, OrderForm form, String submission, Answers answers) {
        OrderTaxes.Known tax = answers.tax();
        List<Problem> problems = new ArrayList<>();
        return orders.read(write, pageId, form, problems).compose(order -> {
            order.requireSelling(write.scope());
            PageOrder.Placed placed = order.place(problems);
            order.requireOnSale(placed.priced(), write.scope().live());
            TaxableOrder question = placed.openTax();
            if (question != null && tax == null) {
                return ProcessorAccount.of(write.transaction(), write.scope())
                        .map(account -> new Placement("", new OrderTaxes.Needed(question, account), null));
            }
            if (tax != null && !tax.isOf(question)) {
                throw ApiError.conflict("page_changed", "The price of this page has changed. Load it again.");
            }
            PageOrder.Placed priced = tax == null
                    ? placed
                    : order.taxed(order.tax().calculated(tax.required())).place(problems);
            Future<Placement> open = PlacementQuestions.subscriber(write, priced, answers);
            return open != null ? open : place(write, priced, submission).map(Placement::of);
        });
    }

    private BrowserProcessor.Access access(ProcessorAccount account) {
        BrowserProcessor.Access access = browser.of(account);
        if (access == null) {
            throw ApiError.conflict("publishable_key_missing", "The seller's account has no publishable key.");
        }
        return access;
    }

    /** Fails with 403 or 409 if no card can be charged. */
    private Future<Void> requireProcessor(WriteContext write) {
        return ProcessorAccount.of(write.transaction(), write.scope())
                .map(this::access)
                .mapEmpty();
    }

    private Future<String> place(WriteContext write, PageOrder.Placed placed, String submission) {
        AcceptedOffer offer = placed.offer();
        if (offer != null && offer.total() != placed.priced().total()) {
            throw ApiError.conflict("page_changed", "The price of this offer has changed. Load it again.");
        }
        String id = write.newId();
        Instant holdUntil = write.now().plus(settings.hold());
        ChargeStatus status = withoutCard(write.scope(), placed);
        Future<Void> allowed = status == null
                ? Future.join(requireProcessor(write), OpenCheckouts.requireFewOpen(write, placed, settings))
                        .mapEmpty()
                : Future.succeededFuture();
        StockClaims claims = placed.priced().claims(write.scope().live());
        // Locks in the order in which settlements lock: checkout, customer, draft, registration, capacities.
        return allowed.compose(few -> CheckoutStore.insert(
                        write, new CheckoutStore.NewCheckout(id, submission, placed, claims), holdUntil))
                // The insertion waits for an open order of the buyer that becomes a purchase, so it comes first.
                .compose(inserted -> EarlierPurchases.requireNone(write, placed))
                .compose(first -> status == null
                        ? Future.<OrderRecords.@Nullable Begun>succeededFuture()
                        : OrderRecords.begin(write, placed, null).map(begun -> begun))
                .compose(begun -> register(write, placed, begun == null ? id : begun.id())
                        .compose(registered -> claims.claim(write.transaction(), write.scope(), claimer))
                        .map(begun))
                .compose(begun -> {
                    if (status == null || begun == null) {
                        return (offer == null
                                        ? Future.<Void>succeededFuture()
                                        : FunnelRuns.order(write, offer.runId(), id))
                                .compose(ordered -> CheckoutSettlement.schedule(write, id, holdUntil));
                    }
                    return CheckoutStore.lock(write.transaction(), write.scope(), id)
                            .compose(checkout ->
                                    settlement.completeAtOnce(write, Objects.requireNonNull(checkout), begun, status));
                })
                .map(id);
    }

    /**
     * Registers the buyer if the event limits registrations. Finds or creates the customer before places are claimed,
     * because bookings lock in this order.
     */
    private static Future<Void> register(WriteContext write, PageOrder.Placed placed, String id) {
        Event limited = placed.priced().order() instanceof TicketOrder tickets
                        && tickets.page().limitsRegistrations()
                ? tickets.page()
                : null;
        return limited == null
                ? Future.succeededFuture()
                : BuyerCustomer.of(write, placed.buyer())
                        .compose(customer -> Registrations.register(write, limited, customer, id));
    }

    /** Returns the status of an order that needs no card; null if the buyer has to pay by card. */
    private static @Nullable ChargeStatus withoutCard(Scope scope, PageOrder.Placed placed) {
        if (placed.priced() instanceof ProductOrder.PricedSubscription) {
            // Later payments need a saved method, even if nothing is due today, and even in test mode.
            return null;
        }
        if (placed.priced().total() == 0) {
            return ChargeStatus.PAID;
        }
        if (placed.priced().order().form().manualOption() != null) {
            return ChargeStatus.UNPAID;
        }
        ChargeStatus paid = placed.deposit() == null ? ChargeStatus.PAID : ChargeStatus.PARTIALLY_PAID;
        return scope.live() ? null : paid;
    }

    /**
     * Begins the payment of a placed order, or continues one.
     *
     * @throws ApiError 409 if the checkout is not open; 503 if the processor does not respond
     */
    public Future<CardPayment> pay(Scope scope, String id) {
        return payments.begin(scope, id)
                .map(begun -> new CardPayment(
                        Objects.requireNonNull(begun.attempt().clientSecret()),
                        access(begun.account()),
                        begun.checkout().order().page().methods(),
                        begun.checkout().payable(),
                        begun.checkout().placed().priced().currency()));
    }

    /**
     * Records the outcome of an open checkout's payment, once, and returns the checkout.
     *
     * @throws ApiError 404 if it does not exist; 503 if the processor does not respond
     */
    public Future<Summary> settle(Scope scope, String id) {
        return settlement
                .settleForBuyer(scope, id)
                .compose(settled -> settled.changed()
                        ? summaries.find(scope, id, settled.decline())
                        : summaries.of(CheckoutSummaries.required(settled.checkout()), settled.decline()));
    }

    /**
     * Records the outcome like {@link #settle}, for a caller that shows the checkout later.
     *
     * @return the checkout to show: for an accepted offer, that of the first purchase
     * @throws ApiError as {@link #settle} does
     */
    public Future<String> comeBack(Scope scope, String id) {
        return settlement.settleForBuyer(scope, id).map(settled -> {
            AcceptedOffer offer = CheckoutSummaries.required(settled.checkout())
                    .order()
                    .form()
                    .offer();
            return offer == null ? id : offer.checkoutId();
        });
    }
}
