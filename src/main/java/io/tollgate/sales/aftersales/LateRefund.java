package io.tollgate.sales.aftersales;

import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.purchase.Refundable;
import io.tollgate.sales.subscription.StoredSubscriptionCodec;
import io.tollgate.sales.subscription.StoredSubscriptionPaymentCodec;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/** The automatic refund of a payment whose order had expired. {@link DueRefunds} makes it at the processor. */
public final class LateRefund {
    private static final String NOTE = "Paid after the order had expired";

    private static final String PAID = """
            SELECT id FROM subscription_payment
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 AND payment_status = 'succeeded'
            ORDER BY id
            """;

    private LateRefund() {}

    /**
     * Cancels an order and requests the refund of what was paid, in the transaction that records it. Notifies the
     * buyer and the seller.
     *
     * @param chargeId id of the payment or booking
     */
    public static Future<Void> request(WriteContext write, String chargeId, boolean booking) {
        ChargeReference charge = new ChargeReference(chargeId, booking ? ChargeKind.BOOKING : ChargeKind.PAYMENT);
        return charge.orders().lock(write, chargeId).compose(former -> {
            StoredCharge payment = former.value().canceled(new StoredCharge.Cancellation(write.now(), null, NOTE));
            return charge.orders()
                    .update(write, former, payment)
                    .compose(updated -> cancelTickets(write, charge))
                    .compose(updated ->
                            refund(write, charge, payment, payment.amounts().paid()));
        });
    }

    /**
     * Cancels a subscription, which the processor has ended, and requests the refund of its payments, in the
     * transaction that records it. Notifies the buyer and the seller of each.
     */
    public static Future<Void> requestForSubscription(WriteContext write, String id) {
        return StoredSubscriptionCodec.INSTANCE
                .lock(write, id)
                .compose(former -> StoredSubscriptionCodec.INSTANCE.update(
                        write, former, former.value().refused(write.now(), NOTE)))
                .compose(updated -> write.transaction()
                        .preparedQuery(PAID)
                        .execute(
                                Tuple.of(write.scope().sellerId(), write.scope().live(), id)))
                .compose(rows -> {
                    Future<Void> requested = Future.succeededFuture();
                    for (Row row : rows) {
                        requested = requested.compose(done -> requestForCharge(write, row.getString(0)));
                    }
                    return requested;
                });
    }

    private static Future<Void> requestForCharge(WriteContext write, String id) {
        ChargeReference charge = new ChargeReference(id, ChargeKind.SUBSCRIPTION_PAYMENT);
        return StoredSubscriptionPaymentCodec.INSTANCE
                .lock(write, id)
                .compose(former ->
                        refund(write, charge, former.value(), former.value().amount()));
    }

    private static Future<Void> refund(WriteContext write, ChargeReference charge, Refundable record, long paid) {
        StoredRefund refund = new StoredRefund(
                write.newId(),
                charge,
                Status.PENDING,
                Origin.LATE_PAYMENT,
                paid,
                paid,
                record.currency(),
                RefundReason.OTHER,
                NOTE,
                null,
                record.paymentIntentId(),
                null,
                null,
                false,
                null,
                null,
                write.now(),
                write.now());
        return RefundBalances.reserve(write, charge.id(), paid, 0, paid)
                .compose(reserved -> RefundStore.insert(write, refund))
                .onSuccess(inserted -> notifyBoth(write, charge.id()))
                .compose(inserted -> DueRefunds.schedule(write, refund, Duration.ZERO));
    }

    private static void notifyBoth(WriteContext write, String chargeId) {
        MailOutbox.enqueue(write, MailPurpose.LATE_PAYMENT_REFUNDED, chargeId);
        MailOutbox.enqueue(write, MailPurpose.LATE_PAYMENT_NOTIFICATION, chargeId);
    }

    /** Cancels the tickets of a booking, whose places were not claimed. */
    private static Future<Void> cancelTickets(WriteContext write, ChargeReference charge) {
        return charge.isBooking()
                ? OrderTickets.cancel(write, charge.id(), List.of()).mapEmpty()
                : Future.succeededFuture();
    }
}
