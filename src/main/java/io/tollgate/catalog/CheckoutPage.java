package io.tollgate.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checkout page with its product.
 *
 * @param testmode whether purchases are tests: nothing is charged, and the records have test mode
 * @param fees the fees that the page adds to orders
 * @param paymentOptions the ways to pay, including disabled ones
 * @param savePaymentMethod whether the payment method of an order is saved for later charges
 * @param paymentMethods null if the page offers all
 * @param allowDynamicPrice whether the address of the page can set the price
 * @param allowDynamicPreselectedPrice whether the address of the page can select the price
 */
public record CheckoutPage(
        @Override String id,
        @Override String slug,
        @Override @Nullable String locale,
        PageStatus status,
        boolean testmode,
        Product product,
        @Override List<BuyerField> fields,
        List<PageFee> fees,
        @Nullable PageTax tax,
        List<PaymentOption> paymentOptions,
        boolean savePaymentMethod,
        @Nullable OfferedMethods paymentMethods,
        boolean allowDynamicPrice,
        boolean allowDynamicPreselectedPrice)
        implements CatalogPage {
    @Override
    public String displayTitle() {
        return product.title();
    }

    /** Returns the currency of the product. Coupon amounts and order bumps must have the same currency. */
    public String currency() {
        return product.price().currency();
    }

    public CheckoutPage withProduct(Product other) {
        return new CheckoutPage(
                id,
                slug,
                locale,
                status,
                testmode,
                other,
                fields,
                fees,
                tax,
                paymentOptions,
                savePaymentMethod,
                paymentMethods,
                allowDynamicPrice,
                allowDynamicPreselectedPrice);
    }

    /** Returns the methods of the processor that the page offers. */
    public OfferedMethods methods() {
        return paymentMethods == null ? OfferedMethods.ALL : paymentMethods;
    }

    public PageTax.Mode taxMode() {
        return PageTax.modeOf(tax);
    }
}
