package io.tollgate.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pricing.BulkDiscount.Count;
import io.tollgate.pricing.Line.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random orders of tickets: the amounts of the tickets sum to those of the order. */
class TicketAmountsTest {
    private static final long FIRST_SEED = Long.getLong("pricing.seed", 20_261_101L);
    private static final int ORDERS = Integer.getInteger("pricing.orders", 20_000);

    static Order order(Random random) {
        List<Line> lines = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int quantity = 1 + random.nextInt(9);
            boolean covered = random.nextBoolean();
            lines.add(new Line(Kind.TICKET, "type" + i, "Seat", quantity, price(random), covered));
            if (random.nextBoolean()) {
                boolean feeCovered = covered && random.nextBoolean();
                lines.add(new Line(Kind.TICKET_FEE, "type" + i, "Fee", quantity, 1 + price(random), feeCovered));
            }
        }
        List<BulkDiscount> bulk = new ArrayList<>();
        if (random.nextBoolean()) {
            bulk.add(new BulkDiscount(
                    Count.values()[random.nextInt(3)], Set.of(), 1 + random.nextInt(5), null, reduction(random)));
        }
        List<Fee> fees = new ArrayList<>();
        if (random.nextBoolean()) {
            fees.add(new Fee("Fixed", (long) random.nextInt(1000), null, 1 + random.nextInt(5)));
            fees.add(new Fee("Part", null, percent(random, 20), 1));
        }
        List<Taxation.Rate> rates = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            rates.add(new Taxation.Rate("Tax", percent(random, 100)));
        }
        Reduction coupon = random.nextBoolean() ? reduction(random) : null;
        Taxation taxation = new Taxation(random.nextBoolean(), rates);
        return new Order(lines, bulk, coupon, fees, taxation, random.nextInt(10) == 0);
    }

    private static long price(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(4);
            case 1 -> random.nextInt(5_000);
            default -> random.nextInt(99_999_999);
        };
    }

    private static Reduction reduction(Random random) {
        return random.nextBoolean()
                ? new Reduction(percent(random, 100), null)
                : Reduction.amount(random.nextInt(5_000));
    }

    private static Percent percent(Random random, int most) {
        return new Percent(random.nextInt(most * 1_000_000 + 1));
    }

    static List<TicketAmounts> tickets(Quote quote, long step) {
        List<TicketAmounts> tickets = new ArrayList<>();
        List<Part> parts = quote.parts();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).line().kind() == Kind.TICKET) {
                boolean hasFees =
                        i + 1 < parts.size() && parts.get(i + 1).line().kind() == Kind.TICKET_FEE;
                tickets.addAll(TicketAmounts.of(parts.get(i), hasFees ? parts.get(i + 1) : null, step));
            }
        }
        return tickets;
    }

    private static long sum(List<TicketAmounts> tickets, ToLongFunction<TicketAmounts> of) {
        return tickets.stream().mapToLong(of).sum();
    }

    @Test
    void sums_of_tickets_equal_the_order() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + ORDERS; seed++) {
            Order order = order(new Random(seed));
            Quote quote = Quote.of(order);
            List<TicketAmounts> tickets = tickets(quote, 1);
            long bookingFees = order.lines().stream()
                    .filter(line -> line.kind() == Kind.TICKET_FEE)
                    .mapToLong(Line::amount)
                    .sum();
            assertThat(sum(tickets, TicketAmounts::revenue)).as("seed %d", seed).isEqualTo(quote.total());
            assertThat(sum(tickets, TicketAmounts::tax))
                    .as("seed %d: tax", seed)
                    .isEqualTo(quote.taxAmount());
            assertThat(sum(tickets, TicketAmounts::discount))
                    .as("seed %d: bulk discount", seed)
                    .isEqualTo(quote.bulkDiscount());
            assertThat(sum(tickets, TicketAmounts::coupon))
                    .as("seed %d: coupon", seed)
                    .isEqualTo(quote.couponDiscount());
            assertThat(sum(tickets, TicketAmounts::complimentary))
                    .as("seed %d: complimentary", seed)
                    .isEqualTo(quote.complimentaryDiscount());
            assertThat(sum(tickets, TicketAmounts::fee))
                    .as("seed %d: fees", seed)
                    .isEqualTo(bookingFees + quote.feesAmount());
            boolean contained = order.taxation().inclusive();
            assertThat(tickets).as("seed %d", seed).allSatisfy(ticket -> isSound(ticket, contained));
        }
    }

    private static void isSound(TicketAmounts one, boolean contained) {
        assertThat(LongStream.of(
                        one.originalPrice(), one.discount(), one.coupon(), one.complimentary(), one.fee(), one.tax()))
                .allMatch(amount -> amount >= 0);
        long charged = one.originalPrice() - one.discount() - one.coupon() - one.complimentary() + one.fee();
        assertThat(one.revenue()).isEqualTo(contained ? charged : charged + one.tax());
        assertThat(one.revenue()).isGreaterThanOrEqualTo(one.tax());
    }
}
