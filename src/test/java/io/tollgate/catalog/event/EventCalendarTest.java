package io.tollgate.catalog.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Calendar files by RFC 5545. */
class EventCalendarTest {
    private static EventCalendar calendar(String summary, String description) {
        Instant start = Instant.parse("2036-07-18T16:00:00Z");
        return new EventCalendar(
                "6b0145e28b254675689f6f2e",
                Instant.parse("2036-01-02T03:04:05Z"),
                start,
                start.plusSeconds(5_400),
                summary,
                "Quay 3, Hamburg",
                description,
                "https://meet.example/1",
                false);
    }

    @Test
    void hasTheRequiredProperties() {
        assertThat(calendar("Concert", "Bring a friend.").text()).isEqualTo("""
                        BEGIN:VCALENDAR
                        VERSION:2.0
                        PRODID:-//Tollgate//Tollgate//EN
                        METHOD:PUBLISH
                        BEGIN:VEVENT
                        UID:6b0145e28b254675689f6f2e@tollgate
                        DTSTAMP:20360102T030405Z
                        DTSTART:20360718T160000Z
                        DTEND:20360718T173000Z
                        SUMMARY:Concert
                        LOCATION:Quay 3\\, Hamburg
                        DESCRIPTION:Bring a friend.
                        URL:https://meet.example/1
                        STATUS:CONFIRMED
                        END:VEVENT
                        END:VCALENDAR
                        """.replace("\n", "\r\n"));
    }

    @Test
    void textCannotAddProperties() {
        assertThat(calendar("a;b,c\\d\r\nATTACH:evil", "x\u0007").text())
                .contains("SUMMARY:a\\;b\\,c\\\\d\\nATTACH:evil\r\n", "DESCRIPTION:x\r\n")
                .doesNotContain("\r\nATTACH");
    }

    @Test
    void longLinesAreFoldedBetweenCharacters() {
        String title = "Größe 日本語 🎪 ".repeat(12).strip();
        String text = calendar(title, "").text();
        assertThat(text.split("\r\n"))
                .allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length <= 75)
                .noneMatch(line -> line.contains("\uFFFD"));
        assertThat(text.replace("\r\n ", "")).contains("SUMMARY:" + title + "\r\n");
    }

    @Test
    void googleAddressIsEncoded() {
        assertThat(calendar("Rock & Roll", "a b").googleUrl())
                .contains("text=Rock+%26+Roll", "dates=20360718T160000Z%2F20360718T173000Z");
    }

    @Test
    void eventWithoutAnEndLastsAnHour() {
        Instant start = Instant.parse("2036-07-18T16:00:00Z");
        for (Instant end : new Instant[] {null, start}) {
            EventCalendar bare = new EventCalendar("6b01", start, start, end, "Concert", "", "", "", true);
            assertThat(bare.text())
                    .contains("DTEND:20360718T170000Z\r\n", "SEQUENCE:1\r\nSTATUS:CANCELLED\r\n")
                    .doesNotContain("LOCATION", "DESCRIPTION", "URL");
            assertThat(bare.googleUrl()).contains("dates=20360718T160000Z%2F20360718T170000Z");
        }
    }
}
