package io.tollgate.platform.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt means for a delivery, and when the next attempt is due. */
final class RetrySchedule {
    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(14),
            Duration.ofHours(20),
            Duration.ofHours(24));

    static final int ATTEMPTS_MAX = PAUSES.size() + 1;

    /** The longest {@code Retry-After} that counts. */
    private static final Duration RETRY_AFTER_MAX = Duration.ofHours(24);

    /** The random part of a pause is at most a tenth of it. */
    private static final int JITTER_PART = 10;

    private static final int GONE = 410;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;

    private final LongUnaryOperator jitter;

    /** @param jitter returns a number from 0 up to its argument */
    RetrySchedule(LongUnaryOperator jitter) {
        this.jitter = jitter;
    }

    /** Returns whether a response accepts the delivery. Redirects are not followed and do not. */
    static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /** Returns whether the receiver wants no further deliveries. */
    static boolean disables(int status) {
        return status == GONE;
    }

    /** Returns whether the receiver, or what is in front of it, is overloaded. */
    static boolean throttles(int status) {
        return status == TOO_MANY_REQUESTS || status == BAD_GATEWAY || status == GATEWAY_TIMEOUT;
    }

    /**
     * Returns the pause after a failed attempt; null if it was the last one.
     *
     * @param attempts number of attempts so far, at least 1
     * @param retryAfter what the receiver asks for, or null
     */
    @Nullable
    Duration pause(int attempts, @Nullable Duration retryAfter) {
        if (attempts >= ATTEMPTS_MAX) {
            return null;
        }
        Duration usual = PAUSES.get(attempts - 1);
        Duration asked = retryAfter == null || retryAfter.compareTo(usual) < 0 ? usual : retryAfter;
        return asked.plusMillis(jitter.applyAsLong(asked.toMillis() / JITTER_PART));
    }

    /** Parses {@code Retry-After}: seconds or a date. Returns null if it is missing or invalid. */
    static @Nullable Duration retryAfter(@Nullable String header, Instant now) {
        if (header == null) {
            return null;
        }
        String text = header.strip();
        Duration asked;
        if (text.matches("\\d{1,9}")) {
            asked = Duration.ofSeconds(Long.parseLong(text));
        } else {
            try {
                Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant();
                asked = Duration.between(now, until);
            } catch (DateTimeException invalid) {
                return null;
            }
        }
        if (asked.isNegative()) {
            return null;
        }
        return asked.compareTo(RETRY_AFTER_MAX) > 0 ? RETRY_AFTER_MAX : asked;
    }
}
