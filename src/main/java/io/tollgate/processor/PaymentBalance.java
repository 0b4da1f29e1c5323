package io.tollgate.processor;

import java.util.List;

/**
 * What the processor received for a payment, and what it returned.
 *
 * @param received in the currency's smallest unit
 * @param refunds all refunds, oldest first
 * @param disputes all disputes, oldest first
 */
public record PaymentBalance(String paymentId, long received, List<RefundState> refunds, List<DisputeState> disputes) {
    public PaymentBalance {
        refunds = List.copyOf(refunds);
        disputes = List.copyOf(disputes);
    }

    /** Returns the sum of the refunds that did not fail. */
    public long refunded() {
        return refunds.stream()
                .filter(refund -> refund.status() != RefundState.Status.FAILED)
                .mapToLong(RefundState::amount)
                .sum();
    }

    /** Returns the sum of the disputes that the seller has not won. */
    public long disputed() {
        return disputes.stream()
                .filter(dispute -> !dispute.status().equals("won"))
                .mapToLong(DisputeState::amount)
                .sum();
    }
}
