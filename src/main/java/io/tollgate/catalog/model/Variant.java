package io.tollgate.catalog.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A variant of a product, such as size, with its options.
 *
 * @param status null means enabled
 * @param increasesWithQuantity whether the options are charged once for each item of the product
 * @param priceIds the prices with which the variant is offered; empty for all
 */
public record Variant(
        String id,
        @Nullable String name,
        @Nullable String reference,
        @Nullable Status status,
        boolean required,
        boolean hidden,
        @Nullable Selection selectionType,
        boolean increasesWithQuantity,
        Set<String> priceIds,
        @Override @Nullable ShowHideLogic showHideLogic,
        List<Option> options)
        implements Conditional {

    /** The status of a variant or option. Only enabled ones are offered. */
    public enum Status {
        ENABLED,
        DISABLED,
        DELETED
    }

    /**
     * @param additionalChargeAmount in minor units; the minimum if the buyer chooses the amount
     * @param type how a subscription charges the option; null means once
     */
    public record Option(
            String id,
            @Nullable String name,
            @Nullable String sku,
            @Nullable Status status,
            long additionalChargeAmount,
            boolean payWhatYouWant,
            @Nullable Billing type) {
        /** How a subscription charges an option. */
        public enum Billing {
            ONE_TIME,
            RECURRING,
            PAY_WHAT_YOU_WANT
        }

        public boolean isRecurring() {
            return type == Billing.RECURRING;
        }

        boolean isEnabled() {
            return status == null || status == Status.ENABLED;
        }
    }

    public boolean isEnabled() {
        return status == null || status == Status.ENABLED;
    }

    public boolean isOfferedWith(Price price) {
        return priceIds.isEmpty() || (price.id() != null && priceIds.contains(price.id()));
    }

    public Selection selection() {
        return selectionType == null ? Selection.SINGLE : selectionType;
    }

    /** Returns the enabled option with this id. */
    public Optional<Option> option(String optionId) {
        return options.stream()
                .filter(one -> one.isEnabled() && one.id().equals(optionId))
                .findFirst();
    }

    /** Returns the name; empty if the seller gave none. */
    public String displayName() {
        return name == null ? "" : name;
    }

    /** Returns the id of the option with this name, because sellers can use names in the logic of other variants. */
    @Override
    public String answerOf(String value) {
        return options.stream()
                .filter(one -> value.equals(one.name()))
                .map(Option::id)
                .findFirst()
                .orElse(value);
    }
}
