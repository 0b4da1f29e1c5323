package io.tollgate.sales.ticket;

import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.ContentNode;
import io.tollgate.pdf.Formats;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The date and time of an event, in the time zone of the event and the language of the page.
 *
 * @param date the date or date range; empty if the event has none
 * @param time the time or time range, with the name of the time zone
 */
public record TicketPdfTimes(String date, String time) {

    public static TicketPdfTimes of(ContentNode event, Formats formats, ULocale locale) {
        Instant start = event.time("startDate");
        Instant end = event.time("endDate");
        String zone = zone(event.text("timezone"));
        if (start == null) {
            return new TicketPdfTimes("", "");
        }
        if (end == null || !end.isAfter(start)) {
            return new TicketPdfTimes(day(start, formats, locale, zone), formats.date(start, "jmz", locale, zone));
        }
        ZoneId there = ZoneId.of(zone);
        boolean sameDay = start.atZone(there)
                .toLocalDate()
                .equals(end.atZone(there).minusMinutes(1).toLocalDate());
        boolean night =
                end.isBefore(start.plusSeconds(18 * 3600)) && end.atZone(there).getHour() < 9;
        if (sameDay || night) {
            // If the UTC offset changes during the event, both times show their time zone.
            boolean changed =
                    !there.getRules().getOffset(start).equals(there.getRules().getOffset(end));
            String from = formats.date(start, changed ? "jmz" : "jm", locale, zone);
            String time = from + " – " + formats.date(end, "jmz", locale, zone);
            return new TicketPdfTimes(day(start, formats, locale, zone), time);
        }
        return new TicketPdfTimes(
                formats.span(start, end, "yMMMEd", locale, zone), formats.date(start, "jmz", locale, zone));
    }

    private static String day(Instant start, Formats formats, ULocale locale, String zone) {
        return formats.date(start, "yMMMMEEEEd", locale, zone);
    }

    /** Returns the configured time zone, or UTC if it is not a known zone. */
    private static String zone(@Nullable String setting) {
        if (setting == null || setting.isBlank()) {
            return "UTC";
        }
        String known = TimeZone.getCanonicalID(setting);
        try {
            return known == null ? "UTC" : ZoneId.of(setting).getId();
        } catch (java.time.DateTimeException e) {
            return "UTC";
        }
    }
}
