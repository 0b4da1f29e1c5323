package io.tollgate.customer;

import java.util.Locale;
import java.util.Set;

/** Countries as addresses name them: by their codes of two letters, ISO 3166-1. */
public final class Countries {
    public static final String EXPECTED = "must be a country's code of two letters, like NL";

    private static final Set<String> CODES = Set.of(Locale.getISOCountries());

    private Countries() {}

    public static boolean has(String code) {
        return CODES.contains(code);
    }
}
