package io.tollgate.sales.subscription;

import io.tollgate.catalog.model.Price;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.cart.BillingSchedule;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a payment plan ends by itself. The processor has one end date for it, which a cancellation replaces: after a
 * later date, the plan would be charged more often than it has payments.
 */
final class PlanEnd {
    private static final String BILLED =
            "SELECT FROM billed_subscription WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3";

    private PlanEnd() {}

    /**
     * Fails with 400 if a payment plan has ended by itself at this time. Plans that were sold elsewhere have their end
     * from there.
     */
    static Future<Void> refuseLater(WriteContext write, StoredSubscription subscription, Instant cancelAt) {
        Instant end = of(subscription);
        if (end == null || !cancelAt.isAfter(end)) {
            return Future.succeededFuture();
        }
        Tuple key = Tuple.of(write.scope().sellerId(), write.scope().live(), subscription.id());
        return write.transaction()
                .preparedQuery(BILLED)
                .execute(key)
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture()
                        : Future.failedFuture(ApiError.invalid(
                                "cancelAt",
                                "must not be after the end of the payment plan, " + Times.text(end),
                                cancelAt.toString())));
    }

    /** Returns the end of the last period; null for a subscription without an end of its own. */
    static @Nullable Instant of(StoredSubscription subscription) {
        Price.Recurrence plan = subscription.schedule().plan();
        return plan == null
                ? null
                : BillingSchedule.of(plan, subscription.schedule().firstPeriod())
                        .end();
    }
}
