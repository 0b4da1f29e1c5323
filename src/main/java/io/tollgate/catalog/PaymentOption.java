package io.tollgate.catalog;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A way to pay that a page offers.
 *
 * @param type null in requests that name an option by its manual type
 * @param manualType of an option without a card; null for others
 * @param partialAmount what is paid at once, in minor units; null for all of it
 */
public record PaymentOption(
        @Nullable Type type,
        @Nullable ManualType manualType,
        @Nullable String name,
        @Nullable String description,
        @Nullable String instructions,
        @Nullable Long partialAmount) {

    /** How much is paid through the processor. */
    public enum Type {
        FULL,
        PARTIAL,
        /** Nothing. */
        MANUAL;

        /** As the interface writes it. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Payment outside of the processor. */
    public enum ManualType {
        INVOICE("invoice", "Invoice"),
        CASH_ON_DELIVERY("cash_on_delivery", "Cash on delivery");

        private final String wire;
        private final String defaultName;

        ManualType(String wire, String defaultName) {
            this.wire = wire;
            this.defaultName = defaultName;
        }

        /** As the interface writes it. */
        public String wire() {
            return wire;
        }

        /** What buyers read if the seller gave no name. */
        public String defaultName() {
            return defaultName;
        }
    }

    public boolean isManual() {
        return manualType != null;
    }

    /**
     * Returns an option without a card as a purchase keeps it: as the client described it, or else as the page does.
     *
     * @param offered the page's option of the same kind; null if it has none
     */
    public static PaymentOption manual(ManualType manualType, PaymentOption asked, @Nullable PaymentOption offered) {
        String name = first(asked.name, offered == null ? null : offered.name);
        return new PaymentOption(
                Type.MANUAL,
                manualType,
                name == null ? manualType.defaultName() : name,
                first(asked.description, offered == null ? null : offered.description),
                first(asked.instructions, offered == null ? null : offered.instructions),
                null);
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }
}
