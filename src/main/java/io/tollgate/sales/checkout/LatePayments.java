package io.tollgate.sales.checkout;

import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.sales.aftersales.LateRefund;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Payments that succeeded although their checkout has expired, for example because the processor's answer to the
 * cancellation was wrong or came too late. Claims the stock again, ticket types in the groups that they are in now, and
 * completes the order. If the stock is gone, the order is recorded as paid and canceled, and the payment is refunded in
 * full. A subscription is canceled at the processor before, and before that, it is recorded that the order is not
 * completed any more.
 */
record LatePayments(
        WriteExecutor writes, CheckoutPayments payments, PaymentCancellation cancellation, OrderRecords records) {
    /** The stock is gone, or the buyer has registered for the event meanwhile. */
    private static final Set<Integer> GONE = Set.of(403, 409);

    /** Asks the processor about an expired checkout and records a payment that succeeded. */
    Future<Void> settle(Scope scope, String id) {
        return paid(scope, id).compose(paid -> {
            if (paid == null) {
                return Future.succeededFuture();
            }
            return writes.run(scope, write -> complete(write, id, paid.outcome()))
                    .recover(failure -> isGone(failure) ? Future.succeededFuture(false) : Future.failedFuture(failure))
                    .compose(completed -> completed ? Future.succeededFuture() : endAndRefund(scope, id, paid));
        });
    }

    /** Returns whether the order cannot be completed any more. The buyer may have bought once more meanwhile. */
    private static boolean isGone(Throwable failure) {
        return SqlState.isTaken(failure) || (failure instanceof ApiError error && GONE.contains(error.status()));
    }

    /** An attempt whose payment succeeded. */
    private record Paid(ProcessorAccount account, CheckoutPayments.Outcome outcome) {}

    /** The attempts of a checkout that exist at the processor. */
    private record Created(ProcessorAccount account, List<PaymentAttempt> attempts) {}

    /** Returns the attempt of an expired checkout whose payment succeeded nevertheless; null if there is none. */
    private Future<@Nullable Paid> paid(Scope scope, String id) {
        return writes.run(
                        scope,
                        write -> AttemptStore.created(write.transaction(), scope, id)
                                .compose(attempts -> attempts.isEmpty()
                                        ? Future.<@Nullable Created>succeededFuture(null)
                                        : CheckoutPayments.account(write)
                                                .map(account -> new Created(account, attempts))))
                .compose(created -> {
                    Future<@Nullable Paid> found = Future.succeededFuture(null);
                    if (created == null) {
                        return found;
                    }
                    for (PaymentAttempt attempt : created.attempts()) {
                        found = found.compose(paid -> paid != null
                                ? Future.succeededFuture(paid)
                                : payments.outcome(created.account(), attempt)
                                        .map(outcome ->
                                                outcome.isPaid() ? new Paid(created.account(), outcome) : null));
                    }
                    return found;
                });
    }

    /** Refunds what cannot be delivered. A subscription is canceled first, so that it charges nothing more. */
    private Future<Void> endAndRefund(Scope scope, String id, Paid paid) {
        PaymentAttempt attempt = Objects.requireNonNull(paid.outcome().attempt());
        return paid.outcome().subscription() == null
                ? refund(scope, id, paid.outcome())
                : writes.run(scope, write -> CheckoutStore.refuseLatePayment(write, id))
                        .compose(refused -> refused
                                ? cancellation
                                        .end(paid.account(), attempt, paid.outcome(), "-late")
                                        .compose(ended -> refund(scope, id, ended))
                                : Future.succeededFuture());
    }

    /** Records and refunds what was paid. A subscription that charged nothing before it was canceled leaves nothing. */
    private Future<Void> refund(Scope scope, String id, CheckoutPayments.Outcome outcome) {
        return outcome.isPaid() ? writes.run(scope, write -> refund(write, id, outcome)) : Future.succeededFuture();
    }

    /** Returns false if it was decided before that the order is not completed any more. */
    private Future<Boolean> complete(WriteContext write, String id, CheckoutPayments.Outcome outcome) {
        return CheckoutStore.find(write.transaction(), write.scope(), id)
                .compose(checkout -> checkout == null
                        ? Future.<Void>succeededFuture()
                        : EarlierPurchases.serialize(write, checkout.placed()))
                .compose(serialized -> expired(write, id))
                .compose(checkout -> checkout == null
                        ? Future.succeededFuture(true)
                        : CheckoutStore.refusesLatePayment(write, id)
                                .compose(refused -> refused
                                        ? Future.succeededFuture(false)
                                        : complete(write, checkout, outcome).map(true)));
    }

    private Future<Void> complete(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        return EarlierPurchases.requireNoneSince(write, checkout.placed())
                .compose(none -> OrderRecords.begin(write, checkout.placed(), outcome.customerId()))
                .compose(begun -> register(write, checkout, begun.id())
                        .compose(registered -> checkout.placed()
                                .priced()
                                .claims(write.scope().live())
                                .withCustomer(checkout.placed())
                                .claimAgain(write.transaction(), write.scope(), Capacities::claim))
                        .map(begun))
                .compose(begun -> record(write, checkout, begun, outcome, CheckoutStatus.of(checkout.afterPayment())))
                .compose(written ->
                        CheckoutSettlement.announce(write, checkout, checkout.afterPayment(), written, outcome));
    }

    /** Registers the buyer again if the event limits registrations. */
    private static Future<Void> register(WriteContext write, Checkout checkout, String chargeId) {
        if (!(checkout.order() instanceof TicketOrder tickets)
                || !tickets.page().limitsRegistrations()) {
            return Future.succeededFuture();
        }
        return BuyerCustomer.of(write, checkout.placed().buyer())
                .compose(customer -> Registrations.register(write, tickets.page(), customer, chargeId));
    }

    private Future<Void> refund(WriteContext write, String id, CheckoutPayments.Outcome outcome) {
        return expired(write, id)
                .compose(checkout -> checkout == null ? Future.succeededFuture() : refund(write, checkout, outcome));
    }

    private Future<Void> refund(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        return OrderRecords.begin(write, checkout.placed(), outcome.customerId())
                .compose(begun -> record(write, checkout, begun, outcome, CheckoutStatus.REFUNDED))
                .compose(written -> request(write, checkout, outcome, written)
                        .onSuccess(requested -> OrderRecords.copyCoupon(write, checkout))
                        // The tax was charged: the reports contain it and its reversal.
                        .compose(requested ->
                                CheckoutSettlement.recordTax(write, checkout, checkout.afterPayment(), written)));
    }

    private static Future<Void> request(
            WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome, OrderRecords.Written written) {
        return outcome.subscription() == null
                ? LateRefund.request(write, written.chargeId(), checkout.order() instanceof TicketOrder)
                : LateRefund.requestForSubscription(write, written.chargeId());
    }

    /** Returns the checkout, locked; null if it has not expired, because it was settled meanwhile. */
    private static Future<@Nullable Checkout> expired(WriteContext write, String id) {
        return CheckoutStore.lock(write.transaction(), write.scope(), id)
                .map(checkout -> checkout == null || checkout.status() != CheckoutStatus.EXPIRED ? null : checkout);
    }

    private Future<OrderRecords.Written> record(
            WriteContext write,
            Checkout checkout,
            OrderRecords.Begun begun,
            CheckoutPayments.Outcome outcome,
            CheckoutStatus status) {
        String attempt = Objects.requireNonNull(outcome.attempt()).id();
        return records.write(write, checkout, begun, outcome)
                .compose(written -> CheckoutStore.move(write, checkout, status, written)
                        .compose(moved -> AttemptStore.end(write, attempt, true))
                        .map(written));
    }
}
