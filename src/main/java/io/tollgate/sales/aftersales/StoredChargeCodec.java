package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.sales.aftersales.StoredCharge.Amounts;
import io.tollgate.sales.aftersales.StoredCharge.Changes;
import io.tollgate.sales.aftersales.StoredCharge.Links;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.booking.CapacityRelease.CouponUse;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.ChargeStatus;
import org.jspecify.annotations.Nullable;

/** Decodes and encodes the records of payments and bookings. */
final class StoredChargeCodec extends RecordCodec<StoredCharge> {
    static final StoredChargeCodec PAYMENTS = new StoredChargeCodec(Payments.RESOURCE);
    static final StoredChargeCodec BOOKINGS = new StoredChargeCodec(Bookings.RESOURCE);

    private StoredChargeCodec(Resource resource) {
        super(resource);
    }

    static StoredChargeCodec of(boolean booking) {
        return booking ? BOOKINGS : PAYMENTS;
    }

    @Override
    protected StoredCharge decode(ObjectNode record) {
        return new StoredCharge(
                record.path("id").asText(),
                record.path("currency").asText(),
                ChargeStatus.of(record.path("status").asText()),
                record.path("orderStatus").asText().equals("canceled"),
                new Amounts(
                        record.path("amount").asLong(),
                        record.path("taxAmount").asLong(),
                        record.path("amountPaid").asLong(),
                        record.path("amountDue").asLong(),
                        record.path("amountRefunded").asLong()),
                new Links(
                        nonEmpty(record, "customerEmail"),
                        text(record, "invoiceId"),
                        text(record, "licenseKeyId"),
                        couponUse(record),
                        nonEmpty(record, "processorPaymentIntentId"),
                        nonEmpty(record, "processorChargeId"),
                        text(record, "processorTaxCalculationId"),
                        text(record, "processorTaxTransactionId")),
                Changes.NONE);
    }

    private static @Nullable CouponUse couponUse(ObjectNode record) {
        String id = text(record.path("coupon"), "id");
        return id == null
                ? null
                : new CouponUse(id, record.path("customerEmail").asText(""));
    }

    @Override
    protected void encode(ObjectNode record, StoredCharge former, StoredCharge next) {
        put(record, "status", former.status().wire(), next.status().wire());
        put(record, "amountPaid", former.amounts().paid(), next.amounts().paid());
        put(record, "amountDue", former.amounts().due(), next.amounts().due());
        put(
                record,
                "amountRefunded",
                former.amounts().refunded(),
                next.amounts().refunded());
        put(
                record,
                "processorTaxTransactionId",
                former.links().taxTransactionId(),
                next.links().taxTransactionId());
        encode(record, next.changes());
    }

    private static void encode(ObjectNode record, Changes changes) {
        StoredCharge.Cancellation cancellation = changes.cancellation();
        if (cancellation != null) {
            record.put("orderStatus", "canceled")
                    .put("canceledAt", Times.text(cancellation.at()))
                    .put("canceledBy", cancellation.by())
                    .put("canceledReason", cancellation.reason());
        }
        StoredCharge.LastRefund refund = changes.refund();
        if (refund != null) {
            record.put("lastRefundAt", Times.text(refund.at()))
                    .put("lastRefundReason", refund.reason().wire())
                    .put("lastRefundReasonNote", refund.note());
        }
        StoredCharge.ReceivedPayment payment = changes.payment();
        if (payment != null) {
            record.withArray("transactionIds").add(payment.id());
            // The card of a deposit stays: it is needed for refunds.
            if (!record.at("/paymentMethod/gateway").asText("manual").equals("processor")) {
                record.putObject("paymentMethod").put("gateway", "manual").put("method", payment.method());
            }
        }
    }
}
