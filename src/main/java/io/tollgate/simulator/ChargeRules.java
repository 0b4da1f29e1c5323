package io.tollgate.simulator;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The documented rules of the processor for amounts, descriptors and customers. Written from its documentation and
 * independent of Tollgate's own rules, so that an error in those is noticed.
 */
final class ChargeRules {
    private static final Pattern CURRENCY = Pattern.compile("[a-z]{3}");
    private static final Pattern DESCRIPTOR = Pattern.compile("(?=.*[A-Za-z])[^<>\\\\'\"*]{1,22}");
    private static final int DIGITS = 8;

    /** Currencies whose amounts can have more than eight digits. */
    private static final Map<String, Integer> MORE_DIGITS =
            Map.of("idr", 12, "lbp", 12, "cop", 10, "huf", 10, "jpy", 10, "inr", 9);

    /** By how many zeros an amount has to end. */
    private static final Map<String, Integer> ZEROS =
            Map.of("isk", 2, "ugx", 2, "bhd", 1, "jod", 1, "kwd", 1, "omr", 1, "tnd", 1);

    private static final Set<String> WHOLE = Set.of("jpy", "krw", "clp", "vnd");

    /** Minimums of one charge in major units. */
    private static final Map<String, BigDecimal> MINIMUMS = minimums();

    private ChargeRules() {}

    private static Map<String, BigDecimal> minimums() {
        Map<String, BigDecimal> all = new HashMap<>();
        add(all, "0.50", "usd", "eur", "cad", "aud", "chf", "nzd", "sgd", "brl", "inr");
        add(all, "0.30", "gbp");
        add(all, "1.00", "bgn");
        add(all, "2.00", "pln", "ron", "aed", "myr");
        add(all, "2.50", "dkk");
        add(all, "3.00", "nok", "sek");
        add(all, "4.00", "hkd");
        add(all, "10.00", "mxn", "thb");
        add(all, "15.00", "czk");
        add(all, "50", "jpy");
        add(all, "175.00", "huf");
        // The equivalent of about half a US dollar.
        add(all, "65", "isk");
        add(all, "1800", "ugx");
        add(all, "0.15", "kwd");
        return Map.copyOf(all);
    }

    private static void add(Map<String, BigDecimal> all, String minimum, String... currencies) {
        for (String currency : currencies) {
            all.put(currency, new BigDecimal(minimum));
        }
    }

    /** Rejects an amount that the processor cannot charge at once. */
    static void requireCharge(long amount, String currency, String param) {
        requireAmount(amount, currency, param);
        if (amount < 1) {
            throw WireError.invalidInteger(param, "This value must be greater than or equal to 1.");
        }
        if (isBelowMinimum(amount, currency)) {
            throw WireError.amount(
                    "amount_too_small",
                    "The amount must be greater than or equal to the minimum charge amount allowed for your account"
                            + " and the currency set.",
                    param);
        }
    }

    /** Rejects an amount that no charge, price or refund can have. */
    static void requireAmount(long amount, String currency, String param) {
        if (!CURRENCY.matcher(currency).matches()) {
            throw WireError.invalid("currency", "Invalid currency: " + currency);
        }
        if (Long.toString(Math.abs(amount)).length() > MORE_DIGITS.getOrDefault(currency, DIGITS)) {
            throw WireError.amount("amount_too_large", "The amount is greater than the maximum amount allowed.", param);
        }
        if (BigDecimal.valueOf(amount, ZEROS.getOrDefault(currency, 0))
                        .stripTrailingZeros()
                        .scale()
                > 0) {
            throw WireError.invalidInteger(
                    param, "Invalid amount: " + currency + " amounts must end with " + ZEROS.get(currency) + " zeros.");
        }
    }

    static boolean isBelowMinimum(long amount, String currency) {
        int decimals = WHOLE.contains(currency) ? 0 : ZEROS.getOrDefault(currency, 2) == 1 ? 3 : 2;
        BigDecimal minimum = MINIMUMS.getOrDefault(currency, BigDecimal.ZERO);
        return amount > 0 && BigDecimal.valueOf(amount, decimals).compareTo(minimum) < 0;
    }

    /** Rejects descriptors on statements of cards, which have only the suffix. */
    static void requireDescriptor(FormBody form) {
        if (form.has("statement_descriptor")) {
            throw WireError.invalid(
                    "statement_descriptor", "This value is not supported for cards. Use the suffix instead.");
        }
        String suffix = form.text("statement_descriptor_suffix");
        if (suffix != null && !DESCRIPTOR.matcher(suffix).matches()) {
            throw WireError.invalid(
                    "statement_descriptor_suffix",
                    "The suffix must have at most 22 characters with at least one letter, and none of < > \\ ' \" *");
        }
    }

    /** Rejects a text that is too long. */
    static void requireLength(FormBody form, String param, int most) {
        String text = form.text(param);
        if (text != null && text.codePointCount(0, text.length()) > most) {
            throw WireError.invalid(param, "Invalid string; must be at most " + most + " characters");
        }
    }
}
