package io.tollgate.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.order.StoredRefund.Charge;
import io.tollgate.order.StoredRefund.Origin;
import io.tollgate.order.StoredRefund.Status;
import io.tollgate.payment.Payments;
import io.tollgate.records.Records;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.time.Duration;

/** The automatic refund of a payment whose order had expired. {@link DueRefunds} makes it at the processor. */
public final class LateRefund {
    private static final String NOTE = "Paid after the order had expired, when it was sold out";

    private LateRefund() {}

    /** Cancels the order of a payment and requests its refund in full, in the transaction that records the payment. */
    public static Future<Void> request(WriteContext write, String paymentId) {
        return Records.lock(write.transaction(), write.scope(), Payments.RESOURCE, paymentId)
                .compose(former -> {
                    ObjectNode payment = former.record().deepCopy();
                    payment.put("orderStatus", "canceled")
                            .put("canceledAt", Times.text(write.now()))
                            .put("canceledReason", NOTE);
                    long paid = RefundPlan.paid(payment);
                    StoredRefund refund = new StoredRefund(
                            write.newId(),
                            new Charge(paymentId, false),
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
                    return write.update(write.scope(), Payments.RESOURCE, former, payment)
                            .compose(updated -> RefundBalances.reserve(write, paymentId, paid, 0, paid))
                            .compose(reserved -> RefundStore.insert(write, refund))
                            .compose(inserted -> DueRefunds.schedule(write, refund, Duration.ZERO));
                });
    }
}
