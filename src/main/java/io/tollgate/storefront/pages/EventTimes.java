package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.EventTexts.Place;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DecimalStyle;
import java.time.format.FormatStyle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Formats the times of an event in its time zone and the language of the page. Shows the time zone as an offset:
 * reading the names of time zones would block the event loop.
 */
final class EventTimes {
    private static final int NIGHT_SECONDS = 18 * 3600;
    private static final int MORNING_HOUR = 9;

    private final Locale locale;
    private final ZoneId zone;

    EventTimes(Messages messages, Place place) {
        this(Locale.forLanguageTag(messages.tag()), zone(place.timezone()));
    }

    private EventTimes(Locale locale, ZoneId zone) {
        this.locale = locale;
        this.zone = zone;
    }

    /** Reads the formats of a language. Blocks. */
    static void prepare(String language) {
        EventTimes times = new EventTimes(Locale.forLanguageTag(language), ZoneId.of("UTC"));
        times.date(Instant.EPOCH, null);
        times.date(Instant.EPOCH, Instant.EPOCH.plusSeconds(7 * 24 * 3600));
        times.time(Instant.EPOCH, null);
        times.moment(Instant.EPOCH, true);
    }

    /** Returns the time zone; UTC if there is no such zone. */
    static ZoneId zone(@Nullable String name) {
        try {
            return name == null || name.isBlank() ? ZoneId.of("UTC") : ZoneId.of(name);
        } catch (DateTimeException unknown) {
            return ZoneId.of("UTC");
        }
    }

    private String format(Instant time, DateTimeFormatter format) {
        return format.withLocale(locale)
                .withDecimalStyle(DecimalStyle.of(locale))
                .format(time.atZone(zone));
    }

    private String offset(Instant time) {
        return " " + format(time, DateTimeFormatter.ofPattern("O"));
    }

    private String clock(Instant time) {
        return format(time, DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT));
    }

    /** Returns the date of an event, or its first and last date. */
    String date(Instant start, @Nullable Instant end) {
        DateTimeFormatter whole = DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL);
        DateTimeFormatter part = DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG);
        return end == null || isOneDay(start, end)
                ? format(start, whole)
                : format(start, part) + " – " + format(end, part);
    }

    /** Returns the time at which an event starts and, if it ends on the same day or night, ends. */
    String time(Instant start, @Nullable Instant end) {
        return end != null && end.isAfter(start) && isOneDay(start, end)
                ? clock(start) + " – " + clock(end) + offset(end)
                : clock(start) + offset(start);
    }

    private boolean isOneDay(Instant start, Instant end) {
        if (!end.isAfter(start)) {
            return true;
        }
        boolean sameDay = start.atZone(zone)
                .toLocalDate()
                .equals(end.minusSeconds(1).atZone(zone).toLocalDate());
        return sameDay
                || end.isBefore(start.plusSeconds(NIGHT_SECONDS))
                        && end.atZone(zone).getHour() < MORNING_HOUR;
    }

    /** Returns a time of a sale. */
    String moment(Instant time, boolean withZone) {
        String moment = format(time, DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT));
        return withZone ? moment + offset(time) : moment;
    }
}
