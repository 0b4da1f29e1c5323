package io.tollgate.checkout;

import io.tollgate.cart.AppliedCoupon;
import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.PageStatus;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.order.LicenseKeys;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.purchase.CatalogReader;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of buyers: price an order, place it, pay it, and learn its outcome. */
public final class Checkouts {
    private final WriteExecutor writes;
    private final CatalogReader catalog;
    private final BrowserProcessor browser;
    private final CheckoutPayments payments;
    private final CheckoutSettlement settlement;
    private final CheckoutSettings settings;

    /** The price of an order that is not placed yet. */
    public record Price(@Nullable Quote quote, List<Problem> problems) {}

    /**
     * A checkout as its buyer sees it.
     *
     * @param title of what is bought
     * @param option how the buyer pays outside of the processor; null for a payment by card
     * @param licenseKey the enabled license key of the order; null without one
     * @param decline the processor's reason for the last failed payment; null without one
     */
    public record Summary(
            Scope scope,
            String id,
            CheckoutStatus status,
            CheckoutPage page,
            Quote quote,
            String currency,
            String title,
            String email,
            @Nullable PaymentOption option,
            Instant holdUntil,
            @Nullable String orderId,
            @Nullable String licenseKey,
            PaymentState.@Nullable Decline decline,
            OrderFacts facts) {}

    public Checkouts(
            WriteExecutor writes,
            CatalogReader catalog,
            ProcessorClient processor,
            BrowserProcessor browser,
            CheckoutSettings settings) {
        this.writes = writes;
        this.catalog = catalog;
        this.browser = browser;
        this.payments = new CheckoutPayments(writes, processor);
        this.settlement = new CheckoutSettlement(writes, payments);
        this.settings = settings;
    }

    /** Prices an order without placing it. Reserves nothing. */
    public Future<Price> price(Scope scope, String pageId, OrderForm form) {
        return writes.read(scope, write -> {
            List<Problem> problems = new ArrayList<>();
            return read(write, pageId, form, problems).map(order -> {
                PageOrder.Priced priced = order.price(problems);
                return new Price(priced == null ? null : priced.cart().quote(), problems);
            });
        });
    }

    /**
     * Places an order and holds its stock. An order that needs no payment by card is complete at once.
     *
     * @param submission identifies the submitted form: a form that arrives twice is one order
     * @return the id of the checkout
     * @throws ApiError 400 with all problems of the order; 409 if the page does not sell or is sold out
     */
    public Future<String> place(Scope scope, String pageId, OrderForm form, String submission) {
        return writes.run(
                scope,
                write -> CheckoutStore.submitted(write, submission)
                        .compose(id ->
                                id == null ? place(write, pageId, form, submission) : Future.succeededFuture(id)));
    }

    private Future<String> place(WriteContext write, String pageId, OrderForm form, String submission) {
        List<Problem> problems = new ArrayList<>();
        return read(write, pageId, form, problems).compose(order -> {
            requireSelling(order, write.scope());
            PageOrder.Placed placed = order.place(problems);
            requirePayable(placed);
            return place(write, placed, submission);
        });
    }

    private static void requireSelling(PageOrder order, Scope scope) {
        if (order.page().status() != PageStatus.PUBLISHED) {
            throw ApiError.conflict("page_closed", "This page does not sell any more.");
        }
        if (order.page().testmode() == scope.live()) {
            throw ApiError.conflict("page_changed", "The test mode of this page has changed. Load it again.");
        }
    }

