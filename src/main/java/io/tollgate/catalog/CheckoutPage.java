package io.tollgate.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checkout page with its product.
 *
 * @param fees that the page adds to orders
 * @param paymentOptions ways to pay without a card
 */
public record CheckoutPage(
        @Override String id,
        @Override String slug,
        @Override @Nullable String locale,
        Product product,
        @Override List<BuyerField> fields,
        List<PageFee> fees,
        @Nullable PageTax tax,
        List<PaymentOption> paymentOptions)
        implements CatalogPage {
    @Override
    public String displayTitle() {
        return product.title();
    }

    /** The currency of the product, in which coupons and order bumps must be too. */
    public String currency() {
        return product.price().currency();
    }

    public PageTax.Mode taxMode() {
        return PageTax.modeOf(tax);
    }
}
