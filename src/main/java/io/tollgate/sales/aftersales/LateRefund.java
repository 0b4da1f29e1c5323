package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.StoredRefund.Charge;
import io.tollgate.sales.aftersales.StoredRefund.Origin;
import io.tollgate.sales.aftersales.StoredRefund.Status;
import io.tollgate.sales.subscription.Subscriptions;
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
        Charge charge = new Charge(chargeId, booking ? ChargeKind.BOOKING : ChargeKind.PAYMENT);
        return write.lock(write.scope(), charge.resource(), chargeId).compose(former -> {
            ObjectNode payment = canceled(write, former.record(), "orderStatus", "canceledReason");
            return write.update(write.scope(), charge.resource(), former, payment)
                    .compose(updated -> cancelTickets(write, charge))
                    .compose(updated -> refund(write, charge, payment, RefundPlan.paid(payment)));
        });
    }

    /**
     * Cancels a subscription, which the processor has ended, and requests the refund of its payments, in the
     * transaction that records it. Notifies the buyer and the seller of each.
     */
    public static Future<Void> requestForSubscription(WriteContext write, String id) {
        return write.lock(write.scope(), Subscriptions.RESOURCE, id)
                .compose(former -> write.update(
                        write.scope(),
                        Subscriptions.RESOURCE,
                        former,
                        canceled(write, former.record(), "status", "reason")))
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
        Charge charge = new Charge(id, ChargeKind.SUBSCRIPTION_PAYMENT);
        return write.lock(write.scope(), charge.resource(), id)
                .compose(former -> refund(
                        write,
                        charge,
                        former.record(),
                        former.record().path("amount").asLong()));
    }

    private static ObjectNode canceled(WriteContext write, ObjectNode former, String status, String reason) {
        return former.deepCopy()
                .put(status, "canceled")
                .put("canceledAt", Times.text(write.now()))
                .put(reason, NOTE);
    }

    private static Future<Void> refund(WriteContext write, Charge charge, ObjectNode record, long paid) {
        StoredRefund refund = new StoredRefund(
                write.newId(),
                charge,
                Status.PENDING,
                Origin.LATE_PAYMENT,
                paid,
                paid,
                record.path("currency").asText(),
                RefundReason.OTHER,
                NOTE,
                null,
                record.path("processorPaymentIntentId").asText(),
                null,
                null,
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
    private static Future<Void> cancelTickets(WriteContext write, Charge charge) {
        return charge.isBooking()
                ? OrderTickets.cancel(write, charge.id(), List.of()).mapEmpty()
                : Future.succeededFuture();
    }
}
