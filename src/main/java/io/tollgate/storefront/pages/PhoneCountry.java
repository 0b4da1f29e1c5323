package io.tollgate.storefront.pages;

import io.tollgate.pdf.Formats;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Determines the country of the phone numbers of a page whose field sets none. */
final class PhoneCountry {
    /** The country of fields that set none. */
    static final String UNSET = "US";

    /** The locale of pages that set none. */
    private static final String DEFAULT_LOCALE = "en-US";

    private PhoneCountry() {}

    /**
     * Returns the country of the page's locale. A page with the default locale is in the country of its seller.
     *
     * @param seller the country of the seller's address; null if unknown
     */
    static String of(@Nullable String pageLocale, @Nullable String seller) {
        String locale = Objects.requireNonNullElse(pageLocale, DEFAULT_LOCALE);
        String country = Formats.locale(locale).getCountry();
        return seller != null && (country.isEmpty() || locale.equals(DEFAULT_LOCALE))
                ? seller
                : country.isEmpty() ? UNSET : country;
    }
}
