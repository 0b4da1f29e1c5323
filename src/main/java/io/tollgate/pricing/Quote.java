package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The price of an order: the amount of each step, in total and per line.
 *
 * @param subtotal sum of the lines
 * @param fees each fee with its amount, in the order of the rules, without zero amounts
 * @param taxable the base of the tax, excluding the tax itself if prices include it
 * @param taxInclusive whether prices include the tax; with several taxes, all of them
 * @param taxes each tax with its amount
 * @param total the amount to pay
 */
public record Quote(
        List<Part> parts,
        long subtotal,
        long bulkDiscount,
        long couponDiscount,
        long complimentaryDiscount,
        List<AppliedFee<Fee>> fees,
        long taxable,
        boolean taxInclusive,
        List<AppliedTax> taxes,
        long total) {

    /** The name of the rounding in quotes and records. */
    public static final String ROUNDING = "Rounding";

    /** The quote of nothing. */
    public static final Quote NOTHING = new Quote(List.of(), 0, 0, 0, 0, List.of(), 0, false, List.of(), 0);

    /** A fee and its amount. */
    public record AppliedFee<T>(T rule, long amount) {}

    /**
     * A tax and its amount.
     *
     * @param inclusive whether prices include it
     * @param taxable the base of the tax, excluding the tax itself if prices include it
     */
    public record AppliedTax(Taxation.Rate rule, boolean inclusive, long taxable, long amount) {
        private static void addTo(List<AppliedTax> taxes, AppliedTax added) {
            for (int i = 0; i < taxes.size(); i++) {
                AppliedTax tax = taxes.get(i);
                if (tax.rule.equals(added.rule) && tax.inclusive == added.inclusive) {
                    long base = Math.addExact(tax.taxable, added.taxable);
                    taxes.set(
                            i, new AppliedTax(tax.rule, tax.inclusive, base, Math.addExact(tax.amount, added.amount)));
                    return;
                }
            }
            taxes.add(added);
        }
    }

    public static Quote of(Order order) {
        return of(order, List.of());
    }

    /**
     * Prices an order together with additional orders. Each is discounted and taxed by its own rules; the fees of the
     * first apply to the sum of all.
     */
    public static Quote of(Order order, List<Order> beside) {
        return new Pricing(order, beside).quote();
    }

    /**
     * Returns this quote with a tax that was calculated for it.
     *
     * @throws IllegalArgumentException if the tax was calculated for another order
     */
    public Quote with(TaxCalculation tax) {
        return tax.on(this);
    }

    /**
     * Returns the quote of this and another order that are charged together, each as it was priced alone. Fees of one
     * name are one fee.
     */
    public Quote plus(Quote other) {
        List<Part> allParts = new ArrayList<>(parts);
        allParts.addAll(other.parts);
        Map<String, AppliedFee<Fee>> allFees = new LinkedHashMap<>();
        Stream.concat(fees.stream(), other.fees.stream())
                .forEach(fee -> allFees.merge(
                        fee.rule().name(),
                        fee,
                        (one, two) -> new AppliedFee<>(one.rule(), Math.addExact(one.amount(), two.amount()))));
        List<AppliedTax> allTaxes = new ArrayList<>(taxes);
        other.taxes.forEach(tax -> AppliedTax.addTo(allTaxes, tax));
        return new Quote(
                List.copyOf(allParts),
                Math.addExact(subtotal, other.subtotal),
                Math.addExact(bulkDiscount, other.bulkDiscount),
                Math.addExact(couponDiscount, other.couponDiscount),
                Math.addExact(complimentaryDiscount, other.complimentaryDiscount),
                List.copyOf(allFees.values()),
                Math.addExact(taxable, other.taxable),
                allTaxes.isEmpty() ? taxInclusive : allTaxes.stream().allMatch(AppliedTax::inclusive),
                List.copyOf(allTaxes),
                Math.addExact(total, other.total));
    }

    /**
     * Returns this quote with a total, and a total of each part, that the currency can charge. The differences are the
     * rounding of the parts.
     */
    public Quote rounded(Currency currency) {
        if (parts.stream().allMatch(part -> part.total() % currency.step() == 0)) {
            return this;
        }
        long charged = currency.chargeable(total);
        long[] totals = Shares.of(
                charged / currency.step(), parts.stream().mapToLong(Part::total).toArray());
        List<Part> rounded = new ArrayList<>();
        for (int i = 0; i < totals.length; i++) {
            rounded.add(parts.get(i).rounded(totals[i] * currency.step()));
        }
        return new Quote(
                List.copyOf(rounded),
                subtotal,
                bulkDiscount,
                couponDiscount,
                complimentaryDiscount,
                fees,
                taxable,
                taxInclusive,
                taxes,
                charged);
    }

    /** Returns what rounding adds to the total, negative if it takes something off. */
    public long rounding() {
        return parts.stream().mapToLong(Part::rounding).sum();
    }

    public long feesAmount() {
        return fees.stream().mapToLong(AppliedFee::amount).sum();
    }

    public long taxAmount() {
        return taxes.stream().mapToLong(AppliedTax::amount).sum();
    }

    /** Returns the amount after all discounts, before fees and tax. */
    public long discounted() {
        return subtotal - bulkDiscount - couponDiscount - complimentaryDiscount;
    }

    public long excludingTax() {
        return total - taxAmount();
    }

    /** Returns the steps to the total, as the page, the invoice and the quote endpoint show them. */
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        parts.forEach(part -> steps.add(new Step(Step.Kind.LINE, part.line().name(), part.amount())));
        addDiscount(steps, Step.Kind.BULK_DISCOUNT, "Bulk discount", bulkDiscount);
        addDiscount(steps, Step.Kind.COUPON, "Coupon", couponDiscount);
        addDiscount(steps, Step.Kind.COMPLIMENTARY, "Complimentary", complimentaryDiscount);
        fees.forEach(fee -> steps.add(new Step(Step.Kind.FEE, fee.rule().name(), fee.amount())));
        taxes(steps, false, Step.Kind.TAX);
        if (rounding() != 0) {
            steps.add(new Step(Step.Kind.ROUNDING, ROUNDING, rounding()));
        }
        steps.add(new Step(Step.Kind.TOTAL, "Total", total));
        taxes(steps, true, Step.Kind.TAX_INCLUDED);
        return steps;
    }

    private void taxes(List<Step> steps, boolean inclusive, Step.Kind kind) {
        taxes.stream()
                .filter(tax -> tax.inclusive() == inclusive)
                .forEach(tax -> steps.add(new Step(kind, tax.rule().name(), tax.amount())));
    }

    private static void addDiscount(List<Step> steps, Step.Kind kind, String label, long amount) {
        if (amount > 0) {
            steps.add(new Step(kind, label, -amount));
        }
    }
}
