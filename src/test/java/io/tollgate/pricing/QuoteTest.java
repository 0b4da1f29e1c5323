package io.tollgate.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tollgate.pricing.BulkDiscount.Count;
import io.tollgate.pricing.Line.Kind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuoteTest {
    private static Line product(int quantity, long price) {
        return new Line(Kind.PRODUCT, "book", "Book", quantity, price, true);
    }

    private static Order order(
            List<Line> lines, List<BulkDiscount> bulk, @Nullable Reduction coupon, List<Fee> fees, Taxation taxation) {
        return new Order(lines, bulk, coupon, fees, taxation, false);
    }

    private static Taxation tax(boolean inclusive, double... percents) {
        return new Taxation(
                inclusive,
                Arrays.stream(percents)
                        .mapToObj(percent -> new Taxation.Rate("Tax " + percent, Percent.of(percent)))
                        .toList());
    }

    @Test
    void ten_percent_off_2500_is_2250() {
        Quote quote =
                Quote.of(order(List.of(product(1, 2500)), List.of(), Reduction.percent(10), List.of(), Taxation.NONE));
        assertThat(quote.total()).isEqualTo(2250);
        assertThat(quote.couponDiscount()).isEqualTo(250);
    }

    @Test
    void steps_follow_their_order_and_sum_to_the_total() {
        Quote quote = Quote.of(order(
                List.of(product(4, 1000)),
                List.of(new BulkDiscount(Count.ORDER, Set.of(), 3, null, Reduction.percent(10))),
                Reduction.amount(600),
                List.of(new Fee("Handling", 50L, null, 4), new Fee("Service", null, Percent.of(2.5), 1)),
                tax(false, 20)));
        assertThat(quote.steps())
                .extracting(Step::kind, Step::amount)
                .containsExactly(
                        tuple(Step.Kind.LINE, 4000L),
                        tuple(Step.Kind.BULK_DISCOUNT, -400L),
                        tuple(Step.Kind.COUPON, -600L),
                        tuple(Step.Kind.FEE, 200L),
                        tuple(Step.Kind.FEE, 75L),
                        tuple(Step.Kind.TAX, 655L),
                        tuple(Step.Kind.TOTAL, 3930L));
    }

    @Test
    void an_inclusive_tax_is_contained_and_told_after_the_total() {
        Quote quote = Quote.of(order(List.of(product(1, 2900)), List.of(), null, List.of(), tax(true, 19)));
        assertThat(quote.total()).isEqualTo(2900);
        assertThat(quote.taxAmount()).isEqualTo(463);
        assertThat(quote.excludingTax()).isEqualTo(2437).isEqualTo(quote.taxable());
        assertThat(quote.steps().get(quote.steps().size() - 1).kind()).isEqualTo(Step.Kind.TAX_INCLUDED);
    }

    @Test
    void the_rule_with_the_highest_least_quantity_wins() {
        List<BulkDiscount> rules = List.of(
                new BulkDiscount(Count.ORDER, Set.of(), 5, null, Reduction.percent(5)),
                new BulkDiscount(Count.ORDER, Set.of(), 2, null, Reduction.percent(50)),
                new BulkDiscount(Count.ORDER, Set.of(), 6, null, Reduction.percent(60)));
        assertThat(Quote.of(order(List.of(product(5, 100)), rules, null, List.of(), Taxation.NONE))
                        .bulkDiscount())
                .isEqualTo(25);
    }

    @Test
    void a_rule_ends_with_its_highest_quantity() {
        List<BulkDiscount> rules = List.of(new BulkDiscount(Count.ORDER, Set.of(), 2, 3, Reduction.percent(10)));
        assertThat(Quote.of(order(List.of(product(4, 100)), rules, null, List.of(), Taxation.NONE))
                        .bulkDiscount())
                .isZero();
    }

    @Test
    void options_count_only_for_the_rules_that_name_them() {
        List<Line> lines = List.of(product(1, 1000), new Line(Kind.VARIANT_OPTION, "wrap", "Wrap", 3, 300, true));
        List<BulkDiscount> all = List.of(new BulkDiscount(Count.ORDER, Set.of(), 3, null, Reduction.percent(10)));
        List<BulkDiscount> own = List.of(new BulkDiscount(Count.LINE, Set.of("wrap"), 3, null, Reduction.amount(100)));
        assertThat(Quote.of(order(lines, all, null, List.of(), Taxation.NONE)).bulkDiscount())
                .isZero();
        assertThat(Quote.of(order(lines, own, null, List.of(), Taxation.NONE)).bulkDiscount())
                .isEqualTo(100);
    }

    @Test
    void what_a_rule_covers_does_not_change_what_it_counts() {
        List<Line> lines = List.of(product(3, 1000), new Line(Kind.VARIANT_OPTION, "wrap", "Wrap", 1, 300, true));
        List<BulkDiscount> wrap =
                List.of(new BulkDiscount(Count.ORDER, Set.of("wrap"), 3, null, Reduction.percent(10)));
        assertThat(Quote.of(order(lines, wrap, null, List.of(), Taxation.NONE)).bulkDiscount())
                .isEqualTo(30);
        List<Line> tickets = List.of(
                new Line(Kind.TICKET, "seat", "Seat", 2, 1000, true),
                new Line(Kind.TICKET, "stand", "Stand", 2, 500, true));
        List<BulkDiscount> seats =
                List.of(new BulkDiscount(Count.ORDER, Set.of("seat"), 4, null, Reduction.percent(10)));
        assertThat(Quote.of(order(tickets, seats, null, List.of(), Taxation.NONE))
                        .bulkDiscount())
                .isEqualTo(200);
        List<BulkDiscount> group =
                List.of(new BulkDiscount(Count.COVERED, Set.of("seat"), 4, null, Reduction.percent(10)));
        assertThat(Quote.of(order(tickets, group, null, List.of(), Taxation.NONE))
                        .bulkDiscount())
                .isZero();
    }

    @Test
    void rules_of_options_never_take_from_the_product() {
        List<Line> lines = List.of(product(2, 10_000), new Line(Kind.VARIANT_OPTION, "wrap", "Wrap", 2, 300, true));
        List<BulkDiscount> rules = List.of(new BulkDiscount(Count.LINE, Set.of(), 2, null, Reduction.percent(50)));
        assertThat(Quote.of(order(lines, rules, null, List.of(), Taxation.NONE)).bulkDiscount())
                .isEqualTo(300);
    }

    @Test
    void a_coupon_leaves_out_what_it_does_not_cover_and_never_takes_more_than_there_is() {
        List<Line> lines = List.of(product(1, 400), new Line(Kind.SETUP_FEE, "book", "Setup", 1, 900, false));
        Quote quote = Quote.of(order(lines, List.of(), Reduction.amount(1000), List.of(), Taxation.NONE));
        assertThat(quote.couponDiscount()).isEqualTo(400);
        assertThat(quote.total()).isEqualTo(900);
    }

    @Test
    void what_costs_nothing_carries_no_fee() {
        Quote quote = Quote.of(order(
                List.of(product(1, 0)), List.of(), null, List.of(new Fee("Handling", 150L, null, 1)), tax(false, 20)));
        assertThat(quote.total()).isZero();
        assertThat(quote.fees()).isEmpty();
    }

    @Test
    void what_is_complimentary_keeps_its_face_value() {
        List<Line> lines = List.of(
                new Line(Kind.TICKET, "seat", "Seat", 2, 2500, true),
                new Line(Kind.TICKET_FEE, "seat", "Booking fee", 2, 150, true));
        Quote quote = Quote.of(new Order(
                lines, List.of(), Reduction.percent(10), List.of(new Fee("F", 5L, null, 1)), tax(false, 20), true));
        assertThat(quote.total()).isZero();
        assertThat(quote.complimentaryDiscount()).isEqualTo(5300);
        assertThat(quote.couponDiscount()).isZero();
    }

    @Test
    void halves_are_rounded_up_once() {
        assertThat(Percent.of(50).share(1)).isEqualTo(1);
        assertThat(Percent.of(8.875).share(1000)).isEqualTo(89);
        assertThat(Percent.of(0.5).share(99)).isZero();
    }

    @Test
    void amounts_beyond_sixty_four_bits_in_between_are_exact() {
        long large = 9_000_000_000_000_000L;
        BigDecimal exact = BigDecimal.valueOf(large).multiply(new BigDecimal("0.088750"));
        assertThat(Percent.of(8.875).share(large)).isEqualTo(exact.longValueExact());
        assertThat(Shares.of(large, large, large, large)).containsExactly(large / 3, large / 3, large / 3);
    }

    @Test
    void currencies_know_their_decimals() {
        assertThat(Currency.of("EUR").major(1999)).isEqualByComparingTo("19.99");
        assertThat(Currency.of("jpy").major(1999)).isEqualByComparingTo("1999");
        assertThat(Currency.of("kwd").major(1999)).isEqualByComparingTo("1.999");
        assertThatThrownBy(() -> Currency.of("euro")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_is_left_after_all_discounts_is_told() {
        Quote quote = Quote.of(order(
                List.of(product(4, 1000)),
                List.of(new BulkDiscount(Count.ORDER, Set.of(), 3, null, Reduction.percent(10))),
                Reduction.amount(600),
                List.of(new Fee("Handling", 50L, null, 4)),
                tax(false, 20)));
        assertThat(quote.discounted()).isEqualTo(3000);
        Quote given = Quote.of(new Order(List.of(product(4, 1000)), List.of(), null, List.of(), Taxation.NONE, true));
        assertThat(given.discounted()).isZero();
        assertThat(quote.parts().get(0).bulkRule())
                .isEqualTo(new BulkDiscount(Count.ORDER, Set.of(), 3, null, Reduction.percent(10)));
    }

    @Test
    void lines_alone_are_an_order_to_which_a_tax_may_come() {
        Order plain = Order.of(List.of(product(2, 1000)));
        assertThat(Quote.of(plain).total()).isEqualTo(2000);
        assertThat(Quote.of(plain.with(tax(false, 20))).total()).isEqualTo(2400);
    }

    @Test
    void fees_are_not_cheaper_for_being_many() {
        List<BulkDiscount> rules =
                List.of(new BulkDiscount(Count.LINE, Set.of("seat"), 2, null, Reduction.percent(50)));
        for (Kind kind : Kind.values()) {
            Line line = new Line(kind, "seat", "Seat", 2, 1000, true);
            boolean fee = kind == Kind.SETUP_FEE || kind == Kind.TICKET_FEE;
            assertThat(Quote.of(order(List.of(line), rules, null, List.of(), Taxation.NONE))
                            .bulkDiscount())
                    .as(kind.name())
                    .isEqualTo(fee ? 0 : 1000);
        }
        Line other = new Line(Kind.TICKET, "stand", "Stand", 2, 1000, true);
        assertThat(Quote.of(order(List.of(other), rules, null, List.of(), Taxation.NONE))
                        .bulkDiscount())
                .isZero();
    }

    @Test
    void kinds_of_lines_have_the_names_of_the_interface() {
        assertThat(Arrays.stream(Kind.values()).map(Kind::wire))
                .containsExactly("product", "orderBump", "setupFee", "variantOption", "ticket", "ticketFee");
    }

    @Test
    void percentages_are_shown_plainly() {
        assertThat(Percent.of(20).value()).isEqualTo(new BigDecimal("20"));
        assertThat(Percent.of(100).value()).isEqualTo(new BigDecimal("100"));
        assertThat(Percent.of(8.875).value()).isEqualTo(new BigDecimal("8.875"));
        assertThat(Percent.of(19).fraction()).isEqualTo(new BigDecimal("0.19"));
        assertThat(Percent.of(100).fraction()).isEqualTo(new BigDecimal("1"));
    }

    @Test
    void all_may_be_taken_off_and_nothing_too() {
        assertThat(Reduction.percent(100).from(1999)).isEqualTo(1999);
        assertThat(Reduction.amount(0).from(1999)).isZero();
        assertThatThrownBy(() -> Reduction.amount(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Among equal remainders, the earlier part gets the unit; without weights, all parts count the same. */
    @Test
    void units_left_over_go_to_the_first_of_equals() {
        assertThat(Shares.of(5, 1, 1, 1)).containsExactly(2, 2, 1);
        assertThat(Shares.of(2, 0, 0, 0)).containsExactly(1, 1, 0);
        assertThat(Shares.of(0, 1, 2)).containsExactly(0, 0);
        assertThat(Shares.of(3, 7)).containsExactly(3);
        assertThatThrownBy(() -> Shares.of(-1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Shares.of(1, 1, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_makes_no_sense_is_refused() {
        assertThatThrownBy(() -> Reduction.percent(100.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reduction(null, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> product(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Shares.of(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Percent.of(new BigDecimal("1.2345678"))).isInstanceOf(ArithmeticException.class);
    }
}
