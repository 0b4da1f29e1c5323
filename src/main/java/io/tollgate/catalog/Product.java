package io.tollgate.catalog;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A product with its prices and variants.
 *
 * @param price what the product shows: a copy of its default price, without an id
 * @param prices all prices, enabled or not
 * @param fixedTaxRateIds the first is applied if the page's tax mode is fixed
 * @param variantsRequired whether each variant that is offered needs a selection
 */
public record Product(
        String id,
        String title,
        @Nullable String sku,
        Price price,
        List<Price> prices,
        @Nullable String defaultPriceId,
        List<String> fixedTaxRateIds,
        List<Variant> variants,
        List<Discount> discounts,
        boolean variantsRequired) {

    /** The price of this id, enabled or not. */
    public Optional<Price> price(@Nullable String priceId) {
        return prices.stream()
                .filter(one -> priceId != null && priceId.equals(one.id()))
                .findFirst();
    }

    /** The default price; what the product shows if that price is gone. */
    public Price defaultPrice() {
        return price(defaultPriceId).orElse(price);
    }
}
