package io.tollgate.sales.purchase;

import io.tollgate.catalog.model.CatalogPage;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.TaxRate;
import io.tollgate.platform.resource.Scope;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.OrderTax;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was bought, by whom, and at which price. The writers of this package make records of it.
 *
 * @param scope the seller and the mode
 * @param id of the payment, booking or subscription
 * @param customerId null before the buyer ordered
 * @param page as it was at the time of the purchase
 * @param currency lower case, such as {@code eur}
 * @param quote of the order; of one period for a subscription
 * @param bumpRates the tax rates of the order bumps
 * @param option how the buyer chose to pay; null if nothing is due
 */
public record Purchase(
        Scope scope,
        String id,
        String orderId,
        @Nullable String customerId,
        Instant createdAt,
        CatalogPage page,
        Answers answers,
        Buyer buyer,
        String currency,
        Quote quote,
        OrderTax tax,
        List<TaxRate> bumpRates,
        @Nullable Coupon coupon,
        boolean complimentary,
        @Nullable PaymentOption option,
        Visit visit,
        Upsell upsell) {
    public Purchase {
        bumpRates = List.copyOf(bumpRates);
    }

    /** Returns the seller's tax rates of the order, each once: the rate of the page, and those of order bumps. */
    List<TaxRate> taxRates() {
        List<TaxRate> rates = new ArrayList<>();
        if (tax.rate() != null) {
            rates.add(tax.rate());
        }
        bumpRates.stream().filter(rate -> !rates.contains(rate)).forEach(rates::add);
        return rates;
    }

    /** Returns the locale of everything that the buyer receives. */
    @Nullable
    String locale() {
        return visit.locale(page.locale());
    }

    /** Returns the value of the record field {@code taxSource}; null without a tax. */
    @Nullable
    String taxSource() {
        return tax.source() == null && !bumpRates.isEmpty() ? OrderTax.FIXED : tax.source();
    }

    /** Returns this purchase with another quote. */
    public Purchase with(Quote other) {
        return new Purchase(
                scope,
                id,
                orderId,
                customerId,
                createdAt,
                page,
                answers,
                buyer,
                currency,
                other,
                tax,
                bumpRates,
                coupon,
                complimentary,
                option,
                visit,
                upsell);
    }
}
