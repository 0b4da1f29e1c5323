package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.QuestionThrottle;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.purchase.Visit;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of buyers about the offer after their purchase: see it, accept it, decline it. */
public final class Offers {
    private final WriteExecutor writes;
    private final Checkouts checkouts;

    public Offers(Checkouts checkouts) {
        this.writes = checkouts.writes;
        this.checkouts = checkouts;
    }

    /** Returns the run that follows a checkout; null if none does. */
    public Future<@Nullable FunnelRun> find(Scope scope, String checkoutId) {
        return writes.read(scope, write -> FunnelRuns.find(write.transaction(), scope, checkoutId));
    }

    /** Returns a run after the settlement of its order, if that is not paid yet. */
    public Future<FunnelRun> settled(FunnelRun run) {
        return run.orderId() == null || run.orderStatus() != CheckoutStatus.OPEN
                ? Future.succeededFuture(run)
                : checkouts
                        .buyers
                        .settle(run.scope(), run.orderId(), QuestionThrottle.Occasion.SHOW)
                        .compose(settled -> find(run.scope(), run.checkoutId()))
                        .map(now -> now == null ? run : now);
    }

    /** Returns whether the buyer can still decide about an offer. */
    public Future<Boolean> isOpen(FunnelRun run) {
        return writes.now(run.scope()).map(run::isOpen);
    }

    /** Returns whether a run has its final outcome, and the time for the buyer's decision has passed. */
    public Future<Boolean> isOver(FunnelRun run) {
        boolean isFinal = run.outcome() == FunnelRun.Outcome.ACCEPTED || run.outcome() == FunnelRun.Outcome.DECLINED;
        return writes.now(run.scope()).map(now -> isFinal && !now.isBefore(run.expiresAt()));
    }

    /** @param page the offered page, as it was read for the same request */
    public Future<OrderPrice> price(FunnelRun run, CheckoutPage page, Visit visit) {
        return first(run).compose(first -> checkouts.price(run.scope(), page, OfferForms.of(first, page, visit, null)));
    }

    /**
     * Returns why the buyer cannot order an offer with one click: {@code input_needed}, or the code of the error that
     * the order would fail with. Null if nothing prevents it.
     */
    public Future<@Nullable String> obstacle(FunnelRun run, CheckoutPage page, Visit visit) {
        return first(run)
                .compose(first -> writes.read(
                        run.scope(), write -> obstacle(write, page, OfferForms.of(first, page, visit, null))));
    }

    private Future<@Nullable String> obstacle(WriteContext write, CheckoutPage page, OrderForm form) {
        List<Problem> problems = new ArrayList<>();
        return checkouts
                .orders
                .of(write, page, form, problems)
                .compose(order -> {
                    PageOrder.Priced priced = order.price(problems);
                    Answers answers = Answers.of(page.fields(), form.answers(), problems);
                    return priced == null || !problems.isEmpty()
                            ? Future.<@Nullable String>succeededFuture("input_needed")
                            : EarlierPurchases.requireNone(write, new PageOrder.Placed(priced, answers))
                                    .map(none -> null);
                })
                .recover(failure -> failure instanceof ApiError error && error.status() < 500
                        ? Future.succeededFuture(error.code())
                        : Future.failedFuture(failure));
    }

    private Future<PageOrder> first(FunnelRun run) {
        return writes.read(
                run.scope(),
                write -> CheckoutStore.find(write.transaction(), run.scope(), run.checkoutId())
                        .map(checkout -> CheckoutSummaries.required(checkout).order()));
    }

    /** Notes that the buyer sees a page as the offer. */
    public Future<Void> show(FunnelRun run, String pageId) {
        return run.outcome() == FunnelRun.Outcome.OPEN
                ? writes.run(run.scope(), write -> FunnelRuns.show(write, run.id(), pageId))
                : Future.succeededFuture();
    }

    /** Ends the run of an offer that cannot be shown or sold. */
    public Future<Void> withdraw(FunnelRun run, String reason) {
        return writes.run(run.scope(), write -> FunnelRuns.end(write, run.id(), FunnelRun.Outcome.UNAVAILABLE, reason));
    }

    /** @param authentication whether the buyer's bank wants the buyer to authenticate the payment */
    public record Acceptance(String checkoutId, boolean authentication) {}

    /**
     * Orders the offer and charges the saved card, both at most once.
     *
     * @param total what the buyer was told to pay now
     * @param submission identifies the submitted form
     * @return the order, which waits for a payment if the card was declined or there is none
     * @throws ApiError 409 if the offer has ended, or the page does not sell it any more for this amount
     */
    public Future<Acceptance> accept(
            FunnelRun run, CheckoutPage page, long total, String submission, Visit visit, ReturnUrls returns) {
        Future<String> ordered = run.orderId() == null
                ? first(run)
                        .compose(
                                first -> place(run, OfferForms.of(first, page, visit, run.accepted(total)), submission))
                : Future.succeededFuture(run.orderId());
        return ordered.compose(id -> charge(run.scope(), id, returns.of(run.scope(), id)));
    }

    /** Returns where the bank's authentication of an order leads. */
    public interface ReturnUrls {
        String of(Scope scope, String checkoutId);
    }

    private Future<String> place(FunnelRun run, OrderForm form, String submission) {
        return checkouts
                .place(run.scope(), Objects.requireNonNull(run.offerPageId()), form, submission, null)
                // Another click may have been first: then its order is the only one.
                .recover(failure -> failure instanceof ApiError error && error.status() == 409
                        ? find(run.scope(), run.checkoutId())
                                .compose(now -> now == null || now.orderId() == null
                                        ? Future.failedFuture(failure)
                                        : Future.succeededFuture(Objects.requireNonNull(now.orderId())))
                        : Future.failedFuture(failure));
    }

    private Future<Acceptance> charge(Scope scope, String id, String returnUrl) {
        return writes.read(scope, write -> CheckoutStore.find(write.transaction(), scope, id))
                .compose(checkout -> CheckoutSummaries.required(checkout).status() == CheckoutStatus.OPEN
                        ? chargeOpen(scope, id, returnUrl)
                        : Future.succeededFuture(new Acceptance(id, false)));
    }

    private Future<Acceptance> chargeOpen(Scope scope, String id, String returnUrl) {
        return checkouts
                .payments
                .begin(scope, id)
                .compose(begun -> checkouts.payments.chargeSaved(begun, returnUrl))
                // The page of the order asks the processor again.
                .recover(failure -> failure instanceof ProcessorFailure
                        ? Future.succeededFuture(null)
                        : Future.failedFuture(failure))
                .compose(state -> state != null && state.status() == PaymentState.Status.REQUIRES_ACTION
                        ? Future.succeededFuture(new Acceptance(id, true))
                        : checkouts.buyers.settle(scope, id).map(new Acceptance(id, false)));
    }

    /** Returns the order of an accepted offer. */
    public Future<Checkouts.Summary> order(Scope scope, String checkoutId) {
        return checkouts.summaries.find(scope, checkoutId, null);
    }

    /** Declines the offer. Cancels the payment of an order that was begun and is not paid. */
    public Future<Void> decline(FunnelRun run) {
        return writes.run(run.scope(), write -> FunnelRuns.decline(write, run.id()))
                .compose(declined -> run.orderId() == null
                        ? Future.succeededFuture()
                        : checkouts.buyers.settle(run.scope(), run.orderId()).mapEmpty());
    }
}
