package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.QuestionThrottle;
import io.vertx.core.Future;

/**
 * Takes back open orders before their hold ends: the buyer cancels one, or changes it. The payment at the processor is
 * canceled first. The processor decides: an order that was paid meanwhile is completed.
 */
final class OrderWithdrawal {
    private final WriteExecutor writes;
    private final CheckoutSettlement settlement;
    private final PaymentCancellation cancellation;
    private final QuestionThrottle questions;

    OrderWithdrawal(WriteExecutor writes, CheckoutPayments payments, CheckoutSettlement settlement) {
        this.writes = writes;
        this.settlement = settlement;
        this.cancellation = new PaymentCancellation(payments);
        this.questions = payments.processor().questions();
    }

    /** Lets the next request begin a payment: the one that was begun before is canceled. */
    private void forgetPayment(Scope scope, String id) {
        questions.forget(new QuestionThrottle.Key(scope, id, QuestionThrottle.Occasion.BEGIN));
    }

    /** Cancels an open order for its buyer and releases what it holds. Does nothing to an order that is not open. */
    Future<Void> cancel(Scope scope, String id) {
        return isOpen(scope, id)
                .compose(open -> open
                        ? cancellation
                                .cancel(scope, id)
                                .onSuccess(outcome -> forgetPayment(scope, id))
                                .compose(outcome -> writes.run(scope, write -> cancel(write, id, outcome)))
                        : Future.succeededFuture())
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    private Future<Void> cancel(WriteContext write, String id, CheckoutPayments.Outcome outcome) {
        return CheckoutStore.lock(write.transaction(), write.scope(), id).compose(checkout -> {
            if (checkout == null || !checkout.status().isOpen()) {
                return Future.succeededFuture();
            }
            return settlement
                    .record(write, checkout, outcome, true)
                    .compose(recorded -> CheckoutStore.find(write.transaction(), write.scope(), id))
                    .compose(now -> now != null && now.status() == CheckoutStatus.EXPIRED
                            ? OwnOrders.end(write, id, null)
                            : Future.succeededFuture());
        });
    }

    private Future<Boolean> isOpen(Scope scope, String id) {
        return writes.read(scope, write -> CheckoutStore.find(write.transaction(), scope, id))
                .map(checkout -> checkout != null && checkout.status() == CheckoutStatus.OPEN);
    }

    /**
     * Cancels the payment of an open order, which keeps what it holds, so that another order can take it over.
     *
     * @return false if the order was paid meanwhile, or if its payment is being processed
     */
    Future<Boolean> release(Scope scope, String id) {
        return cancellation
                .cancel(scope, id)
                .onSuccess(outcome -> forgetPayment(scope, id))
                .compose(outcome -> writes.run(
                        scope,
                        write -> CheckoutStore.lock(write.transaction(), scope, id)
                                .compose(checkout ->
                                        checkout == null || !checkout.status().isOpen()
                                                ? Future.succeededFuture(checkout)
                                                : release(write, checkout, outcome))
                                .compose(done -> CheckoutStore.find(write.transaction(), scope, id))
                                .map(now -> now == null
                                        || now.status() == CheckoutStatus.OPEN
                                        || now.status() == CheckoutStatus.EXPIRED)))
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    private Future<Checkout> release(WriteContext write, Checkout checkout, CheckoutPayments.Outcome outcome) {
        PaymentAttempt attempt = outcome.attempt();
        if (outcome.isPaid() || outcome.isProcessing()) {
            return settlement.record(write, checkout, outcome, false).map(checkout);
        }
        return attempt == null
                ? Future.succeededFuture(checkout)
                : AttemptStore.end(write, attempt.id(), false)
                        .compose(ended -> OwnOrders.acceptPayment(write, checkout.id()))
                        .map(checkout);
    }
}
