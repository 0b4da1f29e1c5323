package io.tollgate.loadtest.engine;

import java.time.Duration;

/**
 * How arrivals come: so many a second, whatever became of those before them; or so many callers, each of whom waits for
 * an answer before asking again.
 *
 * @param rate arrivals a second; 0 with {@code users}
 * @param users callers; 0 with {@code rate}
 * @param duration at that rate
 * @param rampUp before it, from nothing to that rate, so that neither side starts cold
 */
public record Profile(int rate, int users, Duration duration, Duration rampUp) {
    public static final int RATE_MAX = 2_000;
    public static final int USERS_MAX = 500;
    public static final Duration DURATION_MAX = Duration.ofHours(1);
    public static final long REQUESTS_MAX = 2_000_000;

    private static final long RAMP_SECONDS_MAX = 10;
    private static final int RAMP_SHARE = 5;

    /** @throws IllegalArgumentException where it is not within bounds, with a message for the user */
    public static Profile of(int rate, int users, Duration duration) {
        require(rate == 0 || users == 0, "--rate and --users exclude each other");
        require(rate > 0 || users > 0, "--rate and --users must be positive");
        require(rate <= RATE_MAX, "--rate must be at most " + RATE_MAX);
        require(users <= USERS_MAX, "--users must be at most " + USERS_MAX);
        require(
                !duration.isNegative() && !duration.isZero() && duration.compareTo(DURATION_MAX) <= 0,
                "--duration must be 1 to " + DURATION_MAX.toSeconds() + " seconds");
        require(
                rate * duration.toSeconds() <= REQUESTS_MAX,
                "--rate times --duration must be at most " + REQUESTS_MAX + " requests");
        // Whole seconds: Gatling's injector fails on less than one.
        long ramp = Math.max(1, Math.min(RAMP_SECONDS_MAX, duration.toSeconds() / RAMP_SHARE));
        return new Profile(rate, users, duration, Duration.ofSeconds(ramp));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    public boolean isOpen() {
        return rate > 0;
    }
}
