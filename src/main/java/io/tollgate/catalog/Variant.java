package io.tollgate.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A variant of a product, such as size, with its options.
 *
 * @param status null counts as enabled
 * @param increasesWithQuantity whether each item of the product needs the options
 * @param priceIds the prices that the variant is offered with; empty for all
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

    /** Whether a variant or an option is offered. */
    public enum Status {
        ENABLED,
        DISABLED,
        DELETED
    }

    /**
     * @param additionalChargeAmount in minor units; the least amount if the buyer chooses it
     * @param type whether a subscription charges it again; null if it does not
     */
    public record Option(
            String id,
            @Nullable String name,
            @Nullable String sku,
            @Nullable Status status,
            long additionalChargeAmount,
            boolean payWhatYouWant,
            @Nullable Billing type) {
        /** Whether a subscription charges the option once or again. */
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

    public boolean isOf(Price price) {
        return priceIds.isEmpty() || (price.id() != null && priceIds.contains(price.id()));
    }

    public Selection selection() {
        return selectionType == null ? Selection.SINGLE : selectionType;
    }

    /** The enabled option of this id. */
    public Optional<Option> option(String optionId) {
        return options.stream()
                .filter(one -> one.isEnabled() && one.id().equals(optionId))
                .findFirst();
    }

    /** What buyers read. */
    public String displayName() {
        return name == null ? "" : name;
    }

    /** Sellers may name an option in the logic of another variant. */
    @Override
    public String answerOf(String value) {
        return options.stream()
                .filter(one -> value.equals(one.name()))
                .map(Option::id)
                .findFirst()
                .orElse(value);
    }
}
