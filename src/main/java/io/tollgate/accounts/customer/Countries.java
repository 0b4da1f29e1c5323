package io.tollgate.accounts.customer;

import java.util.Locale;
import java.util.Set;

/** Country codes: ISO 3166-1 alpha-2. */
public final class Countries {
    public static final String EXPECTED = "must be a two-letter country code, like NL";

    private static final Set<String> CODES = Set.of(Locale.getISOCountries());

    private Countries() {}

    public static boolean has(String code) {
        return CODES.contains(code);
    }
}
