package io.tollgate.processor;

import java.time.Instant;
import java.util.Set;

/**
 * A dispute (chargeback) as the processor has it.
 *
 * @param amount in the currency's smallest unit
 * @param status in the words of the protocol, such as {@code needs_response} or {@code lost}
 * @param reason in the words of the protocol, such as {@code fraudulent}
 */
public record DisputeState(String id, long amount, String status, String reason, Instant createdAt) {
    /** The statuses that are decisions. */
    public static final Set<String> CLOSED = Set.of("won", "lost", "warning_closed", "prevented");

    public boolean isLost() {
        return status.equals("lost");
    }
}
