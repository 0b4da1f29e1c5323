package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.CardCharge;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.PaymentTerms;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.SetupState;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.processor.SubscriptionTerms;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.subscription.SubscriptionSnapshot;
import io.vertx.core.Future;
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
                                    return begin(write, checkout);
                                }))
                .compose(this::create)
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    private static Future<Begun> begin(WriteContext write, Checkout checkout) {
        Future<ProcessorAccount> account = account(write);
        Future<PaymentAttempt> attempt = attempt(write, checkout);
        return Future.join(account, attempt)
                .onSuccess(both -> write.awaitAtCommit(CheckoutSettlement.lookLater(write, checkout)))
                .map(both -> new Begun(checkout, attempt.result(), account.result()));
    }

    static Future<ProcessorAccount> account(WriteContext write) {
        return ProcessorAccount.of(write.transaction(), write.scope());
    }

    private static Future<PaymentAttempt> attempt(WriteContext write, Checkout checkout) {
        return AttemptStore.find(write.transaction(), write.scope(), checkout.id())
                .compose(found -> {
                    if (found != null) {
                        return Future.succeededFuture(found);
                    }
                    PageOrder.Placed placed = checkout.placed();
                    boolean subscription = placed.priced() instanceof ProductOrder.PricedSubscription;
                    AcceptedOffer offer = placed.offer();
                    Future<@Nullable String> customer = offer != null && offer.cardId() != null
                            ? Future.succeededFuture(offer.customerId())
                            : subscription || PaymentTermsFactory.saves(checkout)
                                    ? BuyerCustomer.processorId(write, placed.buyer())
                                    : Future.succeededFuture(null);
                    return customer.compose(id -> AttemptStore.insert(write, checkout.id(), subscription, id));
                });
    }

    /** Creates the payment of an attempt at the processor, unless its response was recorded before. */
    private Future<Begun> create(Begun begun) {
        PaymentAttempt attempt = begun.attempt();
        if (attempt.processorId() != null) {
            return Future.succeededFuture(begun);
        }
        return createAtProcessor(begun)
                .compose(created -> writes.run(begun.checkout().scope(), write -> AttemptStore.record(write, created))
                        .map(recorded -> new Begun(begun.checkout(), created, begun.account())));
    }

    private Future<PaymentAttempt> createAtProcessor(Begun begun) {
        PaymentAttempt attempt = begun.attempt();
        Checkout checkout = begun.checkout();
        if (checkout.placed().priced() instanceof ProductOrder.PricedSubscription priced) {
            SubscriptionTerms terms =
                    SubscriptionTermsFactory.of(checkout, priced, PaymentTermsFactory.customer(checkout, attempt));
            return processor
                    .call(begun.account(), "createSubscription", api -> api.createSubscription(terms, attempt.key()))
                    .map(state -> attempt.created(state.id(), secret(priced, state)));
        }
        PaymentTerms terms = PaymentTermsFactory.of(checkout, attempt);
        return processor
                .call(begun.account(), "createPayment", api -> api.createPayment(terms, attempt.key()))
                .map(state -> attempt.created(state.id(), state.clientSecret()));
    }

    /** The processor offers to save a payment method also if the subscription never charges one. */
    private static @Nullable String secret(ProductOrder.PricedSubscription priced, SubscriptionState state) {
        if (priced.cart().isFree()) {
            return PaymentAttempt.NOTHING;
        }
        return state.confirmation() == null ? null : state.confirmation().clientSecret();
    }

    /**
     * Charges the saved card of an offer for its payment, at most once: a payment that has succeeded is not charged
     * again. Returns null if nothing can be charged, so that the buyer has to enter a card.
     *
     * @param returnUrl where the bank's authentication leads
     */
    Future<@Nullable PaymentState> chargeSaved(Begun begun, String returnUrl) {
        AcceptedOffer offer = begun.checkout().order().form().offer();
        String secret = begun.attempt().clientSecret();
        if (offer == null || offer.cardId() == null || secret == null || !secret.startsWith("pi_")) {
            return Future.succeededFuture(null);
        }
        CardCharge charge = new CardCharge(secret.substring(0, secret.indexOf("_secret")), offer.cardId(), returnUrl);
        String key = begun.attempt().key() + "-confirm";
        return processor
                .call(begun.account(), "confirmPayment", api -> api.confirmPayment(charge, key))
                .map(state -> state);
    }

    /**
     * What the processor says of a checkout.
     *
     * @param state of the payment, or of the latest payment of the subscription; null if there is none
     * @param subscription with its invoices; null if the order is not one of a subscription
     */
    record Outcome(
            @Nullable PaymentAttempt attempt,
            @Nullable PaymentState state,
            @Nullable SubscriptionSnapshot subscription) {
        static final Outcome NONE = new Outcome(null, null, null);

        boolean isPaid() {
            return subscription == null
                    ? state != null && state.status() == PaymentState.Status.SUCCEEDED
                    : subscription.hasBegun() || (attempt != null && attempt.isFree() && subscription.isRunning());
        }

        /** Returns the id of the buyer's customer at the processor; null if no payment method was saved. */
        @Nullable
        String customerId() {
            return subscription != null ? subscription.state().customerId() : state == null ? null : state.customerId();
        }

        /** Returns why the last try to pay failed; null if it did not. */
        PaymentState.@Nullable Decline decline() {
            SubscriptionState.DeclinedSetup setup = declinedSetup();
            return state != null ? state.decline() : setup == null ? null : setup.decline();
        }

        /** Returns the id of the last try to pay, or to save a payment method, if it was declined; null otherwise. */
        @Nullable
        String declinedTry() {
            SubscriptionState.DeclinedSetup setup = declinedSetup();
            return state != null && state.decline() != null ? state.chargeId() : setup == null ? null : setup.id();
        }

        private SubscriptionState.@Nullable DeclinedSetup declinedSetup() {
            SubscriptionState.Confirmation confirmation =
                    subscription == null ? null : subscription.state().confirmation();
            return confirmation == null ? null : confirmation.declined();
        }

        /** Returns the status that a checkout with this outcome has before its hold ends; null if it is complete. */
        @Nullable
        CheckoutStatus status() {
            return isPaid() ? null : isProcessing() ? CheckoutStatus.PENDING : CheckoutStatus.OPEN;
        }

        /** Returns whether the processor has ended the subscription, so that it cannot become the buyer's. */
        boolean hasEnded() {
            return subscription != null && subscription.state().times().endedAt() != null;
        }

        /** Returns whether the order is a subscription of which nothing was paid. */
        boolean hasChargedNothing() {
            return subscription != null && !subscription.hasCharged();
        }

        boolean isProcessing() {
            return state != null && state.status() == PaymentState.Status.PROCESSING;
        }
    }

    /**
     * Asks the processor about the payment of a checkout. A payment with an id at the processor was committed before:
     * asking about it needs no transaction.
     */
    Future<Outcome> outcome(Scope scope, CheckoutLook look) {
        Begun begun = look.begun();
        if (begun == null) {
            return Future.succeededFuture(Outcome.NONE);
        }
        return begun.attempt().processorId() == null
                ? outcome(scope, begun.checkout().id())
                : outcome(begun);
    }

    private Future<Outcome> outcome(Begun begun) {
        return outcome(begun.account(), begun.attempt());
    }

    private Future<Outcome> outcome(Scope scope, String checkoutId) {
        return found(scope, checkoutId)
                .compose(found -> found == null || found.refused()
                        ? Future.succeededFuture(Outcome.NONE)
                        : outcome(found.begun()));
    }

    /** Asks the processor about an attempt that exists there. */
    Future<Outcome> outcome(ProcessorAccount account, PaymentAttempt attempt) {
        String id = Objects.requireNonNull(attempt.processorId());
        if (attempt.subscription()) {
            return SubscriptionSnapshot.of(processor, account, id)
                    .compose(billed -> withMethod(account, attempt, billed))
                    .map(billed -> new Outcome(attempt, billed.state().latestPayment(), billed));
        }
        return processor
                .call(account, "payment", api -> api.payment(id))
                .map(state -> new Outcome(attempt, state, null));
    }

    /** Lets a subscription without a first payment charge the method that the buyer has saved, if it does not yet. */
    private Future<SubscriptionSnapshot> withMethod(
            ProcessorAccount account, PaymentAttempt attempt, SubscriptionSnapshot billed) {
        String setupId = attempt.setupId();
        if (setupId == null || !billed.lacksMethod()) {
            return Future.succeededFuture(billed);
        }
        String id = billed.state().id();
        return processor
                .call(account, "setup", api -> api.setup(setupId))
                .compose(setup -> setup.status() != SetupState.Status.SUCCEEDED
                        ? Future.succeededFuture(billed)
                        : processor
                                .call(account, "useSetup", api -> api.useSetup(id, setupId, attempt.key() + "-use"))
                                .map(used -> new SubscriptionSnapshot(used, billed.invoices())));
    }

    /**
     * @param created whether the payment was created, or its lost response read again, to look for it
     * @param refused whether the processor rejects the payment: it exists in no state, and can never be paid
     */
    record Found(Begun begun, boolean created, boolean refused) {}

    /** Returns the attempt, with its id at the processor unless it was refused; null if nothing was attempted. */
    Future<@Nullable Found> found(Scope scope, String checkoutId) {
        return writes.run(
                        scope,
                        write -> CheckoutStore.find(write.transaction(), scope, checkoutId)
                                .compose(checkout -> checkout == null
                                        ? Future.<@Nullable Begun>succeededFuture(null)
                                        : begun(write, checkout)))
                // An attempt without an id at the processor lost its response; the same key finds the same payment.
                .compose(begun -> begun == null ? Future.succeededFuture(null) : createUnlessRefused(begun));
    }

    private Future<@Nullable Found> createUnlessRefused(Begun begun) {
        return create(begun)
                .<@Nullable Found>map(
                        created -> new Found(created, begun.attempt().processorId() == null, false))
                .recover(failure ->
                        failure instanceof ProcessorFailure known && known.kind() == ProcessorFailure.Kind.REFUSED
                                ? Future.succeededFuture(new Found(begun, true, true))
                                : Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    private static Future<@Nullable Begun> begun(WriteContext write, Checkout checkout) {
        return AttemptStore.find(write.transaction(), write.scope(), checkout.id())
                .compose(attempt -> attempt == null
                        ? Future.<@Nullable Begun>succeededFuture(null)
                        : account(write).map(account -> new Begun(checkout, attempt, account)));
    }
}
