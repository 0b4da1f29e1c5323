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
 */
public record OrderTax(@Nullable TaxRate rate, boolean byProcessor) {
    /** No tax. */
    public static final OrderTax NONE = new OrderTax(null, false);

    /** The rates to load for a page: the first of its fixed rates if it is taxed by them. */
    public static List<String> rateIds(PageTax.Mode mode, List<String> fixedTaxRateIds) {
        return mode == PageTax.Mode.FIXED ? fixedTaxRateIds.stream().limit(1).toList() : List.of();
    }

    /** Inactive rates are not applied. */
    public static OrderTax of(PageTax.Mode mode, List<TaxRate> rates) {
        if (mode == PageTax.Mode.PROCESSOR) {
            return new OrderTax(null, true);
        }
        return rates.stream()
                .filter(TaxRate::active)
                .findFirst()
                .map(rate -> new OrderTax(rate, false))
                .orElse(NONE);
    }

    public Taxation taxation() {
        return rate == null ? Taxation.NONE : rate.taxation();
    }
}
