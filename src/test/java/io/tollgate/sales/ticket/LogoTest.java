package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.Accessibility;
import io.tollgate.pdf.LogoSamples;
import io.tollgate.pdf.PdfReader;
import java.awt.image.BufferedImage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The seller's logo on tickets, in any shape. A logo that cannot be read never prevents a ticket. */
class LogoTest {
    private static final int BRAND = 0x0b7a75;
    private static final int DPI = 144;

    private final TicketSamples sample = new TicketSamples();

    LogoTest() {
        sample.ticket("Maria");
    }

    /** Returns the share of the first page in the logo's own color, which no pattern has. */
    private int seen(TicketPdfLayout layout, int colour) {
        BufferedImage page = PdfReader.picture(sample.drawn(layout), 0, DPI);
        int seen = 0;
        for (int y = 0; y < page.getHeight(); y++) {
            for (int x = 0; x < page.getWidth(); x++) {
                seen += (page.getRGB(x, y) & 0xffffff) == colour ? 1 : 0;
            }
        }
        return seen;
    }

    static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of("tall", LogoSamples.tall()),
                Arguments.of("padded", LogoSamples.padded()),
                Arguments.of("tiny", LogoSamples.tiny()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void is_drawn_in_its_own_colour(String shape, byte[] logo) {
        for (TicketPdfLayout layout : TicketPdfLayout.values()) {
            sample.logo = null;
            assertThat(seen(layout, BRAND)).isZero();
            sample.logo = logo;
            assertThat(seen(layout, BRAND)).as("%s %s", shape, layout).isGreaterThan(80);
            assertThat(PdfReader.code(sample.drawn(layout), 0)).isNotEmpty();
        }
    }

    /** Sixteen pixels at 96 dpi are twelve points, which are 24 pixels here. */
    @Test
    void a_tiny_one_is_not_blown_up() {
        sample.logo = LogoSamples.tiny();
        assertThat(seen(TicketPdfLayout.A4, BRAND)).isBetween(200, 24 * 24);
    }

    /** Transparent edges are cropped: the disc is as high as the box, 45 points and 90 pixels here. */
    @Test
    void empty_edges_are_left_out() {
        sample.logo = LogoSamples.padded();
        int ring = (int) (Math.PI * (45 * 45 - 22.5 * 22.5));
        assertThat(seen(TicketPdfLayout.A4, BRAND)).isBetween(ring * 8 / 10, ring * 11 / 10);
    }

    @Test
    void one_for_dark_grounds_has_one() {
        sample.logo = LogoSamples.wide();
        int onWhite = seen(TicketPdfLayout.A4, 0xffffff);
        sample.logo = LogoSamples.white();
        int onDark = seen(TicketPdfLayout.A4, 0xffffff);
        assertThat(onWhite - onDark).isGreaterThan(3_000);
    }

    @ParameterizedTest
    @EnumSource(TicketPdfLayout.class)
    void a_canceled_ticket_is_without_it(TicketPdfLayout layout) {
        sample.logo = LogoSamples.tall();
        sample.tickets.get(0).put("status", "CANCELED");
        assertThat(seen(layout, BRAND)).isZero();
    }

    @Test
    void what_is_no_picture_or_shows_nothing_is_left_out() {
        byte[] without = sample.drawn(TicketPdfLayout.A4);
        for (byte[] wrong : new byte[][] {LogoSamples.empty(), {1, 2, 3}, {}}) {
            sample.logo = wrong;
            assertThat(sample.drawn(TicketPdfLayout.A4)).isEqualTo(without);
        }
    }

    @Test
    void everybody_can_read_tickets_with_it_and_they_are_the_same_each_time() {
        sample.logo = LogoSamples.wide();
        sample.picture = LogoSamples.opaque();
        byte[] pdf = sample.drawn(TicketPdfLayout.A6);
        assertThat(sample.drawn(TicketPdfLayout.A6)).isEqualTo(pdf);
        assertThat(Accessibility.problems(pdf)).isEmpty();
        assertThat(PdfReader.text(pdf)).contains("Lumen Concerts");
    }
}