    private static void requirePayable(PageOrder.Placed placed) {
        PageOrder order = placed.priced().order();
        if (placed.priced().cart().price().recurrence() != null) {
            throw ApiError.unprocessable(
                    "recurring_price", "Subscriptions and payment plans cannot be bought here yet.");
        }
        if (order.tax().byProcessor() && placed.priced().total() > 0) {
            throw ApiError.unprocessable(
                    "tax_by_processor",
                    "The tax of this page is calculated by the processor, which is not possible yet.");
        }
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
        String id = write.newId();
        Instant holdUntil = write.now().plus(settings.hold());
        ChargeStatus status = withoutCard(write.scope(), placed);
        Future<Void> allowed = status == null
                ? requireProcessor(write).compose(there -> CheckoutStore.requireFewOpen(write, placed, settings))
                : Future.succeededFuture();
        StockClaims claims = new StockClaims(placed.priced(), write.scope().live());
        return allowed.compose(few -> EarlierPurchases.requireNone(write, placed))
                .compose(first -> claims.claim(write.transaction(), write.scope()))
                .compose(claimed -> CheckoutStore.insert(
                        write, new CheckoutStore.NewCheckout(id, submission, placed, claims), holdUntil))
                .compose(inserted -> {
                    if (status == null) {
                        return CheckoutSettlement.schedule(write, id, holdUntil);
                    }
                    return CheckoutStore.lock(write.transaction(), write.scope(), id)
                            .compose(checkout ->
                                    settlement.complete(write, Objects.requireNonNull(checkout), status, null));
                })
                .map(id);
    }

    /** Returns the status of an order that needs no card; null if the buyer has to pay by card. */
    private static @Nullable ChargeStatus withoutCard(Scope scope, PageOrder.Placed placed) {
        if (placed.priced().total() == 0) {
            return ChargeStatus.PAID;
        }
        if (placed.priced().order().form().manualOption() != null) {
            return ChargeStatus.UNPAID;
        }
        return scope.live() ? null : ChargeStatus.PAID;
    }

    private Future<PageOrder> read(WriteContext write, String pageId, OrderForm form, List<Problem> problems) {
        return catalog.checkoutPage(write, pageId).compose(page -> {
            if (page == null) {
                throw ApiError.notFound("Page");
            }
            return catalog.coupon(write, form.coupon(), problems).compose(found -> {
                AppliedCoupon coupon = AppliedCoupon.of(found, pageId, page.currency(), write.now(), problems);
                return catalog.tax(write, page.taxMode(), page.product().fixedTaxRateIds())
                        .compose(tax -> catalog.bumps(write, pageId, page.taxMode(), form.bumps())
                                .map(bumps -> new PageOrder(page, form, bumps, coupon, tax, write.now())));
            });
        });
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
                        begun.checkout().order().page().methods().wallets(),
                        begun.checkout().amount(),
                        begun.checkout().placed().priced().currency()));
    }

    private Future<Summary> find(Scope scope, String id, PaymentState.@Nullable Decline decline) {
        return writes.read(
                scope,
                write -> CheckoutStore.find(write.transaction(), scope, id).compose(checkout -> {
                    if (checkout == null) {
                        throw ApiError.notFound("Checkout");
                    }
                    String charge = checkout.chargeId();
                    return charge == null
                            ? Future.succeededFuture(summary(checkout, null, decline))
                            : LicenseKeys.ofCharge(write, charge).map(key -> summary(checkout, key, decline));
                }));
    }

    private static Summary summary(
            Checkout checkout, LicenseKeys.@Nullable LicenseKey key, PaymentState.@Nullable Decline decline) {
        PageOrder.Placed placed = checkout.placed();
        return new Summary(
                checkout.scope(),
                checkout.id(),
                checkout.status(),
                checkout.order().page(),
                placed.priced().cart().quote(),
                placed.priced().currency(),
                checkout.order().page().displayTitle(),
                placed.buyer().email(),
                checkout.order().option(),
                checkout.holdUntil(),
                checkout.orderId(),
                key == null || key.disabledAt() != null ? null : key.key().toString(),
                decline,
                OrderFacts.of(placed));
    }

    /**
     * Records the outcome of an open checkout's payment, once, and returns the checkout.
     *
     * @throws ApiError 404 if it does not exist; 503 if the processor does not respond
     */
    public Future<Summary> settle(Scope scope, String id) {
        return settlement.settle(scope, id).compose(decline -> find(scope, id, decline));
    }
}
