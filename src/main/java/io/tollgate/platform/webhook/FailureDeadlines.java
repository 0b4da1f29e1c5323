package io.tollgate.platform.webhook;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How long a webhook may fail before its seller is warned, and before it is stopped. */
public final class FailureDeadlines {
    private static final Duration STOPPED_AFTER = Duration.ofDays(5);
    private static final Duration WARNED_AFTER = STOPPED_AFTER.dividedBy(2);

    private FailureDeadlines() {}

    /**
     * Returns when a webhook is stopped.
     *
     * @param failing the time of the first failed attempt after the last success
     */
    public static Instant stop(Instant failing) {
        return failing.plus(STOPPED_AFTER);
    }

    /** Returns whether a webhook is stopped. One failed attempt is not enough, however long ago the last event was. */
    static boolean isLate(WebhookDelivery delivery, @Nullable Instant failing, Instant now) {
        return isOver(delivery, failing, STOPPED_AFTER, now);
    }

    /** Returns whether the seller is warned. */
    static boolean isWarning(WebhookDelivery delivery, Instant failing, Instant now) {
        return isOver(delivery, failing, WARNED_AFTER, now) && !isLate(delivery, failing, now);
    }

    private static boolean isOver(WebhookDelivery delivery, @Nullable Instant failing, Duration time, Instant now) {
        return failing != null && delivery.attempts() > 1 && !now.isBefore(failing.plus(time));
    }
}
