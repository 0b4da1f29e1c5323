package io.tollgate.storefront;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The dial codes of countries, and phone numbers with them. */
final class DialCodes {
    /** What fields for phone numbers accept. */
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9 ()./-]{3,50}");

    private static final Pattern NOT_DIGITS = Pattern.compile("[^0-9]+");

    /** Countries in which a number keeps its leading zero when it is dialed from abroad. */
    private static final Set<String> ZERO_KEPT = Set.of("BJ", "CG", "CI", "GA", "IT", "SM", "VA");

    /** Length of a number of the plans of North America and Russia with the prefix for long-distance calls. */
    private static final int PREFIXED_LENGTH = 11;

    private DialCodes() {}

    /** Returns the dial codes without a plus sign, by country. Few countries have none. */
    static Map<String, String> byCountry() {
        return TextCatalog.of("/storefront/dial-codes.properties").texts();
    }

    /**
     * Returns a number as it is dialed from any country: a plus sign and digits, such as {@code +491711234567}.
     *
     * @param country the selected country; null or unknown to leave the number as it is
     * @param number as the buyer has entered it; one that is not valid stays as it is, so that it is rejected
     */
    static String international(@Nullable String country, String number) {
        String text = number.strip();
        String code = country == null ? null : byCountry().get(country);
        String digits = NOT_DIGITS.matcher(text).replaceAll("");
        if (country == null || code == null || !NUMBER.matcher(text).matches() || digits.isEmpty()) {
            return number;
        }
        if (text.startsWith("+")) {
            return "+" + digits;
        }
        return digits.startsWith("00") ? "+" + digits.substring(2) : "+" + code + significant(country, code, digits);
    }

    /** Returns a number without the prefix that is dialed within the country only. */
    private static String significant(String country, String code, String digits) {
        String prefix = switch (code) {
            case "1" -> digits.length() == PREFIXED_LENGTH ? "1" : "";
            case "7" -> digits.length() == PREFIXED_LENGTH ? "8" : "";
            case "36" -> "06";
            default -> ZERO_KEPT.contains(country) ? "" : "0";
        };
        return digits.startsWith(prefix) ? digits.substring(prefix.length()) : digits;
    }
}
