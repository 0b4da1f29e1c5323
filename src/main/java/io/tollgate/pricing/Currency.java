package io.tollgate.pricing;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A currency with the rules of the payment processor for its amounts.
 *
 * @param code in lower case
 * @param decimals of an amount as the processor receives it: 0 for the yen, 3 for some dinars, 2 for most
 * @param step the processor charges and refunds multiples of this amount only
 * @param minimum the lowest amount of one charge; {@code step} if the processor documents none
 */
public record Currency(String code, int decimals, long step, long minimum) {
    private static final Pattern CODE = Pattern.compile("[a-z]{3}");

    private static final Set<String> WITHOUT_DECIMALS = Set.of(
            "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf");

    /** Three decimals, of which the last one is always 0. */
    private static final Set<String> THREE_DECIMALS = Set.of("bhd", "jod", "kwd", "omr", "tnd");

    /** Two decimals, which are always 00: these currencies have no minor unit. */
    private static final Set<String> EMPTY_DECIMALS = Set.of("isk", "ugx");

    /** Documented minimums, and for some further currencies the equivalent of half a US dollar, rounded up. */
    private static final Map<String, Long> MINIMUMS = minimums("""
            usd 50, eur 50, cad 50, aud 50, chf 50, nzd 50, sgd 50, brl 50, inr 50, gbp 30, dkk 250, nok 300, sek 300,
            pln 200, ron 200, aed 200, myr 200, bgn 100, czk 1500, huf 17500, hkd 400, mxn 1000, thb 1000, jpy 50,
            isk 7000, ugx 200000, kwd 160, bhd 190, omr 200, jod 360, tnd 1600, clp 500, krw 700, zar 1000, php 3000,
            idr 850000, ils 200, twd 1700""");

    public static Currency of(String code) {
        String lower = code.toLowerCase(Locale.ROOT);
        if (!CODE.matcher(lower).matches()) {
            throw new IllegalArgumentException("a currency code must have three letters");
        }
        int decimals = WITHOUT_DECIMALS.contains(lower) ? 0 : THREE_DECIMALS.contains(lower) ? 3 : 2;
        long step = EMPTY_DECIMALS.contains(lower) ? 100 : decimals == 3 ? 10 : 1;
        return new Currency(lower, decimals, step, MINIMUMS.getOrDefault(lower, step));
    }

    private static Map<String, Long> minimums(String text) {
        return Arrays.stream(text.split(",\\s+"))
                .map(minimum -> minimum.split(" "))
                .collect(Collectors.toUnmodifiableMap(minimum -> minimum[0], minimum -> Long.valueOf(minimum[1])));
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

    /** Returns the problem of an amount that no charge or refund can have, as part of a sentence; null without one. */
    public @Nullable String problem(long amount) {
        if (amount % step == 0) {
            return null;
        }
        return decimals == 3
                ? "must be a multiple of 10, because the last of the three decimals of " + name() + " is always 0"
                : "must be a multiple of 100, because " + name() + " has no minor unit and is sent with two zeros";
    }

    private String name() {
        return code.toUpperCase(Locale.ROOT);
    }

    /** Returns whether an amount is above zero and too low for a charge. */
    public boolean isBelowMinimum(long amount) {
        return amount > 0 && amount < minimum;
    }

    /** Returns the nearest amount that can be charged. An amount above 0 is never rounded to 0. */
    public long chargeable(long amount) {
        return amount == 0 ? 0 : Math.multiplyExact(Math.max(1, Proportion.halfUp(amount, 1, step)), step);
    }
}
