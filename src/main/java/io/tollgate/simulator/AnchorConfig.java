package io.tollgate.simulator;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * On which day of the month a subscription is charged: {@code billing_cycle_anchor_config}. In a month without this
 * day, it is charged on the last day.
 *
 * @param month from 1; null for every month
 * @param hour null for the time of day of the subscription, which then has neither minute nor second
 */
record AnchorConfig(
        int day,
        @Nullable Integer month,
        @Nullable Integer hour,
        @Nullable Integer minute,
        @Nullable Integer second) {
    private static final String PARAM = "billing_cycle_anchor_config";

    /** Returns the configuration of a request; null without one. */
    static @Nullable AnchorConfig of(FormBody form) {
        if (form.values().keySet().stream().noneMatch(name -> name.startsWith(PARAM + "["))) {
            return null;
        }
        String day = PARAM + "[day_of_month]";
        form.required(day);
        Integer configured = number(form, day, 1, 31);
        return new AnchorConfig(
                configured == null ? 1 : configured,
                number(form, PARAM + "[month]", 1, 12),
                number(form, PARAM + "[hour]", 0, 23),
                number(form, PARAM + "[minute]", 0, 59),
                number(form, PARAM + "[second]", 0, 59));
    }

    private static @Nullable Integer number(FormBody form, String param, int least, int most) {
        Long value = form.integer(param);
        if (value != null && (value < least || value > most)) {
            throw WireError.invalidInteger(param, "This value must be from " + least + " to " + most + ".");
        }
        return value == null ? null : (Integer) value.intValue();
    }

    /** Rejects what the simulator does not implement: prorations up to the first anchor. */
    void validate(long now, @Nullable Long trialEnd, @Nullable String proration) {
        if (!"none".equals(proration)) {
            throw WireError.invalid("proration_behavior", "The simulator supports none only.");
        }
        if (trialEnd != null && first(trialEnd) != trialEnd) {
            throw WireError.invalid(PARAM, "The simulator supports trials that end on the anchor only.");
        }
        if (trialEnd == null && first(now) <= now) {
            throw WireError.invalid(PARAM, "The simulator supports anchors in the future only.");
        }
    }

    /** Returns the first anchor that is not before a time. */
    long first(long seconds) {
        ZonedDateTime from = Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC);
        ZonedDateTime candidate = from.withDayOfMonth(1);
        if (month != null) {
            candidate = candidate.withMonth(month);
        }
        if (hour != null) {
            candidate = candidate.withHour(hour).withMinute(minute == null ? 0 : minute);
            candidate = candidate.withSecond(second == null ? 0 : second);
        }
        ZonedDateTime anchor = onDay(candidate);
        if (anchor.isBefore(from)) {
            anchor = onDay(month == null ? candidate.plusMonths(1) : candidate.plusYears(1));
        }
        return anchor.toEpochSecond();
    }

    private ZonedDateTime onDay(ZonedDateTime time) {
        return time.withDayOfMonth(Math.min(day, time.toLocalDate().lengthOfMonth()));
    }

    JsonObject wire() {
        return new JsonObject()
                .put("day_of_month", day)
                .put("hour", hour)
                .put("minute", minute)
                .put("month", month)
                .put("second", second);
    }

    /** Moves the start of a period to the configured day of its month. */
    static long moved(JsonObject subscription, long start) {
        JsonObject config = subscription.getJsonObject(PARAM);
        if (config == null) {
            return start;
        }
        ZonedDateTime time = Instant.ofEpochSecond(start).atZone(ZoneOffset.UTC);
        int last = time.toLocalDate().lengthOfMonth();
        return time.withDayOfMonth(Math.min(config.getInteger("day_of_month"), last))
                .toEpochSecond();
    }
}
