package io.tollgate.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pricing.BulkDiscount.Count;
import io.tollgate.pricing.Line.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Random orders, priced by the engine and by an oracle with decimal fractions. */
class QuotePropertyTest {
    private static final long FIRST_SEED = Long.getLong("pricing.seed", 20_260_101L);
    private static final int ORDERS = Integer.getInteger("pricing.orders", 20_000);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private static Order order(Random random) {
        List<Line> lines = new ArrayList<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            long price = random.nextInt(4) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 99_999_999 : 5000);
            lines.add(new Line(kind, "line" + i, "Line " + i, 1 + random.nextInt(9), price, random.nextBoolean()));
        }
        List<BulkDiscount> bulk = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Set<String> references = random.nextBoolean() ? Set.of() : Set.of("line0", "line1");
            Integer most = random.nextBoolean() ? null : (Integer) (5 + random.nextInt(9));
            bulk.add(new BulkDiscount(
                    Count.values()[random.nextInt(3)], references, 1 + random.nextInt(8), most, reduction(random)));
        }
        List<Fee> fees = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            fees.add(
                    random.nextBoolean()
                            ? new Fee("Fixed", (long) random.nextInt(1000), null, 1 + random.nextInt(5))
                            : new Fee("Part", null, percent(random, 20), 1));
        }
        List<Taxation.Rate> rates = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            rates.add(new Taxation.Rate("Tax", percent(random, 30)));
        }
        return new Order(
                lines,
                bulk,
                random.nextBoolean() ? null : reduction(random),
                fees,
                new Taxation(random.nextBoolean(), rates),
                random.nextInt(10) == 0);
    }

    private static Reduction reduction(Random random) {
        return random.nextBoolean()
                ? new Reduction(percent(random, 100), null)
                : Reduction.amount(random.nextInt(5000));
    }

    private static Percent percent(Random random, int most) {
        return new Percent(random.nextInt(most * 1_000_000 + 1));
    }

    private static long share(BigDecimal percent, long amount) {
        return BigDecimal.valueOf(amount)
                .multiply(percent)
                .divide(HUNDRED, 0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    private static long taken(Reduction reduction, long amount) {
        return reduction.percentOff() != null
                ? share(reduction.percentOff().value(), amount)
                : Math.min(reduction.amountOff(), amount);
    }

    /** Prices the whole order step by step, as with a pocket calculator. */
    private record Oracle(long subtotal, long bulk, long coupon, long complimentary, long fees, long tax, long total) {
        static Oracle of(Order order) {
            long subtotal = order.lines().stream().mapToLong(Line::amount).sum();
            long[] bulk = new long[order.lines().size()];
            if (!order.complimentary()) {
                bulk = bulk(order);
            }
            long bulkSum = LongStream.of(bulk).sum();
            long covered = 0;
            for (int i = 0; i < bulk.length; i++) {
                Line line = order.lines().get(i);
                covered += line.couponApplies() ? line.amount() - bulk[i] : 0;
            }
            long coupon = order.coupon() == null || order.complimentary() ? 0 : taken(order.coupon(), covered);
            long complimentary = order.complimentary() ? subtotal : 0;
            long net = subtotal - bulkSum - coupon - complimentary;
            long fees = 0;
            for (Fee fee : order.fees()) {
                fees += net == 0
                        ? 0
                        : fee.percentage() != null ? share(fee.percentage().value(), net) : fee.amount() * fee.times();
            }
            long tax = tax(order.taxation(), net + fees);
            long total = net + fees + (order.taxation().inclusive() ? 0 : tax);
            return new Oracle(subtotal, bulkSum, coupon, complimentary, fees, tax, total);
        }

        private static long tax(Taxation taxation, long base) {
            if (!taxation.inclusive()) {
                return taxation.rates().stream()
                        .mapToLong(rate -> share(rate.percent().value(), base))
                        .sum();
            }
            BigDecimal all = taxation.rates().stream()
                    .map(rate -> rate.percent().value())
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            return BigDecimal.valueOf(base)
                    .multiply(all)
                    .divide(HUNDRED.add(all), 0, RoundingMode.HALF_UP)
                    .longValueExact();
        }

        /** Compares the discounts of whole groups; the lines of a group are only bounded. */
        private static long[] bulk(Order order) {
            List<Line> lines = order.lines();
            BulkDiscount[] winners = new BulkDiscount[lines.size()];
            for (int i = 0; i < winners.length; i++) {
                for (BulkDiscount rule : order.bulkDiscounts()) {
                    long quantity = rule.together()
                            ? lines.stream()
                                    .filter(rule::counts)
                                    .mapToLong(Line::quantity)
                                    .sum()
                            : lines.get(i).quantity();
                    boolean matches = rule.covers(lines.get(i))
                            && quantity >= rule.minQuantity()
                            && (rule.maxQuantity() == null || quantity <= rule.maxQuantity());
                    if (matches && (winners[i] == null || rule.minQuantity() > winners[i].minQuantity())) {
                        winners[i] = rule;
                    }
                }
            }
            return perLine(order, winners);
        }

        private static long[] perLine(Order order, BulkDiscount[] winners) {
            long[] bulk = new long[winners.length];
            for (BulkDiscount rule : order.bulkDiscounts()) {
                long[] weights = new long[winners.length];
                for (int i = 0; i < winners.length; i++) {
                    weights[i] = winners[i] == rule ? order.lines().get(i).amount() : 0;
                    if (winners[i] == rule && !rule.together()) {
                        bulk[i] = QuotePropertyTest.taken(rule.reduction(), weights[i]);
                    }
                }
                if (rule.together() && LongStream.of(weights).sum() > 0) {
                    // Which line gets which unit depends on Shares, which has its own tests.
                    long[] shares = Shares.of(
                            QuotePropertyTest.taken(
                                    rule.reduction(), LongStream.of(weights).sum()),
                            weights);
                    for (int i = 0; i < shares.length; i++) {
                        bulk[i] += shares[i];
                    }
                }
            }
            return bulk;
        }
    }

    private static long sum(Quote quote, ToLongFunction<Part> of) {
        return quote.parts().stream().mapToLong(of).sum();
    }

    @Test
    void the_engine_agrees_with_the_oracle_and_its_parts_with_the_whole() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + ORDERS; seed++) {
            Order order = order(new Random(seed));
            Quote quote = Quote.of(order);
            Oracle whole = new Oracle(
                    quote.subtotal(),
                    quote.bulkDiscount(),
                    quote.couponDiscount(),
                    quote.complimentaryDiscount(),
                    quote.feesAmount(),
                    quote.taxAmount(),
                    quote.total());
            assertThat(whole).as("seed %d: %s", seed, order).isEqualTo(Oracle.of(order));
            Oracle parts = new Oracle(
                    sum(quote, Part::amount),
                    sum(quote, Part::bulkDiscount),
                    sum(quote, Part::couponDiscount),
                    sum(quote, Part::complimentaryDiscount),
                    sum(quote, Part::fee),
                    sum(quote, Part::tax),
                    sum(quote, Part::total));
            assertThat(parts).as("seed %d: parts", seed).isEqualTo(whole);
            assertThat(quote.parts()).as("seed %d", seed).allSatisfy(part -> {
                assertThat(part.discounted()).isNotNegative();
                assertThat(part.total()).isNotNegative();
            });
            assertThat(quote.steps().stream()
                            .filter(step -> step.kind() != Step.Kind.TOTAL && step.kind() != Step.Kind.TAX_INCLUDED)
                            .mapToLong(Step::amount)
                            .sum())
                    .as("seed %d: steps", seed)
                    .isEqualTo(quote.total());
        }
    }

    /** Order bumps are discounted as separate orders; only the fees apply to everything. */
    @Test
    void orders_beside_keep_their_own_rules_and_parts_sum_to_the_whole() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + ORDERS; seed++) {
            Random random = new Random(seed);
            Order order = order(random);
            List<Order> beside = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                Order other = order(random);
                beside.add(random.nextBoolean() ? other : other.with(order.taxation()));
            }
            Quote quote = Quote.of(order, beside);
            List<Quote> alone = new ArrayList<>(List.of(Quote.of(order)));
            beside.forEach(other -> alone.add(Quote.of(other)));
            assertThat(quote.discounted())
                    .as("seed %d", seed)
                    .isEqualTo(alone.stream().mapToLong(Quote::discounted).sum());
            long fees = 0;
            for (Fee fee : order.fees()) {
                fees += quote.discounted() == 0 ? 0 : fee.on(quote.discounted());
            }
            assertThat(quote.feesAmount()).as("seed %d: fees", seed).isEqualTo(fees);
            assertThat(sum(quote, Part::fee)).isEqualTo(fees);
            assertThat(sum(quote, Part::tax)).as("seed %d: tax", seed).isEqualTo(quote.taxAmount());
            assertThat(sum(quote, Part::total)).as("seed %d", seed).isEqualTo(quote.total());
            assertThat(quote.steps().stream()
                            .filter(step -> step.kind() != Step.Kind.TOTAL && step.kind() != Step.Kind.TAX_INCLUDED)
                            .mapToLong(Step::amount)
                            .sum())
                    .as("seed %d: steps", seed)
                    .isEqualTo(quote.total());
            long alike = beside.stream().map(Order::taxation).distinct().count();
            boolean one = alike == 0 || (alike == 1 && beside.get(0).taxation().equals(order.taxation()));
            if (one) {
                long base = quote.discounted() + fees;
                assertThat(quote.taxAmount())
                        .as("seed %d: taxed together", seed)
                        .isEqualTo(Oracle.tax(order.taxation(), base));
            }
        }
    }

    @Test
    void shares_are_less_than_a_unit_from_exact() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + ORDERS; seed++) {
            Random random = new Random(seed);
            long[] weights = random.longs(1 + random.nextInt(12), 0, random.nextBoolean() ? 5 : Long.MAX_VALUE / 16)
                    .toArray();
            long whole = random.nextLong(0, 1_000_000_000_000L);
            long[] shares = Shares.of(whole, weights);
            BigDecimal sum =
                    LongStream.of(weights).mapToObj(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(LongStream.of(shares).sum()).as("seed %d", seed).isEqualTo(whole);
            for (int i = 0; i < shares.length && sum.signum() > 0; i++) {
                BigDecimal exact = BigDecimal.valueOf(whole)
                        .multiply(BigDecimal.valueOf(weights[i]))
                        .divide(sum, 20, RoundingMode.HALF_EVEN);
                assertThat(exact.subtract(BigDecimal.valueOf(shares[i])).abs())
                        .as("seed %d, share %d", seed, i)
                        .isLessThan(BigDecimal.ONE);
            }
        }
    }
}
