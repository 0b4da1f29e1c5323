package io.tollgate.sales.aftersales;

import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.purchase.Refund;
import io.tollgate.sales.subscription.StoredSubscription;
import io.tollgate.sales.subscription.StoredSubscriptionCodec;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** The effects of refunds of subscription payments on their subscription. */
final class SubscriptionRefunds {
    private static final String OF_PAYMENT = """
            SELECT s.id FROM subscription_payment p
            JOIN subscription s ON s.seller_id = p.seller_id AND s.livemode = p.livemode AND s.id = p.subscription_id
            WHERE p.seller_id = $1 AND p.livemode = $2 AND p.id = $3
            """;

    private SubscriptionRefunds() {}

    /**
     * Locks the subscription of a payment. Transactions that settle a refund call this before they lock the payment.
     * Does nothing for payments and bookings.
     */
    static Future<Void> lock(WriteContext write, ChargeReference charge) {
        return charge.isSubscriptionPayment() ? find(write, charge).mapEmpty() : Future.succeededFuture();
    }

    /** Records a refund as the last one of its subscription, which is locked. Imported payments may have none. */
    static Future<Void> record(WriteContext write, StoredRefund refund) {
        Refund last = new Refund(write.now(), refund.reason().wire(), refund.note());
        return find(write, refund.charge())
                .compose(former -> former == null
                        ? Future.succeededFuture()
                        : StoredSubscriptionCodec.INSTANCE
                                .update(write, former, former.value().refunded(last))
                                .mapEmpty());
    }

    /** Locks the subscription of a payment; null without one. */
    private static Future<@Nullable LockedRecord<StoredSubscription>> find(WriteContext write, ChargeReference charge) {
        return write.transaction()
                .preparedQuery(OF_PAYMENT)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), charge.id()))
                .compose(rows -> {
                    for (Row row : rows) {
                        return StoredSubscriptionCodec.INSTANCE
                                .lock(write.transaction(), write.scope(), row.getString(0))
                                .map(locked -> locked);
                    }
                    return Future.succeededFuture(null);
                });
    }
}
