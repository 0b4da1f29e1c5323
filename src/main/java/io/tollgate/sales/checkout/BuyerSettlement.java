package io.tollgate.sales.checkout;

import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.QuestionThrottle;
import io.tollgate.processor.QuestionThrottle.Occasion;
import io.tollgate.sales.checkout.CheckoutSettlement.Settled;
import io.vertx.core.Future;

/** Settles checkouts for requests of buyers, which wait for it. */
record BuyerSettlement(WriteExecutor writes, CheckoutSettlement settlement, QuestionThrottle questions) {
    /**
     * Does the same as {@link #settle} for a page that anyone can load, within the limits of {@link QuestionThrottle}.
     */
    Future<Settled> settle(Scope scope, String id, Occasion occasion) {
        return CheckoutLook.read(writes, scope, id)
                .compose(look -> look.kind() == CheckoutLook.Kind.NONE
                        ? Future.succeededFuture(new Settled(look.checkout(), false, null))
                        : questions
                                .ask(new QuestionThrottle.Key(scope, id, occasion), () -> settle(scope, id, look))
                                .map(answer -> settled(look, answer)));
    }

    /**
     * Does the same as {@link CheckoutSettlement#settle}, but tries again once if another settlement of the order takes
     * longer than a statement waits for a lock: the buyer has returned in two tabs, or an event of the processor is
     * applied. By then, the outcome is usually recorded, and no lock is needed. An outage of the processor asks the
     * buyer to try again.
     */
    Future<Settled> settle(Scope scope, String id) {
        return CheckoutLook.read(writes, scope, id).compose(look -> settle(scope, id, look));
    }

    private Future<Settled> settle(Scope scope, String id, CheckoutLook look) {
        return settlement
                .settle(scope, id, look)
                .recover(failure ->
                        SqlState.isLocked(failure) ? settlement.settle(scope, id) : Future.failedFuture(failure))
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    /** An answer that was given before can be older than the record. */
    private static Settled settled(CheckoutLook look, QuestionThrottle.Answer<Settled> answer) {
        Settled settled = answer.value();
        return settled == null
                ? new Settled(look.checkout(), true, false, null)
                : answer.fresh() ? settled : new Settled(settled.checkout(), true, settled.decline());
    }
}
