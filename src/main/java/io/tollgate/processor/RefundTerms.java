package io.tollgate.processor;

import org.jspecify.annotations.Nullable;

/**
 * A refund to create at the processor.
 *
 * @param refundId Tollgate's id of the refund, which its metadata contain
 * @param amount in the currency's smallest unit, at least 1
 * @param reason the reason in the words of the protocol; null if it has no word for it
 * @param note shown in the processor's dashboard; null without one
 */
public record RefundTerms(
        String refundId,
        String paymentId,
        long amount,
        @Nullable String reason,
        @Nullable String note) {}
