package io.tollgate.catalog;

import org.jspecify.annotations.Nullable;

/** A way to pay that a page offers; one without a card has a manual type. */
public record PaymentOption(
        @Nullable ManualType manualType,
        @Nullable String name,
        @Nullable String description,
        @Nullable String instructions) {

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
}
