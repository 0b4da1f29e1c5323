package io.tollgate.event;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An event as an iCalendar file (RFC 5545), which calendar programs add to a calendar.
 *
 * @param id identifies the event, so that a calendar does not add it twice
 * @param end null if the event has no end
 * @param location null without a place
 * @param url link at which attendees join; null without one
 * @param changedAt when the file was written
 */
public record EventCalendar(
        String id,
        String title,
        Instant start,
        @Nullable Instant end,
        @Nullable String location,
        @Nullable String url,
        Instant changedAt) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int LINE_BYTES_MAX = 73;

    /** Returns the file. */
    public String text() {
        StringBuilder file = new StringBuilder();
        line(file, "BEGIN:VCALENDAR");
        line(file, "VERSION:2.0");
        line(file, "PRODID:-//Tollgate//Tollgate//EN");
        line(file, "METHOD:PUBLISH");
        line(file, "BEGIN:VEVENT");
        line(file, "UID:" + id + "@tollgate");
        line(file, "DTSTAMP:" + TIME.format(changedAt));
        line(file, "DTSTART:" + TIME.format(start));
        if (end != null && end.isAfter(start)) {
            line(file, "DTEND:" + TIME.format(end));
        }
        line(file, "SUMMARY:" + escaped(title));
        if (location != null) {
            line(file, "LOCATION:" + escaped(location));
        }
        if (url != null) {
            line(file, "URL:" + url.replaceAll("[\\s\\p{Cntrl}]", ""));
        }
        line(file, "END:VEVENT");
        line(file, "END:VCALENDAR");
        return file.toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replaceAll("\\R", "\\\\n")
                .replaceAll("\\p{Cntrl}", " ");
    }

    /** Appends a line, folded so that no part is longer than 75 bytes. */
    private static void line(StringBuilder file, String content) {
        int bytes = 0;
        for (int i = 0; i < content.length(); i += Character.charCount(content.codePointAt(i))) {
            String character = Character.toString(content.codePointAt(i));
            int length = character.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + length > LINE_BYTES_MAX) {
                file.append("\r\n ");
                bytes = 0;
            }
            file.append(character);
            bytes += length;
        }
        file.append("\r\n");
    }
}
