package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The price of an order: what each step took off or added, on the whole and on each line.
 *
 * @param subtotal sum of the lines
 * @param fees each fee with its amount, in the order of the rules; those of nothing are left out
 * @param taxable what the tax was computed on: without the tax itself where prices contain it
 * @param taxes each tax with its amount
 * @param total what is to be paid
 */
public record Quote(
        List<Part> parts,
        long subtotal,
        long bulkDiscount,
        long couponDiscount,
        long complimentaryDiscount,
        List<Charged<Fee>> fees,
        long taxable,
        boolean taxInclusive,
        List<Charged<Taxation.Rate>> taxes,
        long total) {

    /** A fee or a tax, and what it came to. */
    public record Charged<T>(T rule, long amount) {}

    public static Quote of(Order order) {
        return new Computation(order).quote();
    }

    public long feesAmount() {
        return fees.stream().mapToLong(Charged::amount).sum();
    }

    public long taxAmount() {
        return taxes.stream().mapToLong(Charged::amount).sum();
    }

    /** After all discounts, before fees and tax. */
    public long discounted() {
        return subtotal - bulkDiscount - couponDiscount - complimentaryDiscount;
    }

    public long excludingTax() {
        return total - taxAmount();
    }

    /** How the total came about, as the page, the invoice and the quote endpoint show it. */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        parts.forEach(part -> steps.add(new Step(Step.Kind.LINE, part.line().name(), part.amount())));
        takenOff(steps, Step.Kind.BULK_DISCOUNT, "Bulk discount", bulkDiscount);
        takenOff(steps, Step.Kind.COUPON, "Coupon", couponDiscount);
        takenOff(steps, Step.Kind.COMPLIMENTARY, "Complimentary", complimentaryDiscount);
        fees.forEach(fee -> steps.add(new Step(Step.Kind.FEE, fee.rule().name(), fee.amount())));
        if (!taxInclusive) {
            taxes.forEach(tax -> steps.add(new Step(Step.Kind.TAX, tax.rule().name(), tax.amount())));
        }
        steps.add(new Step(Step.Kind.TOTAL, "Total", total));
        if (taxInclusive) {
            taxes.forEach(
                    tax -> steps.add(new Step(Step.Kind.TAX_INCLUDED, tax.rule().name(), tax.amount())));
        }
        return steps;
    }

    private static void takenOff(List<Step> steps, Step.Kind kind, String label, long amount) {
        if (amount > 0) {
            steps.add(new Step(kind, label, -amount));
        }
    }

    /** The steps in their order, each on the outcome of the one before. */
    private static final class Computation {
        private final Order order;
        private final List<Line> lines;
        private final BulkDiscounts bulk;
        private final long[] coupon;
        private final long[] complimentary;
        private final List<Charged<Fee>> fees = new ArrayList<>();
        private final List<Charged<Taxation.Rate>> taxes = new ArrayList<>();

        Computation(Order order) {
            this.order = order;
            this.lines = order.lines();
            // What is given for nothing keeps its face value: no other discount comes first.
            this.bulk = new BulkDiscounts(lines, order.complimentary() ? List.of() : order.bulkDiscounts());
            this.coupon = coupon();
            this.complimentary = new long[lines.size()];
            if (order.complimentary()) {
                Arrays.setAll(complimentary, i -> lines.get(i).amount());
            }
        }

        private long afterBulk(int line) {
            return lines.get(line).amount() - bulk.amount(line);
        }

        private long[] coupon() {
            long[] weights = new long[lines.size()];
            Reduction reduction = order.complimentary() ? null : order.coupon();
            if (reduction == null) {
                return weights;
            }
            Arrays.setAll(weights, i -> lines.get(i).couponApplies() ? afterBulk(i) : 0);
            return Shares.of(reduction.from(sum(weights)), weights);
        }

        Quote quote() {
            long[] discounted = new long[lines.size()];
            Arrays.setAll(discounted, i -> afterBulk(i) - coupon[i] - complimentary[i]);
            long net = sum(discounted);
            long[] fee = Shares.of(chargeFees(net), discounted);
            long[] charged = new long[lines.size()];
            Arrays.setAll(charged, i -> discounted[i] + fee[i]);
            long base = sum(charged);
            long tax = chargeTaxes(base);
            long[] taxShares = Shares.of(tax, charged);
            boolean inclusive = order.taxation().inclusive();
            List<Part> parts = new ArrayList<>(lines.size());
            for (int i = 0; i < lines.size(); i++) {
                parts.add(new Part(
                        lines.get(i),
                        lines.get(i).amount(),
                        bulk.winner(i),
                        bulk.amount(i),
                        coupon[i],
                        complimentary[i],
                        fee[i],
                        taxShares[i],
                        !inclusive));
            }
            return new Quote(
                    parts,
                    parts.stream().mapToLong(Part::amount).sum(),
                    parts.stream().mapToLong(Part::bulkDiscount).sum(),
                    sum(coupon),
                    sum(complimentary),
                    fees,
                    inclusive ? base - tax : base,
                    inclusive,
                    taxes,
                    inclusive ? base : Math.addExact(base, tax));
        }

        private long chargeFees(long net) {
            long all = 0;
            for (Fee fee : order.fees()) {
                long amount = net == 0 ? 0 : fee.on(net);
                if (amount > 0) {
                    fees.add(new Charged<>(fee, amount));
                    all += amount;
                }
            }
            return all;
        }

        private long chargeTaxes(long base) {
            long[] amounts = order.taxation().on(base);
            for (int i = 0; i < amounts.length; i++) {
                taxes.add(new Charged<>(order.taxation().rates().get(i), amounts[i]));
            }
            return sum(amounts);
        }

        private static long sum(long[] amounts) {
            long sum = 0;
            for (long amount : amounts) {
                sum = Math.addExact(sum, amount);
            }
            return sum;
        }
    }
}
