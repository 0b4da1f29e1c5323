package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tax of an order as the processor calculated it.
 *
 * @param id id of the calculation at the processor
 * @param lines the tax of each line of the order that has an amount, in the order of the lines
 * @param entries the taxes of all lines together; they sum to the tax of the lines
 */
public record TaxCalculation(String id, List<TaxedLine> lines, List<Entry> entries) {
    /**
     * The tax of one line.
     *
     * @param amount what was taxed: the line after its discounts and with its share of the fees
     * @param inclusive whether the amount includes the tax
     */
    public record TaxedLine(long amount, boolean inclusive, long tax) {}

    /**
     * One tax of the order.
     *
     * @param type the type of the tax, such as {@code vat}; null if nothing is taxed
     * @param reason why the lines are taxed like this, such as {@code standard_rated}
     * @param taxable the base of the tax, excluding the tax itself if prices include it
     * @param country the two-letter code of the country that levies the tax; null if none does
     * @param state the state that levies the tax; null if it is levied by a country
     */
    public record Entry(
            @Nullable String type,
            String reason,
            long taxable,
            long amount,
            boolean inclusive,
            Percent percent,
            @Nullable String country,
            @Nullable String state) {

        /** Returns the name of the tax on quotes and invoices. */
        String name() {
            if (type == null) {
                return "Tax";
            }
            return switch (type) {
                case "vat", "gst", "hst", "pst", "qst", "rst", "igst", "jct" -> type.toUpperCase(java.util.Locale.ROOT);
                case "sales_tax" -> "Sales tax";
                default -> "Tax";
            };
        }
    }

    /** @throws IllegalArgumentException if the entries do not sum to the tax of the lines */
    public TaxCalculation {
        lines = List.copyOf(lines);
        entries = List.copyOf(entries);
        for (boolean inclusive : new boolean[] {false, true}) {
            long ofLines = lines.stream()
                    .filter(line -> line.inclusive == inclusive)
                    .mapToLong(TaxedLine::tax)
                    .sum();
            long ofEntries = entries.stream()
                    .filter(entry -> entry.inclusive == inclusive)
                    .mapToLong(Entry::amount)
                    .sum();
            if (ofLines != ofEntries) {
                throw new IllegalArgumentException("the taxes of an order do not sum to the tax of its lines");
            }
        }
        if (lines.stream().anyMatch(line -> line.amount < 0 || line.tax < 0)) {
            throw new IllegalArgumentException("an amount and its tax must not be negative");
        }
    }

    /** Returns whether this is the tax of an order with this quote. */
    public boolean fits(Quote untaxed) {
        List<Long> amounts = lines.stream().map(TaxedLine::amount).toList();
        return untaxed.taxes().isEmpty()
                && amounts.equals(untaxed.parts().stream()
                        .map(Part::charged)
                        .filter(amount -> amount > 0)
                        .toList());
    }

    /** Returns the quote with this tax, which must fit it. */
    Quote on(Quote untaxed) {
        if (!fits(untaxed)) {
            throw new IllegalArgumentException("the tax was calculated for another order");
        }
        List<Part> parts = new ArrayList<>();
        int next = 0;
        for (Part part : untaxed.parts()) {
            parts.add(part.charged() == 0 ? part : part.taxed(lines.get(next++)));
        }
        long total = parts.stream().mapToLong(Part::total).reduce(0, Math::addExact);
        long tax = parts.stream().mapToLong(Part::tax).sum();
        return new Quote(
                parts,
                untaxed.subtotal(),
                untaxed.bulkDiscount(),
                untaxed.couponDiscount(),
                untaxed.complimentaryDiscount(),
                untaxed.fees(),
                total - tax,
                lines.stream().allMatch(TaxedLine::inclusive),
                entries.stream().map(TaxCalculation::applied).toList(),
                total);
    }

    private static Quote.AppliedTax applied(Entry entry) {
        return new Quote.AppliedTax(
                new Taxation.Rate(entry.name(), entry.percent()), entry.inclusive(), entry.taxable(), entry.amount());
    }
}
