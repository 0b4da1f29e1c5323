package io.tollgate.sales.purchase;

import io.tollgate.pricing.TaxCalculation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A purchase that is charged once, as a payment or a booking, with its status.
 *
 * @param archived whether the seller archived the order
 * @param invoiceId null without an invoice
 * @param method null until the buyer paid
 * @param processing null if the processor is not involved
 * @param error reason for the last failed payment attempt, or null
 */
public record Charge(
        Purchase purchase,
        ChargeStatus status,
        boolean archived,
        Settlement settlement,
        @Nullable String invoiceId,
        @Nullable PaymentMethod method,
        List<String> transactionIds,
        @Nullable Processing processing,
        @Nullable String error,
        @Nullable Refund refund,
        @Nullable Cancellation cancellation,
        @Nullable Abandonment abandonment,
        Instant updatedAt) {

    /** The amounts paid, due and refunded, in minor units. */
    public record Settlement(long paid, long due, long refunded) {}

    /** The ids of the processor's objects; null for each object that does not exist. */
    public record Processing(
            @Nullable String paymentIntentId,
            @Nullable String chargeId,
            @Nullable String taxCalculationId,
            @Nullable String taxTransactionId) {}

    /** When and why an order was canceled, and by whom. */
    public record Cancellation(Instant at, String by, String reason) {}

    /** Returns this charge of a cart that was abandoned or not, changed at a time. */
    public Charge with(@Nullable Abandonment left, Instant changedAt) {
        return new Charge(
                purchase,
                status,
                archived,
                settlement,
                invoiceId,
                method,
                transactionIds,
                processing,
                error,
                refund,
                cancellation,
                left,
                changedAt);
    }

    /**
     * Returns a new purchase without a card; it is unpaid if an amount is due.
     *
     * @param transactionIds ids of the future payment; empty if nothing is due
     */
    public static Charge placed(Purchase purchase, String invoiceId, List<String> transactionIds) {
        long total = purchase.quote().total();
        TaxCalculation tax = purchase.tax().calculation();
        return new Charge(
                purchase,
                total > 0 ? ChargeStatus.UNPAID : ChargeStatus.PAID,
                false,
                new Settlement(0, total, 0),
                invoiceId,
                purchase.option() == null ? null : PaymentMethod.MANUAL,
                transactionIds,
                tax == null ? null : new Processing(null, null, tax.id(), null),
                null,
                null,
                null,
                null,
                purchase.createdAt());
    }
}
