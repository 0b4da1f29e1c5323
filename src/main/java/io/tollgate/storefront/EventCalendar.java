package io.tollgate.storefront;

import io.tollgate.catalog.Event;
import io.tollgate.catalog.EventTexts.Place;
import io.tollgate.checkoutpage.HostedPages.HostedEvent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * An event for calendars: as a file by RFC 5545, and as an address that adds it to Google Calendar.
 *
 * @param end equals {@code start} plus one hour if the event has no end
 * @param description plain text
 */
record EventCalendar(
        String uid,
        Instant stamp,
        Instant start,
        Instant end,
        String summary,
        String location,
        String description,
        boolean canceled) {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final Duration WITHOUT_END = Duration.ofHours(1);
    private static final int LINE_OCTETS_MAX = 75;
    private static final int DESCRIPTION_MAX = 1_000;
    private static final PolicyFactory NO_TAGS = new HtmlPolicyBuilder().toFactory();

    /**
     * Returns the event; null if it has no date.
     *
     * @param url address that the description names
     */
    static @Nullable EventCalendar of(HostedEvent hosted, String url) {
        Place place = hosted.texts().place();
        Instant start = place.startDate();
        if (start == null) {
            return null;
        }
        Instant end = place.endDate();
        String text = plain(hosted.content().descriptionHtml());
        String page = url.replaceFirst("/event\\.ics.*$", "");
        boolean present = !place.type().equals("virtual");
        return new EventCalendar(
                hosted.page().id() + "@tollgate",
                hosted.now(),
                start,
                end == null || !end.isAfter(start) ? start.plus(WITHOUT_END) : end,
                CheckoutViews.heading(hosted),
                present ? Objects.requireNonNullElse(place.location(), "") : "",
                text.isEmpty() ? page : text + "\n\n" + page,
                hosted.page().details().status() == Event.Status.CANCELED);
    }

    /** Returns the text of HTML without its tags. */
    static String plain(@Nullable String html) {
        if (html == null) {
            return "";
        }
        String breaks = html.replaceAll("(?i)<br\\s*/?>|</p>|</li>|</h[1-6]>|</div>", "\n");
        String text = NO_TAGS.sanitize(breaks)
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&#61;", "=")
                .replace("&#64;", "@")
                .replace("&#96;", "`")
                .replace("&#43;", "+")
                .replace("&amp;", "&")
                .replaceAll("\n{3,}", "\n\n")
                .strip();
        return text.length() <= DESCRIPTION_MAX
                ? text
                : text.substring(0, DESCRIPTION_MAX).strip() + "…";
    }

    /** Returns the calendar file. */
    String text() {
        StringBuilder text = new StringBuilder();
        line(text, "BEGIN:VCALENDAR");
        line(text, "VERSION:2.0");
        line(text, "PRODID:-//Tollgate//Events//EN");
        line(text, "METHOD:PUBLISH");
        line(text, "BEGIN:VEVENT");
        line(text, "UID:" + uid);
        line(text, "DTSTAMP:" + UTC.format(stamp));
        line(text, "DTSTART:" + UTC.format(start));
        line(text, "DTEND:" + UTC.format(end));
        line(text, "SUMMARY:" + escape(summary));
        if (!location.isEmpty()) {
            line(text, "LOCATION:" + escape(location));
        }
        line(text, "DESCRIPTION:" + escape(description));
        line(text, "STATUS:" + (canceled ? "CANCELLED" : "CONFIRMED"));
        line(text, "END:VEVENT");
        line(text, "END:VCALENDAR");
        return text.toString();
    }

    /** Returns the address that opens the event in Google Calendar. */
    String googleUrl() {
        return "https://calendar.google.com/calendar/render?action=TEMPLATE&text=" + encode(summary) + "&dates="
                + UTC.format(start) + "%2F" + UTC.format(end) + "&location=" + encode(location) + "&details="
                + encode(description);
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** Escapes the value of a text property. */
    private static String escape(String value) {
        return value.replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replace("\r\n", "\\n")
                .replace("\n", "\\n")
                .replace("\r", "\\n")
                .replaceAll("\\p{Cntrl}", "");
    }

    /** Appends a line, folded so that no part is longer than 75 octets and no character is split. */
    private static void line(StringBuilder text, String line) {
        int octets = 0;
        for (int i = 0; i < line.length(); ) {
            int point = line.codePointAt(i);
            String character = Character.toString(point);
            int length = character.getBytes(StandardCharsets.UTF_8).length;
            if (octets + length > LINE_OCTETS_MAX) {
                text.append("\r\n ");
                octets = 1;
            }
            text.append(character);
            octets += length;
            i += Character.charCount(point);
        }
        text.append("\r\n");
    }
}
