package io.tollgate.catalog.model;

import org.jspecify.annotations.Nullable;

/**
 * The methods of the processor that a page offers. An omitted one is enabled.
 *
 * @param processor null if the page offers all
 */
public record OfferedMethods(@Nullable Methods processor) {
    /** A page without this setting offers all methods. */
    public static final OfferedMethods ALL = new OfferedMethods(null);

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
}
