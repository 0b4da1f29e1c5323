package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.sales.checkout.CheckoutPayments.Outcome;
import io.vertx.core.Future;
import java.util.Objects;

/**
 * Cancels payments at the processor, so that they cannot be charged after the hold of their order has ended. The
 * processor cancels a payment only if it was not made. It cancels a subscription whether it was paid or not, also if
 * the buyer pays between the question and the cancellation. Therefore it is committed before the call that the order is
 * not completed any more: whoever settles it then refunds what was paid.
 */
record PaymentCancellation(CheckoutPayments payments) {
    /** Cancels the payment of a checkout whose hold has ended. Returns its state afterwards. */
    Future<Outcome> cancel(Scope scope, String checkoutId) {
        return payments.found(scope, checkoutId)
                .compose(found -> found == null
                        ? Future.succeededFuture(Outcome.NONE)
                        : found.refused()
                                ? Future.succeededFuture(
                                        new Outcome(found.begun().attempt(), null, null))
                                : cancel(scope, found.begun(), found.created()));
    }

    /** @param created whether the cancellation itself had to create the payment, which nobody has seen */
    private Future<Outcome> cancel(Scope scope, CheckoutPayments.Begun begun, boolean created) {
        ProcessorAccount account = begun.account();
        PaymentAttempt attempt = begun.attempt();
        String checkoutId = begun.checkout().id();
        if (!attempt.subscription()) {
            String id = Objects.requireNonNull(attempt.processorId());
            return payments.processor()
                    .call(account, "cancelPayment", api -> api.cancelPayment(id, attempt.key() + "-cancel"))
                    .map(state -> new Outcome(attempt, state, null));
        }
        return payments.outcome(account, attempt).compose(known -> {
            // A free trial with a saved card begins when it is created.
            boolean begins = (known.isPaid() && !(created && known.hasChargedNothing())) || known.isProcessing();
            return payments.writes()
                    .run(
                            scope,
                            write -> begins
                                    ? CheckoutStore.refusesLatePayment(write, checkoutId)
                                    : CheckoutStore.refuseLatePayment(write, checkoutId))
                    .compose(refused ->
                            refused ? end(account, attempt, known, "-cancel") : Future.succeededFuture(known));
        });
    }

    /**
     * Cancels a subscription at once, whether it has begun or not, unless it has ended. Returns its state afterwards.
     *
     * @param known its state before
     * @param use distinguishes the idempotency key: the processor would repeat the response to an earlier call
     */
    Future<Outcome> end(ProcessorAccount account, PaymentAttempt attempt, Outcome known, String use) {
        if (known.hasEnded()) {
            return Future.succeededFuture(known);
        }
        String id = Objects.requireNonNull(attempt.processorId());
        CancellationTime now = new CancellationTime(CancellationTime.Timing.NOW, null);
        return payments.processor()
                .call(account, "cancel", api -> api.cancel(id, now, attempt.key() + use))
                .compose(canceled -> payments.outcome(account, attempt));
    }
}
