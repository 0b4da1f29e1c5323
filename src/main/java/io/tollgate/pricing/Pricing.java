package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Computes a quote. Each step works on the result of the previous one. */
final class Pricing {
    private final List<Fee> rules;
    private final boolean inclusive;
    private final List<DiscountedLine> discounted = new ArrayList<>();
    private final List<Quote.AppliedFee<Fee>> fees = new ArrayList<>();
    private final List<Quote.AppliedTax> taxes = new ArrayList<>();

    /** A line with all its discounts. */
    private record DiscountedLine(
            Line line, @Nullable BulkDiscount bulkRule, long bulk, long coupon, long complimentary, Taxation taxation) {
        long amount() {
            return line.amount() - bulk - coupon - complimentary;
        }
    }

    Pricing(Order order, List<Order> beside) {
        this.rules = order.fees();
        this.inclusive = order.taxation().inclusive();
        discount(order);
        beside.forEach(this::discount);
    }

    private void discount(Order order) {
        List<Line> lines = order.lines();
        // A complimentary order keeps its full value as the discount, so no other discount applies.
        BulkDiscounts bulk = new BulkDiscounts(lines, order.complimentary() ? List.of() : order.bulkDiscounts());
        long[] coupon = coupon(order, bulk);
        for (int i = 0; i < lines.size(); i++) {
            long complimentary = order.complimentary() ? lines.get(i).amount() : 0;
            discounted.add(new DiscountedLine(
                    lines.get(i), bulk.best(i), bulk.amount(i), coupon[i], complimentary, order.taxation()));
        }
    }

    private static long[] coupon(Order order, BulkDiscounts bulk) {
        List<Line> lines = order.lines();
        long[] weights = new long[lines.size()];
        Reduction reduction = order.complimentary() ? null : order.coupon();
        if (reduction == null) {
            return weights;
        }
        Arrays.setAll(weights, i -> lines.get(i).couponApplies() ? lines.get(i).amount() - bulk.amount(i) : 0);
        return Shares.of(reduction.from(sum(weights)), weights);
    }

    Quote quote() {
        long[] net = discounted.stream().mapToLong(DiscountedLine::amount).toArray();
        long[] fee = Shares.of(chargeFees(sum(net)), net);
        long[] charged = new long[net.length];
        Arrays.setAll(charged, i -> Math.addExact(net[i], fee[i]));
        long[] tax = chargeTaxes(charged);
        List<Part> parts = new ArrayList<>(net.length);
        for (int i = 0; i < net.length; i++) {
            DiscountedLine one = discounted.get(i);
            parts.add(new Part(
                    one.line(),
                    one.line().amount(),
                    one.bulkRule(),
                    one.bulk(),
                    one.coupon(),
                    one.complimentary(),
                    fee[i],
                    tax[i],
                    !one.taxation().inclusive(),
                    0));
        }
        long total = sum(parts.stream().mapToLong(Part::total).toArray());
        return new Quote(
                parts,
                sum(parts.stream().mapToLong(Part::amount).toArray()),
                parts.stream().mapToLong(Part::bulkDiscount).sum(),
                parts.stream().mapToLong(Part::couponDiscount).sum(),
                parts.stream().mapToLong(Part::complimentaryDiscount).sum(),
                fees,
                total - sum(tax),
                isTaxInclusive(),
                taxes,
                total);
    }

    /** Returns whether prices include tax. Without any tax, the first order decides. */
    private boolean isTaxInclusive() {
        return taxes.isEmpty() ? inclusive : taxes.stream().allMatch(Quote.AppliedTax::inclusive);
    }

    private long chargeFees(long net) {
        long all = 0;
        for (Fee rule : rules) {
            long amount = net == 0 ? 0 : rule.on(net);
            if (amount > 0) {
                fees.add(new Quote.AppliedFee<>(rule, amount));
                all += amount;
            }
        }
        return all;
    }

    /** Returns the tax of each line. Lines with the same taxation are taxed together and rounded once. */
    private long[] chargeTaxes(long[] charged) {
        Map<Taxation, List<Integer>> alike = new LinkedHashMap<>();
        for (int i = 0; i < charged.length; i++) {
            alike.computeIfAbsent(discounted.get(i).taxation(), taxation -> new ArrayList<>())
                    .add(i);
        }
        long[] tax = new long[charged.length];
        alike.forEach((taxation, lines) -> {
            long[] weights = lines.stream().mapToLong(i -> charged[i]).toArray();
            long base = sum(weights);
            long[] amounts = taxation.on(base);
            long all = sum(amounts);
            long taxable = taxation.inclusive() ? base - all : base;
            for (int i = 0; i < amounts.length; i++) {
                taxes.add(new Quote.AppliedTax(taxation.rates().get(i), taxation.inclusive(), taxable, amounts[i]));
            }
            long[] shares = Shares.of(all, weights);
            IntStream.range(0, shares.length).forEach(i -> tax[lines.get(i)] = shares[i]);
        });
        return tax;
    }

    private static long sum(long[] amounts) {
        return LongStream.of(amounts).reduce(0, Math::addExact);
    }
}
