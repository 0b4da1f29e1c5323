package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Scope;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the payments of subscriptions as the interface shows them. */
public final class SubscriptionPaymentWriter {
    private SubscriptionPaymentWriter() {}

    /** How a payment went. */
    public enum Status {
        SUCCEEDED,
        PENDING,
        FAILED,
        INCOMPLETE;

        /** Returns the value in the interface. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The subscription that is charged, with what its payments repeat. */
    public record Payer(
            Scope scope,
            String subscriptionId,
            String customerId,
            String pageId,
            String productId,
            String email,
            @Nullable String name,
            String productTitle,
            @Nullable String pageSlug,
            String currency,
            @Nullable PaymentMethod method,
            @Nullable String processorSubscriptionId) {
        public static Payer of(Subscription subscription) {
            Purchase purchase = subscription.purchase();
            return new Payer(
                    purchase.scope(),
                    purchase.id(),
                    Objects.requireNonNull(purchase.customerId(), "the buyer has ordered"),
                    purchase.page().id(),
                    subscription.page().product().id(),
                    purchase.buyer().email(),
                    purchase.buyer().name(),
                    purchase.page().displayTitle(),
                    purchase.page().slug(),
                    purchase.currency(),
                    subscription.method(),
                    subscription.processing().subscriptionId());
        }
    }

    /**
     * One time that a subscription was charged.
     *
     * @param invoiceStatus of the processor's invoice
     * @param reason why it was charged, in the processor's words
     * @param refunded how much of it was given back; null for nothing
     * @param chargeId null if nothing was charged yet
     * @param paymentIntentId null if the invoice has none yet
     * @param invoicePdf address of the processor's invoice; null before it is final
     */
    public record Payment(
            String id,
            Instant createdAt,
            Instant updatedAt,
            long amount,
            Status status,
            InvoiceStatus invoiceStatus,
            String reason,
            @Nullable Refunded refunded,
            @Nullable String chargeId,
            @Nullable String paymentIntentId,
            String invoiceId,
            @Nullable String invoicePdf) {
        /**
         * @param whole whether all of it was given back
         * @param creditNotePdf address of the processor's credit note
         */
        public record Refunded(boolean whole, String creditNotePdf) {}
    }

    public static ObjectNode write(Payer payer, Payment payment) {
        ObjectNode record = JsonNodeFactory.instance
                .objectNode()
                .put("id", payment.id())
                .put("subscriptionId", payer.subscriptionId())
                .put("customerId", payer.customerId())
                .put("pageId", payer.pageId())
                .put("productId", payer.productId())
                .put("sellerId", payer.scope().sellerId());
        ArrayNode transactions = record.putArray("transactionIds");
        if (payment.status() == Status.SUCCEEDED && payment.paymentIntentId() != null) {
            transactions.add(payment.paymentIntentId());
        }
        record.put("customerEmail", payer.email())
                .put("customerName", payer.name())
                .put("productTitle", payer.productTitle())
                .put("pageSlug", payer.pageSlug())
                .put("currency", payer.currency())
                .put("amount", payment.amount())
                .put("amountUsd", Dollars.cents(payer.currency(), payment.amount()))
                .put("livemode", payer.scope().live())
                .put("paymentStatus", payment.status().wire())
                .put("invoiceStatus", payment.invoiceStatus().wire());
        refund(record, payment);
        record.put("billingReason", payment.reason()).set("paymentMethod", MemberEncoder.paymentMethod(payer.method()));
        return record.put("processorSubscriptionId", payer.processorSubscriptionId())
                .put("processorPaymentId", payment.chargeId())
                .put("processorPaymentIntentId", payment.paymentIntentId())
                .put("processorInvoiceId", payment.invoiceId())
                .put("processorInvoicePdf", payment.invoicePdf());
    }

    private static void refund(ObjectNode record, Payment payment) {
        Payment.Refunded refunded = payment.refunded();
        record.put("paid", payment.status() == Status.SUCCEEDED)
                .put("refunded", refunded != null && refunded.whole())
                .put("partiallyRefunded", refunded != null && !refunded.whole())
                .put("processorRefundInvoicePdf", refunded == null ? null : refunded.creditNotePdf())
                .put("createdAt", Times.text(payment.createdAt()))
                .put("updatedAt", Times.text(payment.updatedAt()));
    }
}
