package io.tollgate.sales.subscription;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/**
 * The charges of a payment plan. Payments that a coupon makes free are not charged, and a setup fee can be a charge of
 * its own.
 *
 * @param expected after how many charges the plan is completed; 0 for a subscription without end
 * @param paid how many charges are paid. Payments of an order that had expired do not count: they are refunded.
 */
public record PlanCharges(long expected, long paid) {
    private static final String FIND = """
            SELECT (SELECT charges FROM billed_subscription
                    WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3),
                   (SELECT count(*) FROM subscription_payment p
                    WHERE p.seller_id = $1 AND p.livemode = $2 AND p.subscription_id = $3 AND p.paid
                      AND NOT EXISTS (
                        SELECT FROM refund r
                        WHERE r.seller_id = $1 AND r.livemode = $2 AND r.charge_id = p.id
                          AND r.origin = 'LATE_PAYMENT'))
            """;

    public boolean arePaid() {
        return expected > 0 && paid >= expected;
    }

    /** Reads the charges of a subscription. */
    static Future<PlanCharges> of(SqlConnection transaction, Scope scope, StoredSubscription subscription) {
        return transaction
                .preparedQuery(FIND)
                .execute(Tuple.of(scope.sellerId(), scope.live(), subscription.id()))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    Integer charges = row.getInteger(0);
                    long payments = subscription.schedule().payments();
                    return new PlanCharges(charges == null ? payments : charges, row.getLong(1));
                });
    }
}
