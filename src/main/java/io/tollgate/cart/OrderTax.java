package io.tollgate.cart;

import io.tollgate.catalog.PageTax;
import io.tollgate.catalog.TaxRate;
import io.tollgate.pricing.Taxation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an order is taxed.
 *
 * @param rate the seller's rate at the time of the order; null without one
 * @param byProcessor whether the processor computes the tax when the buyer pays
 * @param computed the tax that the processor computed; null before it did
 */
public record OrderTax(
        @Nullable TaxRate rate,
        boolean byProcessor,
        @Nullable ProcessorTax computed) {
    /**
     * A tax that the processor computed.
     *
     * @param country the two-letter code of the country that levies it
     * @param type such as {@code vat}
     */
    public record ProcessorTax(String country, @Nullable String state, String type, Taxation taxation) {}

    /** No tax. */
    public static final OrderTax NONE = new OrderTax(null, false, null);

    /** The rates to load for a page: the first of its fixed rates if it is taxed by them. */
    public static List<String> rateIds(PageTax.Mode mode, List<String> fixedTaxRateIds) {
        return mode == PageTax.Mode.FIXED ? fixedTaxRateIds.stream().limit(1).toList() : List.of();
    }

    /** Inactive rates are not applied. */
    public static OrderTax of(PageTax.Mode mode, List<TaxRate> rates) {
        if (mode == PageTax.Mode.PROCESSOR) {
            return new OrderTax(null, true, null);
        }
        return rates.stream()
                .filter(TaxRate::active)
                .findFirst()
                .map(rate -> new OrderTax(rate, false, null))
                .orElse(NONE);
    }

    /** Returns what the interface calls the source of the tax; null without one. */
    public @Nullable String source() {
        return computed != null ? "processor_tax" : rate != null ? "fixed_tax_rate" : null;
    }

    public Taxation taxation() {
        if (computed != null) {
            return computed.taxation();
        }
        return rate == null ? Taxation.NONE : rate.taxation();
    }
}
