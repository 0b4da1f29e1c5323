package io.tollgate.simulator;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the simulator delivers an event. A word such as {@code simulate:events-never} in a payment selects it. */
enum EventDelivery {
    NORMAL,
    /** Sent after 90 s, when Tollgate has asked by itself. */
    LATE,
    /** Sent twice, although the first delivery succeeds. */
    TWICE,
    /** Sent after up to 5 s, so that the events of a payment arrive in another order. */
    SHUFFLED,
    NEVER;

    private static final Pattern COMMAND = Pattern.compile("simulate:events-(late|twice|shuffled|never)");
    private static final Duration DELAY = Duration.ofSeconds(90);
    private static final int SHUFFLED_MILLIS = 5_000;

    /** Returns the delivery that a command in a text names, or that of the scenario. */
    static EventDelivery of(String text, Scenario scenario, String type) {
        Matcher command = COMMAND.matcher(text);
        return command.find() ? named(command.group(1)) : scenario.event(type);
    }

    static EventDelivery named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** @param random between 0 and 1 */
    Duration delay(double random) {
        return switch (this) {
            case LATE -> DELAY;
            case SHUFFLED -> Duration.ofMillis((long) (random * SHUFFLED_MILLIS));
            case NORMAL, TWICE, NEVER -> Duration.ZERO;
        };
    }

    /** Returns how many deliveries must succeed. */
    int deliveries() {
        return this == TWICE ? 2 : this == NEVER ? 0 : 1;
    }
}
