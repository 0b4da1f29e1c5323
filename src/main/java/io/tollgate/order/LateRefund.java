package io.tollgate.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.mail.MailOutbox;
import io.tollgate.mail.MailPurpose;
import io.tollgate.order.StoredRefund.Charge;
import io.tollgate.order.StoredRefund.Origin;
import io.tollgate.order.StoredRefund.Status;
import io.tollgate.records.Records;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;

/** The automatic refund of a payment whose order had expired. {@link DueRefunds} makes it at the processor. */
public final class LateRefund {
    private static final String NOTE = "Paid after the order had expired, when it was sold out";

    private LateRefund() {}

    /**
     * Cancels an order and requests the refund of what was paid, in the transaction that records it. Notifies the
     * buyer and the seller.
     *
     * @param chargeId id of the payment or booking
     */
    public static Future<Void> request(WriteContext write, String chargeId, boolean booking) {
        Charge charge = new Charge(chargeId, booking ? ChargeKind.BOOKING : ChargeKind.PAYMENT);
        return Records.lock(write.transaction(), write.scope(), charge.resource(), chargeId)
                .compose(former -> {
                    ObjectNode payment = former.record().deepCopy();
                    payment.put("orderStatus", "canceled")
                            .put("canceledAt", Times.text(write.now()))
                            .put("canceledReason", NOTE);
                    long paid = RefundPlan.paid(payment);
                    StoredRefund refund = new StoredRefund(
                            write.newId(),
                            charge,
                            Status.PENDING,
                            Origin.LATE_PAYMENT,
                            paid,
                            paid,
                            payment.path("currency").asText(),
                            RefundReason.OTHER,
                            NOTE,
                            null,
                            payment.path("processorPaymentIntentId").asText(),
                            null,
                            null,
                            null,
                            null,
                            write.now(),
                            write.now());
                    return write.update(write.scope(), charge.resource(), former, payment)
                            .compose(updated -> cancelTickets(write, charge))
                            .compose(updated -> RefundBalances.reserve(write, chargeId, paid, 0, paid))
                            .compose(reserved -> RefundStore.insert(write, refund))
                            .onSuccess(inserted -> notifyBoth(write, chargeId))
                            .compose(inserted -> DueRefunds.schedule(write, refund, Duration.ZERO));
                });
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
