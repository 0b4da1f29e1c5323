package io.tollgate.checkout;

import io.tollgate.booking.Registrations;
import io.tollgate.error.ApiError;
import io.tollgate.order.LateRefund;
import io.tollgate.purchase.BuyerCustomer;
import io.tollgate.records.Capacities;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.Set;

/**
 * Payments that succeeded although their checkout has expired, for example because the processor's answer to the
 * cancellation was wrong or came too late. Claims the stock again, ticket types in the groups that they are in now, and
 * completes the order. If the stock is gone, the order is recorded as paid and canceled, and the payment is refunded in
 * full.
 */
record LatePayments(WriteExecutor writes, CheckoutPayments payments, OrderRecords records) {
    /** The stock is gone, or the buyer has registered for the event meanwhile. */
    private static final Set<Integer> GONE = Set.of(403, 409);

    /** Asks the processor about an expired checkout and records a payment that succeeded. */
    Future<Void> settle(Scope scope, String id) {
        return payments.late(scope, id).compose(outcome -> {
            if (!outcome.isPaid()) {
                return Future.succeededFuture();
            }
            return writes.run(scope, write -> complete(write, id, outcome))
                    .recover(failure -> failure instanceof ApiError error && GONE.contains(error.status())
                            ? writes.run(scope, write -> refund(write, id, outcome))
                            : Future.failedFuture(failure));
        });
    }

    private Future<Void> complete(WriteContext write, String id, CheckoutPayments.Outcome outcome) {
        return locked(
                write,
                id,
                checkout -> OrderRecords.begin(write, checkout.placed(), outcome.customerId())
                        .compose(begun -> register(write, checkout, begun.id())
                                .compose(registered -> checkout.placed()
                                        .priced()
                                        .claims(write.scope().live())
                                        .claimAgain(write.transaction(), write.scope(), Capacities::claim))
                                .map(begun))
                        .compose(begun ->
                                record(write, checkout, begun, outcome, CheckoutStatus.of(checkout.afterPayment())))
                        .compose(written -> CheckoutSettlement.announce(
                                write, checkout, checkout.afterPayment(), written, outcome)));
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
        return locked(
                write,
                id,
                checkout -> OrderRecords.begin(write, checkout.placed(), outcome.customerId())
                        .compose(begun -> record(write, checkout, begun, outcome, CheckoutStatus.REFUNDED))
                        .compose(written -> LateRefund.request(
                                        write, written.chargeId(), checkout.order() instanceof TicketOrder)
                                .onSuccess(requested -> OrderRecords.copyCoupon(write, checkout))
                                // The tax was charged: the reports contain it and its reversal.
                                .compose(requested -> CheckoutSettlement.recordTax(
                                        write, checkout, checkout.afterPayment(), written))));
    }

    private interface LockedWork {
        Future<Void> on(Checkout checkout);
    }

    private static Future<Void> locked(WriteContext write, String id, LockedWork work) {
        return CheckoutStore.lock(write.transaction(), write.scope(), id)
                .compose(checkout -> checkout == null || checkout.status() != CheckoutStatus.EXPIRED
                        ? Future.succeededFuture()
                        : work.on(checkout));
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
