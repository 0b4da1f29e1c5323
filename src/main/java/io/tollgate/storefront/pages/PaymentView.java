package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.OfferedMethods;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a buyer pays an order by card.
 *
 * @param scriptUrl the processor's script
 * @param wallets where the buyer can pay with Apple Pay and Google Pay
 * @param returnPath where the processor sends the buyer after the payment
 * @param holdSeconds how long the order is still held
 * @param submit text of the button, with the amount
 * @param deposit what is paid now and later, and how; null if the total is paid at once
 * @param authenticate whether a saved card waits for the buyer's authentication
 * @param own how the buyer edits or cancels the order; null in browsers that have not placed it
 * @param refusal how the buyer declines the offer that this payment accepts; null for other orders
 * @param decline why the last try failed; null if it did not
 */
public record PaymentView(
        Shell shell,
        String heading,
        SummaryView summary,
        String scriptUrl,
        String publishableKey,
        String clientSecret,
        Wallets wallets,
        String returnPath,
        long holdSeconds,
        String email,
        String submit,
        @Nullable String decline,
        @Nullable String deposit,
        boolean authenticate,
        @Nullable Own own,
        @Nullable Refusal refusal) {
    /**
     * @param edit path of the page with the order
     * @param cancel where the form that cancels the order is sent
     */
    public record Own(String edit, String cancel, String csrf) {}

    /** Where the page offers Apple Pay and Google Pay. */
    public enum Wallets {
        NEVER,
        /** Among the other methods. */
        AUTO,
        /** As buttons before the other methods. */
        EXPRESS;

        static Wallets of(OfferedMethods methods) {
            return methods.isExpress() ? EXPRESS : methods.wallets() ? AUTO : NEVER;
        }

        /** Returns the value that the script of the page reads. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param action where the form is sent */
    public record Refusal(String action, String csrf) {}
}
