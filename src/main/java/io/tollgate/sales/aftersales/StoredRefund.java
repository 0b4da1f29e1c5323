package io.tollgate.sales.aftersales;

import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.RefundState;
import io.tollgate.processor.RefundTerms;
import io.tollgate.sales.purchase.Refundable;
import io.tollgate.sales.subscription.StoredSubscriptionPaymentCodec;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refund of a payment, booking or subscription payment.
 *
 * @param amount in the currency's smallest unit
 * @param processorAmount the part that the processor returns; the seller returns the rest
 * @param note for the buyer; null without one
 * @param failure why it failed; null if it did not
 * @param paymentIntentId the payment at the processor; null without one
 * @param processorRefundId the refund at the processor; null until its response arrived
 * @param ticketIds the tickets to cancel: empty for all, null for none
 * @param restock whether success returns the stock of the order, and the places of the tickets to cancel
 * @param creditNote null before success and for an order without an invoice
 * @param keyId text of the principal that requested it; null without one
 */
record StoredRefund(
        String id,
        ChargeReference charge,
        Status status,
        Origin origin,
        long amount,
        long processorAmount,
        String currency,
        RefundReason reason,
        @Nullable String note,
        @Nullable String failure,
        @Nullable String paymentIntentId,
        @Nullable String processorRefundId,
        @Nullable List<String> ticketIds,
        boolean restock,
        @Nullable CreditNote creditNote,
        @Nullable String keyId,
        Instant createdAt,
        Instant updatedAt) {

    /** What is refunded. */
    record ChargeReference(String id, ChargeKind kind) {
        RecordCodec<? extends Refundable> codec() {
            return kind == ChargeKind.SUBSCRIPTION_PAYMENT ? StoredSubscriptionPaymentCodec.INSTANCE : orders();
        }

        /** Returns the codec of a payment or booking. */
        StoredChargeCodec orders() {
            return StoredChargeCodec.of(isBooking());
        }

        String type() {
            return kind.stored();
        }

        boolean isBooking() {
            return kind == ChargeKind.BOOKING;
        }

        boolean isSubscriptionPayment() {
            return kind == ChargeKind.SUBSCRIPTION_PAYMENT;
        }
    }

    /** @param taxAmount the tax share of the amount */
    record CreditNote(String number, Instant issuedAt, long taxAmount) {}

    /** Who caused a refund. */
    enum Origin {
        REQUEST,
        /** Created at the processor, such as in its dashboard. */
        PROCESSOR,
        /** A dispute that was lost. */
        DISPUTE,
        /** The order had expired when it was paid. */
        LATE_PAYMENT;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The states of a refund. A refund that succeeded can fail later, if the buyer's bank returns the money. */
    enum Status {
        PENDING,
        SUCCEEDED,
        FAILED;

        boolean canBecome(Status next) {
            return (this == PENDING && next != PENDING) || (this == SUCCEEDED && next == FAILED);
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Returns whether the processor's first response is missing. The request that waits for it, or its task, records it
     * together with the response for the idempotency key.
     */
    boolean isExpected() {
        return status == Status.PENDING && processorRefundId == null;
    }

    /** Returns this refund after a change of its status. What is null stays as it is, except the failure. */
    StoredRefund became(
            Status next,
            @Nullable String processorId,
            @Nullable String nextFailure,
            @Nullable CreditNote credit,
            Instant at) {
        return new StoredRefund(
                id,
                charge,
                next,
                origin,
                amount,
                processorAmount,
                currency,
                reason,
                note,
                nextFailure,
                paymentIntentId,
                processorId == null ? processorRefundId : processorId,
                ticketIds,
                restock,
                credit == null ? creditNote : credit,
                keyId,
                createdAt,
                at);
    }

    /** Creates the refund at the processor. Each attempt has the same idempotency key. */
    Future<RefundState> create(ProcessorClient client, ProcessorAccount account) {
        RefundTerms terms = new RefundTerms(
                id, Objects.requireNonNull(paymentIntentId), processorAmount, reason.processorValue(), note);
        return client.call(account, "createRefund", api -> api.createRefund(terms, "tollgate-refund-" + id));
    }

    /** Returns the id of the key or the member that requested the refund; null without one. */
    @Nullable
    String requester() {
        Principal principal = Principal.parse(keyId);
        return principal == null ? null : principal.id();
    }
}
