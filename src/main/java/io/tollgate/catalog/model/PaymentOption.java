package io.tollgate.catalog.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A way to pay that a page offers.
 *
 * @param enabled null means enabled
 * @param type null in requests, which name an option by its manual type
 * @param manualType the kind of payment outside of the processor; null for payment by card
 * @param partialAmount the first payment of a {@code PARTIAL} option in minor units; null for other types
 * @param showPaymentButton whether buyers see the option although the address of the page does not name it; null
 *     means yes
 */
public record PaymentOption(
        @Nullable Boolean enabled,
        @Nullable Type type,
        @Nullable ManualType manualType,
        @Nullable String name,
        @Nullable String description,
        @Nullable String instructions,
        @Nullable Long partialAmount,
        @Nullable Boolean showPaymentButton) {

    /** The share of the total that is paid through the processor at once. */
    public enum Type {
        FULL,
        PARTIAL,
        /** Nothing: the buyer pays outside of the processor. */
        MANUAL;

        /** Returns the value in the API, such as {@code full}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The kinds of payment outside of the processor. */
    public enum ManualType {
        INVOICE("invoice", "Invoice"),
        CASH_ON_DELIVERY("cash_on_delivery", "Cash on delivery");

        private final String wire;
        private final String defaultName;

        ManualType(String wire, String defaultName) {
            this.wire = wire;
            this.defaultName = defaultName;
        }

        /** Returns the value in the API, such as {@code cash_on_delivery}. */
        public String wire() {
            return wire;
        }

        /** Returns the name for buyers if neither the request nor the page names the option. */
        public String defaultName() {
            return defaultName;
        }
    }

    public boolean isEnabled() {
        return enabled == null || enabled;
    }

    /** Returns whether buyers see the option although the address of the page does not name it. */
    public boolean isShown() {
        return showPaymentButton == null || showPaymentButton;
    }

    /** Returns the name of the option in the address of a page, such as {@code full} or {@code invoice}. */
    public @Nullable String wire() {
        return manualType != null ? manualType.wire() : type == null ? null : type.wire();
    }

    public boolean isManual() {
        return manualType != null;
    }

    /**
     * Returns the option that a purchase stores. Its texts come from the request; texts that the request omits come
     * from the page.
     *
     * @param requested the option as the request describes it
     * @param offered the page's option of the same kind; null if it has none
     */
    public static PaymentOption manual(
            ManualType manualType, PaymentOption requested, @Nullable PaymentOption offered) {
        String name = first(requested.name, offered == null ? null : offered.name);
        return new PaymentOption(
                null,
                Type.MANUAL,
                manualType,
                name == null ? manualType.defaultName() : name,
                first(requested.description, offered == null ? null : offered.description),
                first(requested.instructions, offered == null ? null : offered.instructions),
                null,
                null);
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }
}
