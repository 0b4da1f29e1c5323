package io.tollgate.sales.cart;

import io.tollgate.catalog.model.PageTax;
import io.tollgate.catalog.model.TaxRate;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.pricing.Taxation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tax of an order.
 *
 * @param rate the seller's rate at the time of the order; null without one
 * @param byProcessor whether the processor calculates the tax when the buyer pays
 * @param computed a tax by the rates of the processor, for orders that are not calculated there; null otherwise
 * @param calculation the tax that the processor calculated; null until then
 */
public record OrderTax(
        @Nullable TaxRate rate,
        boolean byProcessor,
        @Nullable ProcessorTax computed,
        @Nullable TaxCalculation calculation) {
    /**
     * A tax by rates of the processor.
     *
     * @param country the two-letter code of the country that levies the tax
     * @param type the type of the tax, such as {@code vat}
     */
    public record ProcessorTax(String country, @Nullable String state, String type, Taxation taxation) {}

    /** The value of the record field {@code taxSource} for rates of the seller. */
    public static final String FIXED = "fixed_tax_rate";

    public static final OrderTax NONE = new OrderTax(null, false, null, null);

    /** Returns the ids of the rates to load for a page: the first of its fixed rates if its tax mode is fixed. */
    public static List<String> rateIds(PageTax.Mode mode, List<String> fixedTaxRateIds) {
        return mode == PageTax.Mode.FIXED ? fixedTaxRateIds.stream().limit(1).toList() : List.of();
    }

    /** @param rates the loaded rates; inactive ones are ignored */
    public static OrderTax of(PageTax.Mode mode, List<TaxRate> rates) {
        if (mode == PageTax.Mode.PROCESSOR) {
            return new OrderTax(null, true, null, null);
        }
        return rates.stream()
                .filter(TaxRate::active)
                .findFirst()
                .map(rate -> new OrderTax(rate, false, null, null))
                .orElse(NONE);
    }

    /** Returns the value of the record field {@code taxSource}; null without a tax. */
    public @Nullable String source() {
        return computed != null || calculation != null ? "processor_tax" : rate != null ? FIXED : null;
    }

    /** Returns this tax with the result of the processor's calculation. */
    public OrderTax calculated(TaxCalculation result) {
        return new OrderTax(rate, byProcessor, computed, result);
    }

    /** Returns an order's quote with the tax that the processor calculated, if there is one. */
    Quote applyTo(Quote untaxed) {
        return calculation == null ? untaxed : untaxed.with(calculation);
    }

    public Taxation taxation() {
        if (computed != null) {
            return computed.taxation();
        }
        return rate == null ? Taxation.NONE : rate.taxation();
    }
}
