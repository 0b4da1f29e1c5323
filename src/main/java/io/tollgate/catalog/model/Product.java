package io.tollgate.catalog.model;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A product with its prices and variants.
 *
 * @param price a copy of the default price, without an id
 * @param prices all prices, including disabled ones
 * @param pricePicker the tabs of the prices; null without a setting
 * @param fixedTaxRateIds the first rate is applied if the page's tax mode is fixed
 * @param taxBehavior whether prices include the tax that the processor calculates; null for its usual behavior
 * @param taxCode the processor's category of the product; null for the account's default
 * @param variantsRequired whether each visible variant requires a selection
 * @param generateLicenseKeys whether each purchase gets a license key
 * @param limitPayments null for no limit of purchases that are paid once
 * @param limitSubscriptions null for no limit of subscriptions
 */
public record Product(
        String id,
        String title,
        @Nullable String sku,
        Price price,
        List<Price> prices,
        @Nullable String defaultPriceId,
        @Nullable PriceTabs pricePicker,
        List<String> fixedTaxRateIds,
        @Nullable String taxBehavior,
        @Nullable String taxCode,
        List<Variant> variants,
        List<Discount> discounts,
        boolean variantsRequired,
        boolean generateLicenseKeys,
        @Nullable PaymentLimit limitPayments,
        @Nullable SubscriptionLimit limitSubscriptions) {

    /** Lets each customer buy the product once, while it is enabled. */
    public record PaymentLimit(boolean enabled) {}

    /**
     * Lets each customer have one subscription of the product at a time, while it is enabled.
     *
     * @param limitSubscriptionsProcessor whether subscriptions that were made at the processor count, too; null: no
     */
    public record SubscriptionLimit(
            boolean enabled, @Nullable PaymentLimit limitSubscriptionsProcessor) {}

    public boolean isOncePerCustomer() {
        return limitPayments != null && limitPayments.enabled();
    }

    public boolean isOneSubscriptionPerCustomer() {
        return limitSubscriptions != null && limitSubscriptions.enabled();
    }

    /** Returns whether a customer who has a subscription in the processor account cannot have one of the product. */
    public boolean limitsSubscriptionsAtProcessor() {
        return limitSubscriptions != null
                && limitSubscriptions.enabled()
                && limitSubscriptions.limitSubscriptionsProcessor() != null
                && limitSubscriptions.limitSubscriptionsProcessor().enabled();
    }

    /** Returns the product with other prices. */
    public Product withPrices(Price copy, List<Price> others, @Nullable String defaultId) {
        return new Product(
                id,
                title,
                sku,
                copy,
                others,
                defaultId,
                pricePicker,
                fixedTaxRateIds,
                taxBehavior,
                taxCode,
                variants,
                discounts,
                variantsRequired,
                generateLicenseKeys,
                limitPayments,
                limitSubscriptions);
    }

    /** Returns the price with this id, which can be disabled. */
    public Optional<Price> price(@Nullable String priceId) {
        return prices.stream()
                .filter(one -> priceId != null && priceId.equals(one.id()))
                .findFirst();
    }

    /**
     * Returns the tabs of the enabled prices, in the order shown; empty if the prices are one list.
     *
     * @param shown whether buyers see an enabled price
     */
    public List<PriceTabs.Tab> tabs(Predicate<Price> shown) {
        return pricePicker == null
                ? List.of()
                : pricePicker.of(
                        prices.stream()
                                .filter(price -> price.isEnabled() && shown.test(price))
                                .toList(),
                        defaultPriceId);
    }

    /** Returns the default price; its copy if that price no longer exists. */
    public Price defaultPrice() {
        return price(defaultPriceId).orElse(price);
    }
}
