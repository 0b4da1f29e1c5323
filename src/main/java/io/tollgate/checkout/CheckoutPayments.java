package io.tollgate.checkout;

import io.tollgate.catalog.CheckoutPage;
import io.tollgate.error.ApiError;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.PaymentTerms;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.purchase.BuyerCustomer;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Payments of checkouts at the processor. An attempt is committed before the processor is called with the attempt's id
 * as its idempotency key, so that a crash at any point leaves at most one payment, which the next call finds again.
 */
record CheckoutPayments(WriteExecutor writes, ProcessorClient processor) {
    /** An open checkout with its attempt and the account that the attempt uses. */
    record Begun(Checkout checkout, PaymentAttempt attempt, ProcessorAccount account) {}

    /**
     * Begins the payment of a checkout, or finds the one that was begun before.
     *
     * @throws ApiError 409 if the checkout is not open
     */
    Future<Begun> begin(Scope scope, String checkoutId) {
        return writes.run(
                        scope,
                        write -> CheckoutStore.lock(write.transaction(), scope, checkoutId)
                                .compose(checkout -> {
                                    if (checkout == null
                                            || checkout.status() != CheckoutStatus.OPEN
                                            || checkout.hasExpired(write.now())) {
                                        throw ApiError.conflict("checkout_closed", "This checkout is no longer open.");
                                    }
                                    return account(write)
                                            .compose(account -> attempt(write, checkout)
                                                    .map(attempt -> new Begun(checkout, attempt, account)))
                                            .compose(begun -> CheckoutSettlement.lookLater(write, checkout)
                                                    .map(begun));
                                }))
                .compose(this::create);
    }

    private static Future<ProcessorAccount> account(WriteContext write) {
        return ProcessorAccount.of(write.transaction(), write.scope());
    }

    private static Future<PaymentAttempt> attempt(WriteContext write, Checkout checkout) {
        return CheckoutStore.attempt(write.transaction(), write.scope(), checkout.id())
                .compose(found -> found != null
                        ? Future.succeededFuture(found)
                        : customerId(write, checkout)
                                .compose(customerId -> CheckoutStore.insertAttempt(write, checkout.id(), customerId)));
    }

    /** Returns the buyer's customer at the processor, for pages that save the payment method. */
    private static Future<@Nullable String> customerId(WriteContext write, Checkout checkout) {
        return checkout.order().page().savePaymentMethod()
                ? BuyerCustomer.processorId(write, checkout.placed().buyer())
                : Future.succeededFuture(null);
    }

    /** Creates the payment of an attempt at the processor, unless its response was recorded before. */
    private Future<Begun> create(Begun begun) {
        PaymentAttempt attempt = begun.attempt();
        if (attempt.processorId() != null) {
            return Future.succeededFuture(begun);
        }
        Checkout checkout = begun.checkout();
        return processor
                .createPayment(begun.account(), terms(checkout, attempt), attempt.key())
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)))
                .compose(state -> writes.run(
                                checkout.scope(),
                                write -> CheckoutStore.recordAttempt(
                                        write, attempt.id(), state.id(), state.clientSecret()))
                        .map(recorded -> new Begun(
                                checkout,
                                new PaymentAttempt(
                                        attempt.id(), state.id(), state.clientSecret(), attempt.customerId()),
                                begun.account())));
    }

    private static PaymentTerms terms(Checkout checkout, PaymentAttempt attempt) {
        PageOrder.Placed placed = checkout.placed();
        CheckoutPage page = checkout.order().page();
        PaymentTerms.Methods methods = !page.methods().others()
                ? PaymentTerms.Methods.CARD
                : page.methods().card() ? PaymentTerms.Methods.ALL : PaymentTerms.Methods.OTHERS;
        return new PaymentTerms(
                checkout.amount(),
                placed.priced().currency(),
                placed.priced().order().page().displayTitle(),
                placed.buyer().email(),
                Map.of(ProcessorEvent.CHECKOUT, checkout.id()),
                methods,
                page.savePaymentMethod()
                        ? new PaymentTerms.Saving(
                                placed.buyer().email(), placed.buyer().name(), attempt.customerId())
                        : null);
    }

    /** What the processor says of a checkout. */
    record Outcome(
            @Nullable PaymentAttempt attempt, @Nullable PaymentState state) {
        static final Outcome NONE = new Outcome(null, null);

        boolean isPaid() {
            return state != null && state.status() == PaymentState.Status.SUCCEEDED;
        }

        boolean isProcessing() {
            return state != null && state.status() == PaymentState.Status.PROCESSING;
        }
    }

    /** Asks the processor about the payment of a checkout. */
    Future<Outcome> outcome(Scope scope, String checkoutId) {
        return found(scope, checkoutId)
                .compose(begun -> begun == null
                        ? Future.succeededFuture(Outcome.NONE)
                        : processor
                                .payment(
                                        begun.account(),
                                        processorId(begun),
                                        begun.attempt().key() + "-get")
                                .map(state -> new Outcome(begun.attempt(), state)));
    }

    /** Cancels the payment of a checkout at the processor, so that it cannot be charged after the hold has ended. */
    Future<Outcome> cancel(Scope scope, String checkoutId) {
        return found(scope, checkoutId)
                .compose(begun -> begun == null
                        ? Future.succeededFuture(Outcome.NONE)
                        : processor
                                .cancelPayment(
                                        begun.account(),
                                        processorId(begun),
                                        begun.attempt().key() + "-cancel")
                                .map(state -> new Outcome(begun.attempt(), state)));
    }

    /** Returns the attempt of an expired checkout whose payment succeeded nevertheless; none if there is none. */
    Future<Outcome> late(Scope scope, String checkoutId) {
        return writes.run(
                        scope,
                        write -> CheckoutStore.createdAttempts(write.transaction(), scope, checkoutId)
                                .compose(attempts -> attempts.isEmpty()
                                        ? Future.<@Nullable Created>succeededFuture(null)
                                        : account(write).map(account -> new Created(account, attempts))))
                .compose(created -> {
                    Future<Outcome> found = Future.succeededFuture(Outcome.NONE);
                    if (created == null) {
                        return found;
                    }
                    for (PaymentAttempt attempt : created.attempts()) {
                        found = found.compose(outcome -> outcome.isPaid()
                                ? Future.succeededFuture(outcome)
                                : processor
                                        .payment(
                                                created.account(),
                                                Objects.requireNonNull(attempt.processorId()),
                                                attempt.key() + "-get")
                                        .map(state -> new Outcome(attempt, state)));
                    }
                    return found;
                });
    }

    /** The attempts of a checkout that exist at the processor. */
    private record Created(ProcessorAccount account, List<PaymentAttempt> attempts) {}

    private static String processorId(Begun begun) {
        return Objects.requireNonNull(begun.attempt().processorId());
    }

    /** Returns the attempt with its id at the processor; null if nothing was attempted. */
    private Future<@Nullable Begun> found(Scope scope, String checkoutId) {
        return writes.run(
                        scope,
                        write -> CheckoutStore.find(write.transaction(), scope, checkoutId)
                                .compose(checkout -> CheckoutStore.attempt(write.transaction(), scope, checkoutId)
                                        .compose(attempt -> checkout == null || attempt == null
                                                ? Future.<@Nullable Begun>succeededFuture(null)
                                                : account(write)
                                                        .map(account -> new Begun(checkout, attempt, account)))))
                // An attempt without an id at the processor lost its response; the same key finds the same payment.
                .compose(begun -> begun == null ? Future.succeededFuture(null) : create(begun));
    }
}
