package io.tollgate.catalog.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The methods of the processor that a page offers. An omitted one is enabled.
 *
 * @param processor null if the page offers all
 */
public record OfferedMethods(@Nullable Methods processor) {
    /** A page without this setting offers all methods. */
    public static final OfferedMethods ALL = new OfferedMethods(null);

    private static final String CARD = "card";

    /** The processor's names of methods. */
    public static final List<String> NAMES = List.of(("acss_debit affirm afterpay_clearpay alipay amazon_pay"
                    + " au_becs_debit bacs_debit bancontact blik boleto card card_present cashapp customer_balance"
                    + " eps fpx giropay grabpay ideal interac_present klarna konbini link mobilepay multibanco oxxo"
                    + " p24 paynow paypal pix promptpay revolut_pay sepa_debit sofort swish twint us_bank_account"
                    + " wechat_pay zip")
            .split(" "));

    /** Methods that need a card reader, which no page has. */
    private static final Set<String> IN_PERSON = Set.of("card_present", "interac_present");

    /**
     * The kinds of methods.
     *
     * @param agpay Apple Pay and Google Pay
     * @param multiple further methods of the processor
     */
    public record Methods(
            @Nullable Switch card,
            @Nullable Wallets agpay,
            @Nullable Switch multiple) {}

    /** @param enabled null if enabled */
    public record Switch(@Nullable Boolean enabled) {}

    /**
     * @param enabled null if enabled
     * @param mode {@code express} shows the wallets as buttons before the other methods
     */
    public record Wallets(
            @Nullable Boolean enabled, @Nullable String mode) {}

    /** Returns the methods of a page with this setting. */
    static OfferedMethods of(@Nullable OfferedMethods setting) {
        return setting == null ? ALL : setting;
    }

    private static boolean isOn(@Nullable Switch method) {
        return method == null || !Boolean.FALSE.equals(method.enabled);
    }

    public boolean card() {
        return processor == null || isOn(processor.card);
    }

    public boolean wallets() {
        Wallets wallets = processor == null ? null : processor.agpay;
        return wallets == null || !Boolean.FALSE.equals(wallets.enabled);
    }

    /** Returns whether wallets are shown as buttons before the other methods. */
    public boolean isExpress() {
        Wallets wallets = processor == null ? null : processor.agpay;
        return wallets() && wallets != null && "express".equals(wallets.mode);
    }

    public boolean others() {
        return processor == null || isOn(processor.multiple);
    }

    /** Returns the offered methods that a list lacks. Wallets are cards. A page that offers none takes cards. */
    public List<String> missingIn(List<String> methods) {
        return NAMES.stream()
                .filter(method -> !methods.contains(method) && isOffered(method))
                .toList();
    }

    private boolean isOffered(String method) {
        return method.equals(CARD) ? card() || !others() : others() && !IN_PERSON.contains(method);
    }
}
