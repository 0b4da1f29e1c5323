package io.tollgate.processor;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A refund as the processor has it.
 *
 * @param amount in the currency's smallest unit
 * @param reason such as {@code duplicate}; null without one
 * @param failure why the refund failed; null if it did not
 * @param refundId Tollgate's id of the refund; null if it was created elsewhere, such as in the dashboard
 */
public record RefundState(
        String id,
        Status status,
        long amount,
        @Nullable String reason,
        @Nullable String failure,
        @Nullable String refundId,
        Instant createdAt) {

    /** The states of a refund. */
    public enum Status {
        /** The outcome follows later. */
        PENDING,
        SUCCEEDED,
        /** The money stays with the seller. A refund that succeeded can still fail, if the buyer's bank returns it. */
        FAILED;

        /** Returns the status for a status of the protocol. */
        static Status of(@Nullable String status) {
            return switch (status == null ? "" : status) {
                case "succeeded" -> SUCCEEDED;
                case "failed", "canceled" -> FAILED;
                default -> PENDING;
            };
        }
    }
}
