package io.tollgate.processor;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An invoice of a subscription as the processor has it.
 *
 * @param number 1 for the first invoice of the subscription, and so on in the order of time
 * @param amount total in the currency's smallest unit; 0 for a trial
 * @param billingReason such as {@code subscription_create} and {@code subscription_cycle}
 * @param paymentIntentId null if the invoice needs no payment
 * @param chargeId the last charge, successful or declined; null if nothing was tried
 * @param hostedUrl where the customer sees and pays the invoice; null for a draft
 * @param pdfUrl null for a draft
 * @param createdAt when the invoice was due. Renewals are dated at the start of their period.
 * @param paidAt null unless the invoice is paid
 * @param nextAttemptAt when the processor tries the charge again; null if it does not
 */
public record SubscriptionInvoice(
        String id,
        int number,
        Status status,
        long amount,
        long amountPaid,
        String currency,
        String billingReason,
        @Nullable String paymentIntentId,
        @Nullable String chargeId,
        @Nullable String hostedUrl,
        @Nullable String pdfUrl,
        Instant createdAt,
        @Nullable Instant paidAt,
        Instant periodStart,
        Instant periodEnd,
        int attempts,
        @Nullable Instant nextAttemptAt,
        List<Line> lines) {

    /** The states of an invoice. */
    public enum Status {
        /** Not final yet. */
        DRAFT,
        /** Final, and not paid. */
        OPEN,
        PAID,
        /** Canceled before it was paid. */
        VOID,
        /** Given up. */
        UNCOLLECTIBLE;

        /** Returns the status for a status of the protocol. */
        static Status of(String status) {
            return valueOf(status.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * A line of an invoice.
     *
     * @param reference {@link SubscriptionTerms.Item#reference} of a one-time item; empty for a recurring item
     * @param subscriptionItemId id of a recurring item in {@link SubscriptionState}; null for a one-time item
     * @param invoiceItemId id of a one-time item; null for a recurring item
     * @param amount in the currency's smallest unit, before the discount
     */
    public record Line(
            String id,
            String reference,
            @Nullable String subscriptionItemId,
            @Nullable String invoiceItemId,
            long amount) {}

    /** Identifies the invoice after which {@link Processor#invoices} continues. */
    public record Position(String invoiceId, int number) {}

    public SubscriptionInvoice {
        lines = List.copyOf(lines);
    }

    public Position position() {
        return new Position(id, number);
    }
}
