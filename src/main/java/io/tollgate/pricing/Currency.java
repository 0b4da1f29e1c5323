package io.tollgate.pricing;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A currency by its lower-case code.
 *
 * @param decimals digits of its smallest unit: 2 for most, 0 for the yen, 3 for the dinars
 */
public record Currency(String code, int decimals) {
    private static final Pattern CODE = Pattern.compile("[a-z]{3}");
    private static final Set<String> NONE = Set.of(
            "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "ugx", "vnd", "vuv", "xaf", "xof",
            "xpf");
    private static final Set<String> THREE = Set.of("bhd", "iqd", "jod", "kwd", "lyd", "omr", "tnd");

    public static Currency of(String code) {
        String lower = code.toLowerCase(Locale.ROOT);
        if (!CODE.matcher(lower).matches()) {
            throw new IllegalArgumentException("a currency is three letters");
        }
        return new Currency(lower, NONE.contains(lower) ? 0 : THREE.contains(lower) ? 3 : 2);
    }

    /** Whether money is counted in it: codes of metals, of tests and of no currency at all have no units. */
    public static boolean isKnown(String code) {
        try {
            return java.util.Currency.getInstance(code.toUpperCase(Locale.ROOT)).getDefaultFractionDigits() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The amount in the unit that people name: 1999 cents are 19.99. */
    public BigDecimal major(long amount) {
        return BigDecimal.valueOf(amount, decimals);
    }
}
