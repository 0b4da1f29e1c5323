package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.List;

/**
 * The price of an order: what each step took off or added, on the whole and on each line.
 *
 * @param subtotal sum of the lines
 * @param fees each fee with its amount, in the order of the rules; those of nothing are left out
 * @param taxable what the tax was computed on: without the tax itself where prices contain it
 * @param taxInclusive whether prices contain the tax: all of it, where there are several
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
        List<Taxed> taxes,
        long total) {

    /** A fee, and what it came to. */
    public record Charged<T>(T rule, long amount) {}

    /**
     * A tax, and what it came to.
     *
     * @param inclusive whether prices contain it
     * @param taxable what it was computed on: without the tax itself where prices contain it
     */
    public record Taxed(Taxation.Rate rule, boolean inclusive, long taxable, long amount) {}

    public static Quote of(Order order) {
        return of(order, List.of());
    }

    /**
     * An order with what is bought beside it. Each is discounted and taxed by its own rules; the fees
     * are those of the first, on all of it together.
     */
    public static Quote of(Order order, List<Order> beside) {
        return new Pricing(order, beside).quote();
    }

    public long feesAmount() {
        return fees.stream().mapToLong(Charged::amount).sum();
    }

    public long taxAmount() {
        return taxes.stream().mapToLong(Taxed::amount).sum();
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
        taxes(steps, false, Step.Kind.TAX);
        steps.add(new Step(Step.Kind.TOTAL, "Total", total));
        taxes(steps, true, Step.Kind.TAX_INCLUDED);
        return steps;
    }

    private void taxes(List<Step> steps, boolean inclusive, Step.Kind kind) {
        taxes.stream()
                .filter(tax -> tax.inclusive() == inclusive)
                .forEach(tax -> steps.add(new Step(kind, tax.rule().name(), tax.amount())));
    }

    private static void takenOff(List<Step> steps, Step.Kind kind, String label, long amount) {
        if (amount > 0) {
            steps.add(new Step(kind, label, -amount));
        }
    }
}
