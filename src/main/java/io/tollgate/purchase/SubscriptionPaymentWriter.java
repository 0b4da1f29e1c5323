package io.tollgate.purchase;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the payments of subscriptions as the interface shows them. */
public final class SubscriptionPaymentWriter {
    private SubscriptionPaymentWriter() {}

    /** How a payment went. */
    public enum Status {
        SUCCEEDED,
        PENDING,
        FAILED,
        INCOMPLETE
    }

    /**
     * One time that a subscription was charged.
     *
     * @param invoiceStatus of the processor's invoice
     * @param reason why it was charged, in the processor's words
     * @param refunded how much of it was given back; null for nothing
     * @param invoiceUrl of the processor's invoice, without a final slash
     */
    public record Payment(
            String id,
            Instant createdAt,
            long amount,
            Status status,
            InvoiceStatus invoiceStatus,
            String reason,
            @Nullable Refunded refunded,
            String chargeId,
            String paymentIntentId,
            String invoiceId,
            String invoiceUrl) {
        /** @param whole whether all of it was given back */
        public record Refunded(Instant at, boolean whole) {}
    }

    public static ObjectNode write(Subscription subscription, Payment payment) {
        Purchase purchase = subscription.purchase();
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("id", payment.id())
                .put("subscriptionId", purchase.id())
                .put("customerId", purchase.customerId())
                .put("pageId", purchase.page().id())
                .put("productId", subscription.page().product().id())
                .put("sellerId", purchase.scope().sellerId());
        ArrayNode transactions = record.putArray("transactionIds");
        if (payment.status() == Status.SUCCEEDED) {
            transactions.add(payment.paymentIntentId());
        }
        record.put("customerEmail", purchase.buyer().email())
                .put("customerName", purchase.buyer().name())
                .put("productTitle", purchase.page().displayTitle())
                .put("pageSlug", purchase.page().slug())
                .put("currency", purchase.currency())
                .put("amount", payment.amount())
                .put("amountUsd", Dollars.cents(purchase.currency(), payment.amount()))
                .put("livemode", purchase.scope().live())
                .put("paymentStatus", payment.status().name().toLowerCase(Locale.ROOT))
                .put("invoiceStatus", payment.invoiceStatus().wire());
        refund(record, payment);
        record.put("billingReason", payment.reason())
                .set("paymentMethod", MemberEncoder.paymentMethod(subscription.method()));
        return record.put("processorSubscriptionId", subscription.processing().subscriptionId())
                .put("processorPaymentId", payment.chargeId())
                .put("processorPaymentIntentId", payment.paymentIntentId())
                .put("processorInvoiceId", payment.invoiceId())
                .put("processorInvoicePdf", payment.invoiceUrl() + "/pdf");
    }

    private static void refund(ObjectNode record, Payment payment) {
        Payment.Refunded refunded = payment.refunded();
        boolean later = refunded != null && refunded.at().isAfter(payment.createdAt());
        record.put("paid", payment.status() == Status.SUCCEEDED)
                .put("refunded", refunded != null && refunded.whole())
                .put("partiallyRefunded", refunded != null && !refunded.whole())
                .put("processorRefundInvoicePdf", refunded == null ? null : payment.invoiceUrl() + "/credit-note")
                .put("createdAt", Times.text(payment.createdAt()))
                .put("updatedAt", Times.text(later && refunded != null ? refunded.at() : payment.createdAt()));
    }
}
