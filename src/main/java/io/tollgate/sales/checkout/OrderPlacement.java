package io.tollgate.sales.checkout;

import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.catalog.model.Event;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.TaxableOrder;
import io.tollgate.sales.booking.CapacityClaims.ClaimStatement;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.checkout.PlacementQuestions.Answers;
import io.tollgate.sales.checkout.PlacementQuestions.Placement;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Places orders. An open order of the same browser on the same page is continued if nothing has changed. Otherwise its
 * payment is canceled, and the new order takes over what it holds in the transaction that places it: no other buyer can
 * get the last place in between, and if the new order is refused, the former one keeps its stock.
 */
record OrderPlacement(
        WriteExecutor writes,
        OrderReader orders,
        PlacementQuestions questions,
        BrowserProcessor browser,
        CheckoutSettlement settlement,
        UploadRecords uploads,
        CheckoutSettings settings,
        ClaimStatement claimer) {
    /**
     * An order as a buyer has submitted it.
     *
     * @param submission identifies the submitted form
     * @param inputs the inputs of the page as JSON; null to keep none
     */
    record Submitted(
            String pageId,
            OrderForm form,
            String submission,
            @Nullable String inputs) {}

    /** Returns the id of the checkout. */
    Future<String> place(Scope scope, Submitted order) {
        return questions.place(scope, answers -> writes.run(scope, write -> place(write, order, answers)));
    }

    private Future<Placement> place(WriteContext write, Submitted submitted, Answers answers) {
        return CheckoutStore.submitted(write, submitted.submission())
                .compose(id ->
                        id == null ? placeNew(write, submitted, answers) : Future.succeededFuture(Placement.of(id)));
    }

    private Future<Placement> placeNew(WriteContext write, Submitted submitted, Answers answers) {
        List<Problem> problems = new ArrayList<>();
        return orders.read(write, submitted.pageId(), submitted.form(), problems)
                .compose(order -> {
                    order.requireSelling(write.scope());
                    PageOrder.Placed placed = order.place(problems);
                    // Orders of one buyer wait for each other before they lock rows.
                    return OpenCheckouts.serialize(write, placed.buyer().email())
                            .compose(alone -> OwnOrders.lock(write, submitted.pageId(), submitted.form()))
                            .compose(own -> {
                                // What the former order holds is not sold out for this one. The claims decide.
                                order.requireOnSale(
                                        placed.priced(), write.scope().live() && own == null);
                                return placeTaxed(write, placed, submitted, answers, own);
                            });
                });
    }

    private Future<Placement> placeTaxed(
            WriteContext write,
            PageOrder.Placed placed,
            Submitted submitted,
            Answers answers,
            OwnOrders.@Nullable Open own) {
        OrderTaxes.Known tax = answers.tax();
        TaxableOrder question = placed.openTax();
        if (question != null && tax == null) {
            return ProcessorAccount.of(write.transaction(), write.scope())
                    .map(account -> Placement.needs(new OrderTaxes.Needed(question, account)));
        }
        if (tax != null && !tax.isOf(question)) {
            throw ApiError.conflict("page_changed", "The price of this page has changed. Load it again.");
        }
        PageOrder order = placed.priced().order();
        PageOrder.Placed priced = tax == null
                ? placed
                : order.taxed(order.tax().calculated(tax.required())).place(List.of());
        AcceptedOffer offer = priced.offer();
        if (offer != null && offer.total() != priced.priced().total()) {
            throw ApiError.conflict("page_changed", "The price of this offer has changed. Load it again.");
        }
        Future<Placement> open = PlacementQuestions.subscriber(write, priced, answers);
        return open != null ? open : placeOwn(write, priced, submitted, own);
    }

    /** Continues or replaces the open order of the same browser, or places the first one. */
    private Future<Placement> placeOwn(
            WriteContext write, PageOrder.Placed placed, Submitted submitted, OwnOrders.@Nullable Open own) {
        if (own == null) {
            return place(write, placed, submitted, null);
        }
        String id = own.checkout().id();
        if (own.isSame(placed, write.now())) {
            return Future.succeededFuture(Placement.of(id));
        }
        return own.attempt() != null
                ? Future.succeededFuture(Placement.releases(id))
                : place(write, placed, submitted, own);
    }

    static BrowserProcessor.Access access(BrowserProcessor browser, ProcessorAccount account) {
        BrowserProcessor.Access access = browser.of(account);
        if (access == null) {
            throw ApiError.conflict("publishable_key_missing", "The seller's account has no publishable key.");
        }
        return access;
    }

    /** Fails with 403 or 409 if no card can be charged. */
    private Future<Void> requireProcessor(WriteContext write) {
        return ProcessorAccount.of(write.transaction(), write.scope())
                .map(account -> access(browser, account))
                .mapEmpty();
    }

    /** @param former the open order that the new one replaces; null for none */
    private Future<Placement> place(
            WriteContext write, PageOrder.Placed placed, Submitted submitted, OwnOrders.@Nullable Open former) {
        String id = write.newId();
        ChargeStatus status = withoutCard(write.scope(), placed);
        StockClaims claims = placed.priced().claims(write.scope().live()).withCustomer(placed);
        OwnOrders.Hold hold = former == null
                ? OwnOrders.Hold.from(write.now(), settings.hold())
                : former.hold().next(write.now(), settings.hold());
        CheckoutStore.NewCheckout order =
                new CheckoutStore.NewCheckout(id, submitted.submission(), placed, claims, submitted.inputs(), hold);
        // Locks in the order in which settlements lock: checkout, customer, draft, registration, capacities.
        return end(write, former, id)
                .compose(ended -> requireAllowed(write, placed, status))
                .compose(few -> CheckoutStore.insert(write, order))
                .compose(inserted -> hold(write, placed))
                // The insertion waits for an open order of the buyer that becomes a purchase, so it comes first.
                .compose(inserted -> EarlierPurchases.requireNone(write, placed))
                .compose(first -> status == null
                        ? Future.<OrderRecords.@Nullable Begun>succeededFuture()
                        : OrderRecords.begin(write, placed, null).map(begun -> begun))
                .compose(begun -> register(write, placed, former, begun == null ? id : begun.id())
                        .compose(registered -> claims.claim(
                                write, former == null ? null : former.checkout().claims(), claimer))
                        .map(begun))
                .compose(begun -> begin(write, placed, id, hold, begun, status))
                .map(Placement.of(id));
    }

    /** Keeps the uploads of an order until it is bought. An accepted offer names those of the first purchase. */
    private Future<Void> hold(WriteContext write, PageOrder.Placed placed) {
        return placed.offer() == null ? uploads.hold(write, placed.answers().files()) : Future.succeededFuture();
    }

    /** @param status the state of an order without a card; null for an order by card */
    private Future<Void> requireAllowed(WriteContext write, PageOrder.Placed placed, @Nullable ChargeStatus status) {
        if (status != null && status != ChargeStatus.UNPAID) {
            return Future.succeededFuture();
        }
        Future<Void> chargeable = status == null ? requireProcessor(write) : Future.succeededFuture();
        Future<Void> tries = status == null ? CardTries.requireFew(write, placed, settings) : Future.succeededFuture();
        return Future.join(chargeable, tries, OpenCheckouts.requireFewOpen(write, placed, settings))
                .mapEmpty();
    }

    /** Ends the former order before the new one is counted and inserted. What it holds is moved later. */
    private static Future<Void> end(WriteContext write, OwnOrders.@Nullable Open former, String replacedBy) {
        return former == null
                ? Future.succeededFuture()
                : CheckoutStore.move(write, former.checkout(), CheckoutStatus.EXPIRED, null)
                        .compose(moved -> OwnOrders.end(write, former.checkout().id(), replacedBy));
    }

    /** Lets the buyer pay the order, or completes it if it needs no card. */
    private Future<Void> begin(
            WriteContext write,
            PageOrder.Placed placed,
            String id,
            OwnOrders.Hold hold,
            OrderRecords.@Nullable Begun begun,
            @Nullable ChargeStatus status) {
        AcceptedOffer offer = placed.offer();
        if (status == null || begun == null) {
            return (offer == null ? Future.<Void>succeededFuture() : FunnelRuns.order(write, offer.runId(), id))
                    .compose(ordered -> CheckoutSettlement.schedule(write, id, hold.until()));
        }
        return CheckoutStore.lock(write.transaction(), write.scope(), id)
                .compose(checkout -> settlement.completeAtOnce(write, Objects.requireNonNull(checkout), begun, status));
    }

    /**
     * Registers the buyer if the event limits registrations. Finds or creates the customer before places are claimed,
     * because bookings lock in this order.
     */
    private static Future<Void> register(
            WriteContext write, PageOrder.Placed placed, OwnOrders.@Nullable Open former, String id) {
        Event limited = placed.priced().order() instanceof TicketOrder tickets
                        && tickets.page().limitsRegistrations()
                ? tickets.page()
                : null;
        return limited == null
                ? release(write, former)
                : BuyerCustomer.of(write, placed.buyer())
                        .compose(customer -> release(write, former)
                                .compose(released -> Registrations.register(write, limited, customer, id)));
    }

    private static Future<Void> release(WriteContext write, OwnOrders.@Nullable Open former) {
        return former == null
                ? Future.succeededFuture()
                : CheckoutSettlement.releaseRegistration(write, former.checkout());
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
}
