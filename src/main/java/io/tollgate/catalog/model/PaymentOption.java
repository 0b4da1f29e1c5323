package io.tollgate.catalog.model;

import java.util.Locale;
import java.util.Map;
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
        INVOICE(
                "invoice",
                "Invoice",
                Map.of(
                        "de", "Rechnung",
                        "fr", "Facture",
                        "es", "Factura",
                        "it", "Fattura",
                        "nl", "Factuur",
                        "pt", "Fatura",
                        "pl", "Faktura",
                        "ja", "請求書払い",
                        "ar", "فاتورة")),
        CASH_ON_DELIVERY(
                "cash_on_delivery",
                "Cash on delivery",
                Map.of(
                        "de", "Nachnahme",
                        "fr", "Paiement à la livraison",
                        "es", "Pago contra reembolso",
                        "it", "Contrassegno",
                        "nl", "Betaling bij levering",
                        "pt", "Pagamento na entrega",
                        "pl", "Płatność przy odbiorze",
                        "ja", "代金引換",
                        "ar", "الدفع عند الاستلام"));

        private final String wire;
        private final String englishName;
        private final Map<String, String> names;

        /** @param names the names by other languages of buyers than English */
        ManualType(String wire, String englishName, Map<String, String> names) {
            this.wire = wire;
            this.englishName = englishName;
            this.names = names;
        }

        /** Returns the value in the API, such as {@code cash_on_delivery}. */
        public String wire() {
            return wire;
        }

        /**
         * Returns the name for buyers if neither the request nor the page names the option.
         *
         * @param locale of the page, such as {@code de-DE}; null for English
         */
        public String defaultName(@Nullable String locale) {
            String language = locale == null ? "en" : locale.equals("jp-JP") ? "ja" : locale.split("-", 2)[0];
            return names.getOrDefault(language, englishName);
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
     * @param locale of the page, for the name of an option that has none; null for English
     */
    public static PaymentOption manual(
            ManualType manualType, PaymentOption requested, @Nullable PaymentOption offered, @Nullable String locale) {
        String name = first(requested.name, offered == null ? null : offered.name);
        return new PaymentOption(
                null,
                Type.MANUAL,
                manualType,
                name == null ? manualType.defaultName(locale) : name,
                first(requested.description, offered == null ? null : offered.description),
                first(requested.instructions, offered == null ? null : offered.instructions),
                null,
                null);
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }
}
