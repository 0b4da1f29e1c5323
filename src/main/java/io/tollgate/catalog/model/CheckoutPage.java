package io.tollgate.catalog.model;

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
 * @param funnelSteps the steps after a purchase; null if there are none
 * @param allowDynamicPrice whether the address of the page can set the price
 * @param allowDynamicPreselectedPrice whether the address of the page can select the price
 * @param allowDynamicPlanIterations whether the address of the page can set the number of payments of a plan
 */
public record CheckoutPage(
        @Override String id,
        @Override String slug,
        @Override @Nullable String locale,
        @Override PageStatus status,
        @Override boolean testmode,
        Product product,
        @Override List<BuyerField> fields,
        List<PageFee> fees,
        @Nullable PageTax tax,
        @Override List<PaymentOption> paymentOptions,
        @Override boolean savePaymentMethod,
        @Nullable OfferedMethods paymentMethods,
        boolean allowDynamicPrice,
        boolean allowDynamicPreselectedPrice,
        boolean allowDynamicPlanIterations,
        @Nullable List<PageBehavior.FunnelStep> funnelSteps)
        implements SellingPage {
    @Override
    public String displayTitle() {
        return product.title();
    }

    /** Returns the currency of the product. Coupon amounts and order bumps must have the same currency. */
    @Override
    public String currency() {
        return product.price().currency();
    }

    public CheckoutPage withProduct(Product other) {
        return with(other, fees, paymentOptions);
    }

    public CheckoutPage withPaymentOptions(List<PaymentOption> other) {
        return with(product, fees, other);
    }

    /** Returns the page with the fees of an order that the processor collects. */
    public CheckoutPage withCollectedFees() {
        return with(product, PageFee.collected(fees, methods()), paymentOptions);
    }

    private CheckoutPage with(Product otherProduct, List<PageFee> otherFees, List<PaymentOption> otherOptions) {
        return new CheckoutPage(
                id,
                slug,
                locale,
                status,
                testmode,
                otherProduct,
                fields,
                otherFees,
                tax,
                otherOptions,
                savePaymentMethod,
                paymentMethods,
                allowDynamicPrice,
                allowDynamicPreselectedPrice,
                allowDynamicPlanIterations,
                funnelSteps);
    }

    @Override
    public @Nullable String offeredPageId() {
        return PageBehavior.offeredPage(funnelSteps);
    }

    @Override
    public PageBehavior.@Nullable StepRedirect offeredRedirect() {
        return PageBehavior.offeredRedirect(funnelSteps);
    }

    @Override
    public OfferedMethods methods() {
        return OfferedMethods.of(paymentMethods);
    }

    @Override
    public PageTax.Mode taxMode() {
        return PageTax.modeOf(tax);
    }

    @Override
    public List<String> fixedTaxRateIds() {
        return product.fixedTaxRateIds();
    }

    @Override
    public @Nullable String taxBehavior() {
        return product.taxBehavior();
    }

    @Override
    public @Nullable String taxCode() {
        return product.taxCode();
    }
}
