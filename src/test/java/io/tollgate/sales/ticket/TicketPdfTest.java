package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.Accessibility;
import io.tollgate.pdf.Corpus;
import io.tollgate.pdf.PdfReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of ticket PDFs, and that their codes can be scanned. */
class TicketPdfTest {
    private final TicketSamples sample = new TicketSamples();

    @ParameterizedTest
    @EnumSource(TicketPdfLayout.class)
    void every_code_is_read_back_from_paper(TicketPdfLayout layout) {
        for (int i = 0; i < 12; i++) {
            sample.ticket("Guest " + i);
        }
        sample.tickets.get(3).put("checkInCode", "x".repeat(64));
        byte[] pdf = sample.drawn(layout);
        assertThat(PdfReader.pages(pdf)).isEqualTo(12);
        for (int i = 0; i < 12; i++) {
            assertThat(PdfReader.code(pdf, i))
                    .isEqualTo(sample.tickets.get(i).get("checkInCode").textValue());
        }
    }

    @ParameterizedTest
    @EnumSource(TicketPdfLayout.class)
    void shows_all_there_is_to_know(TicketPdfLayout layout) {
        sample.ticket("Maria Groß-Müller");
        String text = oneLine(PdfReader.text(sample.drawn(layout)));
        assertThat(text)
                .contains("Night of Strings", "Saturday", "12 December 2026", "19:30", "22:30", "CET")
                .contains("Konzerthaus", "Balcony", "Seated", "Maria Groß-Müller", "02009743", "7KQ2MZZZ")
                .contains("€48.50", "Lumen Concerts", "Valid for one person")
                .doesNotContain("TEST", "CANCELED");
    }

    @Test
    void shows_the_price_of_the_ticket_without_fees_and_taxes() {
        sample.ticket("Maria").put("originalPrice", 2500).put("feeAmount", 2).put("revenue", 2502);
        sample.ticket("Ben")
                .put("originalPrice", 3000)
                .put("discountAmount", 300)
                .put("couponAmount", 100);
        sample.ticket("Eve").put("originalPrice", 3000).put("complimentaryAmount", 3050);
        String text = oneLine(PdfReader.text(sample.drawn(TicketPdfLayout.A4)));
        assertThat(text).contains("€25.00", "€26.00", "Free").doesNotContain("€25.02", "€48.50");
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "jp-JP", "ar-SA", "zh-TW", "no-NO", "he-IL", "th-TH", "hi-IN", "xx-YY", ""})
    void speaks_the_language_of_the_page(String locale) {
        sample.page.put("locale", locale);
        sample.ticket("Maria");
        byte[] pdf = sample.drawn(TicketPdfLayout.A6);
        assertThat(PdfReader.text(pdf)).contains("Maria");
        assertThat(PdfReader.code(pdf, 0)).isNotEmpty();
    }

    @Test
    void dates_are_those_of_the_place() {
        sample.page.put("locale", "de-DE");
        sample.page.withObject("/eventDetails").put("timezone", "Asia/Tokyo");
        sample.ticket("Maria");
        assertThat(oneLine(PdfReader.text(sample.drawn(TicketPdfLayout.A4)))).contains("13. Dezember 2026", "03:30");
    }

    /** Otherwise an event of seven hours would show as six, and one of an hour as none, when the clocks change. */
    @Test
    void a_night_in_which_clocks_are_changed_names_both_times() {
        sample.page
                .withObject("/eventDetails")
                .put("startDate", "2026-10-24T21:00:00.000Z")
                .put("endDate", "2026-10-25T04:00:00.000Z");
        sample.ticket("Maria");
        assertThat(oneLine(PdfReader.text(sample.drawn(TicketPdfLayout.A4))))
                .contains("24 October 2026", "23:00 CEST – 05:00 CET");
    }

    @Test
    void a_test_ticket_says_so_and_can_be_scanned() {
        sample.booking.put("livemode", false);
        sample.ticket("Maria");
        byte[] pdf = sample.drawn(TicketPdfLayout.A4);
        assertThat(PdfReader.text(pdf)).contains("TEST", "Test ticket: not valid for admission");
        assertThat(PdfReader.code(pdf, 0)).isNotEmpty();
    }

    @Test
    void a_canceled_ticket_says_so_and_carries_no_code() {
        sample.ticket("Maria");
        sample.ticket("Jonas").put("status", "CANCELED");
        byte[] pdf = sample.drawn(TicketPdfLayout.A4);
        assertThat(PdfReader.text(pdf)).contains("CANCELED", "This ticket was canceled");
        assertThat(PdfReader.code(pdf, 0)).isNotEmpty();
        assertThat(PdfReader.code(pdf, 1)).isEmpty();
    }

    @Test
    void a_code_is_read_back_whatever_else_is_on_the_ticket() throws IOException {
        BufferedImage black = new BufferedImage(900, 700, BufferedImage.TYPE_INT_RGB);
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(black, "png", png);
        sample.picture = png.toByteArray();
        sample.page.put("title", "W".repeat(300));
        sample.page.withObject("/eventDetails").put("location", "X".repeat(400));
        sample.ticket("Y".repeat(400));
        byte[] pdf = sample.drawn(TicketPdfLayout.A6);
        assertThat(PdfReader.code(pdf, 0)).isNotEmpty();
        assertThat(PdfReader.picture(pdf, 0, 72).getRGB(20, 20)).isEqualTo(0xff000000);
    }

    @Test
    void what_is_no_picture_is_left_out() {
        sample.picture = "<svg onload=alert(1)>".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        sample.ticket("Maria");
        assertThat(PdfReader.text(sample.drawn(TicketPdfLayout.A4))).contains("Maria");
    }

    @ParameterizedTest
    @EnumSource(TicketPdfLayout.class)
    void the_same_booking_gives_the_same_bytes(TicketPdfLayout layout) {
        Corpus.texts().forEach(text -> sample.ticket(text.text()));
        assertThat(sample.drawn(layout)).isEqualTo(sample.drawn(layout));
        String before = sample.request(layout).etag();
        sample.tickets.get(0).put("updatedAt", "2026-12-01T10:00:00.000Z");
        assertThat(sample.request(layout).etag()).isEqualTo(before);
        sample.tickets.get(0).put("attendeeName", "Somebody Else");
        assertThat(sample.request(layout).etag()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(TicketPdfLayout.class)
    void everybody_can_read_them(TicketPdfLayout layout) {
        Corpus.texts().forEach(text -> sample.ticket(text.text()));
        sample.ticket("Canceled").put("status", "CANCELED");
        assertThat(Accessibility.problems(sample.drawn(layout))).isEmpty();
    }

    @Test
    void no_name_vanishes() {
        sample.ticket("\u202e\u0007");
        sample.tickets.get(0).put("attendeeEmail", "guest@example.com");
        Corpus.texts().forEach(text -> sample.ticket(text.text()));
        String text = PdfReader.letters(PdfReader.text(sample.drawn(TicketPdfLayout.A4)));
        assertThat(text).contains("guest@example.com");
        Corpus.texts().stream()
                .filter(name -> name.text().length() < 40)
                .forEach(name -> assertThat(text).contains(PdfReader.letters(name.text())));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
