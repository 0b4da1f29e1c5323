package io.tollgate.checkout;

import io.tollgate.error.ApiError;
import io.tollgate.order.LateRefund;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import java.util.Objects;

/**
 * Payments that succeeded although their checkout has expired, for example because the processor's answer to the
 * cancellation was wrong or came too late. Claims the stock again and completes the order. If the stock is gone, the
 * order is recorded as paid and canceled, and the payment is refunded in full.
 */
record LatePayments(WriteExecutor writes, CheckoutPayments payments, OrderRecords records) {
    private static final int CONFLICT = 409;

    /** Asks the processor about an expired checkout and records a payment that succeeded. */
    Future<Void> settle(Scope scope, String id) {
        return payments.late(scope, id).compose(outcome -> {
            if (!outcome.isPaid()) {
                return Future.succeededFuture();
            }
            return writes.run(scope, write -> complete(write, id, outcome))
                    .recover(failure -> failure instanceof ApiError error && error.status() == CONFLICT
                            ? writes.run(scope, write -> refund(write, id, outcome))
                            : Future.failedFuture(failure));
        });
    }

    private Future<Void> complete(WriteContext write, String id, CheckoutPayments.Outcome outcome) {
        return locked(
                write,
                id,
                checkout -> checkout.claims()
                        .claim(write.transaction(), write.scope())
                        .compose(claimed -> record(write, checkout, outcome, CheckoutStatus.PAID))
                        .mapEmpty());
    }

    private Future<Void> refund(WriteContext write, String id, CheckoutPayments.Outcome outcome) {
        return locked(
                write,
                id,
                checkout -> record(write, checkout, outcome, CheckoutStatus.REFUNDED)
                        .compose(written -> LateRefund.request(write, written.chargeId())));
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
            WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome, CheckoutStatus status) {
        String attempt = Objects.requireNonNull(outcome.attempt()).id();
        return records.write(write, checkout.placed(), ChargeStatus.PAID, outcome.state())
                .compose(written -> CheckoutStore.move(write, checkout, status, written)
                        .compose(moved -> CheckoutStore.endAttempt(write, attempt, true))
                        .map(written));
    }
}
