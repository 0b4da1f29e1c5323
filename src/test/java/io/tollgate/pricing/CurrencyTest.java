package io.tollgate.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the processor can charge in each currency, and the rounding of quotes to it. */
class CurrencyTest {
    private static final int ORDERS = 2_000;

    private static long step(String code) {
        return Currency.of(code).step();
    }

    @Test
    void amounts_are_sent_as_the_processor_documents() {
        assertThat(List.of("jpy", "krw", "clp", "xof"))
                .allSatisfy(code -> assertThat(Currency.of(code).decimals()).isZero());
        assertThat(List.of("isk", "ugx", "huf", "twd", "eur"))
                .allSatisfy(code -> assertThat(Currency.of(code).decimals()).isEqualTo(2));
        assertThat(List.of("bhd", "jod", "kwd", "omr", "tnd"))
                .allSatisfy(code -> assertThat(Currency.of(code).decimals()).isEqualTo(3));
        assertThat(List.of(step("eur"), step("jpy"), step("isk"), step("ugx"), step("kwd")))
                .containsExactly(1L, 1L, 100L, 100L, 10L);
        assertThat(Currency.of("isk").problem(1_050)).contains("multiple of 100", "ISK");
        assertThat(Currency.of("kwd").problem(5_124)).contains("multiple of 10", "KWD");
        assertThat(Currency.of("isk").problem(1_100)).isNull();
        assertThat(Currency.of("huf").problem(17_501)).isNull();
    }

    @Test
    void minimums_are_the_documented_ones() {
        assertThat(Currency.of("gbp").isBelowMinimum(29)).isTrue();
        assertThat(Currency.of("gbp").isBelowMinimum(30)).isFalse();
        assertThat(Currency.of("jpy").isBelowMinimum(49)).isTrue();
        assertThat(Currency.of("huf").minimum()).isEqualTo(17_500);
        assertThat(Currency.of("usd").isBelowMinimum(0)).isFalse();
    }

    @Test
    void totals_are_rounded_to_the_nearest_amount_and_never_to_nothing() {
        Currency krona = Currency.of("isk");
        assertThat(List.of(krona.chargeable(0), krona.chargeable(1), krona.chargeable(149), krona.chargeable(150)))
                .containsExactly(0L, 100L, 100L, 200L);
    }

    @Test
    void steps_show_the_rounding() {
        Line line = new Line(Line.Kind.PRODUCT, "p", "Wool", 1, 1_000, true);
        Taxation tax = new Taxation(false, List.of(new Taxation.Rate("VSK", Percent.of(24.5))));
        Quote quote = Quote.of(new Order(List.of(line), List.of(), null, List.of(), tax, false))
                .rounded(Currency.of("isk"));
        assertThat(quote.total()).isEqualTo(1_200);
        assertThat(quote.taxAmount()).isEqualTo(245);
        assertThat(quote.steps())
                .extracting(step -> step.kind() + " " + step.amount())
                .containsExactly("LINE 1000", "TAX 245", "ROUNDING -45", "TOTAL 1200");
    }

    @Test
    void every_part_and_every_ticket_can_be_charged() {
        for (int seed = 0; seed < ORDERS; seed++) {
            Order order = TicketAmountsTest.order(new Random(seed));
            Quote exact = Quote.of(order);
            for (String code : List.of("isk", "kwd", "eur")) {
                Currency currency = Currency.of(code);
                Quote quote = exact.rounded(currency);
                assertThat(quote.total()).as("seed %d", seed).isEqualTo(currency.chargeable(exact.total()));
                assertThat(quote.parts())
                        .as("seed %d", seed)
                        .allSatisfy(part ->
                                assertThat(part.total() % currency.step()).isZero());
                assertThat(quote.parts().stream().mapToLong(Part::total).sum()).isEqualTo(quote.total());
                assertThat(quote.total()).isEqualTo(exact.total() + quote.rounding());
                assertThat(quote.rounded(currency)).isEqualTo(quote);
                List<TicketAmounts> tickets = TicketAmountsTest.tickets(quote, currency.step());
                assertThat(tickets).as("seed %d", seed).allSatisfy(ticket -> {
                    assertThat(ticket.revenue() % currency.step()).isZero();
                    assertThat(Math.min(ticket.fee(), ticket.discount())).isNotNegative();
                });
                assertThat(tickets.stream().mapToLong(TicketAmounts::revenue).sum())
                        .isEqualTo(quote.total());
            }
        }
    }
}
