package io.tollgate.catalog.event;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An event for calendars: as an iCalendar file (RFC 5545), and as an address that adds it to Google Calendar.
 *
 * @param id identifies the event, so that a calendar does not add it twice
 * @param stamp when the file was written
 * @param end null if the event has no end; calendars then show one hour
 * @param location empty without a place
 * @param description plain text; empty without one
 * @param url link at which attendees join; empty without one
 * @param canceled whether the event does not take place, or not for the person who booked
 */
public record EventCalendar(
        String id,
        Instant stamp,
        Instant start,
        @Nullable Instant end,
        String title,
        String location,
        String description,
        String url,
        boolean canceled) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Duration WITHOUT_END = Duration.ofHours(1);
    private static final int LINE_OCTETS_MAX = 75;

    /** Returns the file. */
    public String text() {
        StringBuilder file = new StringBuilder();
        line(file, "BEGIN:VCALENDAR");
        line(file, "VERSION:2.0");
        line(file, "PRODID:-//Tollgate//Tollgate//EN");
        line(file, "METHOD:PUBLISH");
        line(file, "BEGIN:VEVENT");
        line(file, "UID:" + id + "@tollgate");
        line(file, "DTSTAMP:" + TIME.format(stamp));
        line(file, "DTSTART:" + TIME.format(start));
        line(file, "DTEND:" + TIME.format(lastMoment()));
        line(file, "SUMMARY:" + escaped(title));
        if (!location.isEmpty()) {
            line(file, "LOCATION:" + escaped(location));
        }
        if (!description.isEmpty()) {
            line(file, "DESCRIPTION:" + escaped(description));
        }
        if (!url.isEmpty()) {
            line(file, "URL:" + url.replaceAll("[\\s\\p{Cntrl}]", ""));
        }
        if (canceled) {
            // A revision, so that calendars replace the entry that they may have.
            line(file, "SEQUENCE:1");
        }
        line(file, "STATUS:" + (canceled ? "CANCELLED" : "CONFIRMED"));
        line(file, "END:VEVENT");
        line(file, "END:VCALENDAR");
        return file.toString();
    }

    /** Returns the address that opens the event in Google Calendar. */
    public String googleUrl() {
        return "https://calendar.google.com/calendar/render?action=TEMPLATE&text=" + encoded(title) + "&dates="
                + TIME.format(start) + "%2F" + TIME.format(lastMoment()) + "&location=" + encoded(location)
                + "&details=" + encoded(description);
    }

    private Instant lastMoment() {
        return end == null || !end.isAfter(start) ? start.plus(WITHOUT_END) : end;
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** Escapes the value of a text property. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replaceAll("\\R", "\\\\n")
                .replaceAll("\\p{Cntrl}", "");
    }

    /** Appends a line, folded so that no part is longer than 75 octets and no character is split. */
    private static void line(StringBuilder file, String content) {
        int octets = 0;
        for (int i = 0; i < content.length(); i += Character.charCount(content.codePointAt(i))) {
            String character = Character.toString(content.codePointAt(i));
            int length = character.getBytes(StandardCharsets.UTF_8).length;
            if (octets + length > LINE_OCTETS_MAX) {
                file.append("\r\n ");
                octets = 1;
            }
            file.append(character);
            octets += length;
        }
        file.append("\r\n");
    }
}
