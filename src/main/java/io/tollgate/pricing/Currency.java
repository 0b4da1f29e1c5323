package io.tollgate.pricing;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A currency by its lowercase code.
 *
 * @param decimals decimals of its smallest unit: 2 for most currencies, 0 for the yen, 3 for dinars
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
            throw new IllegalArgumentException("a currency code must have three letters");
        }
        return new Currency(lower, NONE.contains(lower) ? 0 : THREE.contains(lower) ? 3 : 2);
    }

    /**
     * Returns whether a code is a currency with defined minor units; codes of metals, tests and no currency have none.
     */
    public static boolean isKnown(String code) {
        try {
            return java.util.Currency.getInstance(code.toUpperCase(Locale.ROOT)).getDefaultFractionDigits() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns an amount in the major unit: 1999 cents are 19.99. */
    public BigDecimal major(long amount) {
        return BigDecimal.valueOf(amount, decimals);
    }
}
