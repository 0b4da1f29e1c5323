package io.tollgate.sales.purchase;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A cart that the buyer left before paying.
 *
 * @param emailStatus status of the reminder e-mails
 * @param recoveredAt when the buyer came back and paid, or null
 */
public record Abandonment(
        String emailStatus,
        @Nullable Instant emailSentAt,
        @Nullable Instant recoveredAt) {}
