package io.tollgate.purchase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The last time that a purchase was refunded, and why. */
public record Refund(Instant at, String reason, @Nullable String note) {

    /** @param refund null if nothing was refunded */
    static void put(ObjectNode record, @Nullable Refund refund) {
        if (refund != null) {
            record.put("lastRefundAt", Times.text(refund.at))
                    .put("lastRefundReason", refund.reason)
                    .put("lastRefundReasonNote", refund.note);
        }
    }
}
