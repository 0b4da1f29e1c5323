package io.tollgate.purchase;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A cart that the buyer left before paying.
 *
 * @param emailStatus of the reminders
 * @param recoveredAt when the buyer came back and paid; null if never
 */
public record Abandonment(
        String emailStatus,
        @Nullable Instant emailSentAt,
        @Nullable Instant recoveredAt) {

    /** @param abandonment null if the buyer did not leave */
    static void put(ObjectNode record, @Nullable Abandonment abandonment) {
        record.put("isAbandoned", abandonment != null);
        if (abandonment != null) {
            record.put("recoveredAt", Times.textOrNull(abandonment.recoveredAt))
                    .put("abandonmentStatus", abandonment.recoveredAt == null ? "abandoned" : "recovered")
                    .put("abandonedCartEmailStatus", abandonment.emailStatus)
                    .put("abandonedCartEmailSentAt", Times.textOrNull(abandonment.emailSentAt));
        }
    }
}
