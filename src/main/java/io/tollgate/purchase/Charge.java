package io.tollgate.purchase;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A purchase that is charged once, as a payment or a booking, and how far it is.
 *
 * @param archived whether the seller archived the order
 * @param invoiceId null without an invoice
 * @param method null before the buyer paid
 * @param processing null if the processor has no part in it
 * @param error why the last attempt to pay failed, or null
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

    /** How much was paid, is due, and was refunded, in minor units. */
    public record Settlement(long paid, long due, long refunded) {}

    /** Ids of the processor; each is null if it has no such object. */
    public record Processing(
            @Nullable String paymentIntentId,
            @Nullable String chargeId,
            @Nullable String taxCalculationId,
            @Nullable String taxTransactionId) {}

    /** When an order was canceled, by whom, and why. */
    public record Cancellation(Instant at, String by, String reason) {}

    /**
     * A purchase without a card that was just made: unpaid if money is due.
     *
     * @param transactionIds of the payment to come; empty if none is due
     */
    public static Charge placed(Purchase purchase, String invoiceId, List<String> transactionIds) {
        long total = purchase.quote().total();
        return new Charge(
                purchase,
                total > 0 ? ChargeStatus.UNPAID : ChargeStatus.PAID,
                false,
                new Settlement(0, total, 0),
                invoiceId,
                purchase.option() == null ? null : PaymentMethod.MANUAL,
                transactionIds,
                null,
                null,
                null,
                null,
                null,
                purchase.createdAt());
    }
}
