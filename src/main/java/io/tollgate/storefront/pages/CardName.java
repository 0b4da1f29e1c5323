package io.tollgate.storefront.pages;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name of a card for buyers. */
public final class CardName {
    private CardName() {}

    /** Returns the name of a card, such as {@code VISA •••• 4242}. */
    public static String of(@Nullable String brand, String last4) {
        return (brand == null || brand.isEmpty() ? "" : brand.toUpperCase(Locale.ROOT) + " ") + "•••• " + last4;
    }
}
