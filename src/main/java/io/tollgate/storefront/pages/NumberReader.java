package io.tollgate.storefront.pages;

import com.ibm.icu.text.DecimalFormatSymbols;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Currency;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.PlainEntry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers as people write them: with the digits and separators of any language, and with the currency. The
 * positions of the separators decide what they mean; the locale of the page decides if the positions allow two
 * readings. {@code plainNumber} in {@code page.js} follows the same rules.
 */
final class NumberReader {
    /** The decimals of a number without a limit. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int DIGITS_MAX = 15;
    private static final String DECIMAL = "\u066b";
    private static final Pattern TRAILING = Pattern.compile("(?<=[0-9])[.,]-{0,2}$");
    private static final Pattern NUMBER = Pattern.compile("([+-]?)([0-9]*)((?:[., '\u066b][0-9]+)*)");
    private static final Pattern PART = Pattern.compile("([., '\u066b])([0-9]+)");

    private final Locale locale;
    private final String separators;

    /** What a text can mean. */
    sealed interface Reading {}

    /** A number that can be read in one way. */
    record Value(BigDecimal number) implements Reading {}

    /**
     * A number that can be read in two ways.
     *
     * @param greater the number if the separator groups thousands
     * @param lesser the number if the separator begins the decimals
     */
    record Ambiguous(BigDecimal greater, BigDecimal lesser) implements Reading {}

    /** No number, or one with too many digits or decimals. */
    record Unreadable() implements Reading {}

    private NumberReader(Locale locale, String separators) {
        this.locale = locale;
        this.separators = separators;
    }

    static NumberReader of(Locale locale) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(locale);
        String decimal = PlainEntry.of(symbols.getDecimalSeparatorString());
        String groups =
                PlainEntry.of(symbols.getGroupingSeparatorString() + symbols.getMonetaryGroupingSeparatorString());
        return new NumberReader(locale, (decimal.equals(DECIMAL) ? "." : decimal) + groups);
    }

    /** Returns the decimal separator, and after it those that group thousands. */
    String separators() {
        return separators;
    }

    /**
     * Reads a number.
     *
     * @param decimals the greatest number of decimals, without zeros at the end, or {@link #UNLIMITED}
     */
    Reading number(String text, int decimals) {
        return read(PlainEntry.of(text), decimals);
    }

    /**
     * Reads a quantity.
     *
     * @param problems receives the problem of a quantity that is not one whole number of at most
     *     {@link CartLimits#QUANTITY_MAX}
     * @return null if there is a problem
     */
    @Nullable
    Integer quantity(String input, String text, List<Problem> problems) {
        Reading reading = number(text, 0);
        if (reading instanceof Value one
                && one.number().signum() >= 0
                && one.number().compareTo(BigDecimal.valueOf(CartLimits.QUANTITY_MAX)) <= 0) {
            return one.number().intValue();
        }
        problems.add(
                reading instanceof Ambiguous two
                        ? NumberErrors.ofNumber(input, two)
                        : CartLimits.quantity(input, text));
        return null;
    }

    boolean isZero(String text) {
        return number(text, 0) instanceof Value one && one.number().signum() == 0;
    }

    /** Reads an amount in the major unit of a currency, with or without the currency. */
    Reading money(String text, Currency currency) {
        String amount = withoutCurrency(PlainEntry.of(text), currency);
        return amount.startsWith("-") ? new Unreadable() : read(amount, currency.decimals());
    }

    /** Removes the code, a symbol or a name of the currency before or after an amount. */
    private String withoutCurrency(String text, Currency currency) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (String name : names(currency)) {
            if (lower.startsWith(name)) {
                return text.substring(name.length()).strip();
            }
            if (lower.endsWith(name)) {
                return text.substring(0, text.length() - name.length()).strip();
            }
        }
        return text;
    }

    private List<String> names(Currency currency) {
        var known = com.ibm.icu.util.Currency.getInstance(currency.code().toUpperCase(Locale.ROOT));
        String narrow = known.getName(Locale.ENGLISH, com.ibm.icu.util.Currency.NARROW_SYMBOL_NAME, null);
        return Stream.of(locale, Locale.ENGLISH)
                .flatMap(in -> Stream.of(
                        known.getCurrencyCode(),
                        known.getCurrencyCode().substring(0, 2) + narrow,
                        known.getName(in, com.ibm.icu.util.Currency.SYMBOL_NAME, null),
                        known.getName(in, com.ibm.icu.util.Currency.NARROW_SYMBOL_NAME, null),
                        known.getName(in, com.ibm.icu.util.Currency.PLURAL_LONG_NAME, "one", null),
                        known.getName(in, com.ibm.icu.util.Currency.PLURAL_LONG_NAME, "other", null)))
                .map(name -> PlainEntry.of(name).toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted(Comparator.comparing(String::length).reversed())
                .toList();
    }

    private Reading read(String text, int decimals) {
        Matcher number = NUMBER.matcher(TRAILING.matcher(text).replaceFirst(""));
        if (!number.matches() || (number.group(2).isEmpty() && number.group(3).isEmpty())) {
            return new Unreadable();
        }
        List<String> parts = new ArrayList<>(List.of(number.group(2)));
        StringBuilder marks = new StringBuilder();
        Matcher part = PART.matcher(number.group(3));
        while (part.find()) {
            marks.append(part.group(1));
            parts.add(part.group(2));
        }
        String sign = number.group(1).equals("-") ? "-" : "";
        return reading(sign, parts, marks.toString(), decimals);
    }

    /** @param marks the separators between the parts */
    private Reading reading(String sign, List<String> parts, String marks, int decimals) {
        int last = parts.size() - 1;
        String whole = String.join("", parts);
        if (whole.length() > DIGITS_MAX) {
            return new Unreadable();
        }
        String mark = marks.isEmpty() ? "" : marks.substring(last - 1);
        boolean groups = isGrouped(parts, marks);
        boolean splits = !marks.isEmpty()
                && (mark.equals(".") || mark.equals(",") || mark.equals(DECIMAL))
                && !marks.substring(0, last - 1).contains(mark)
                && isGrouped(parts.subList(0, last), marks.substring(0, last - 1));
        BigDecimal greater = new BigDecimal(sign + whole);
        if (!splits) {
            return groups ? new Value(greater) : new Unreadable();
        }
        BigDecimal lesser = new BigDecimal(sign + String.join("", parts.subList(0, last)) + "." + parts.get(last));
        if (groups && separators.indexOf(mark, 1) > 0) {
            return new Value(greater);
        }
        if (groups && (decimals < 3 || separators.charAt(0) != mark.charAt(0))) {
            return new Ambiguous(greater, decimals < 3 ? lesser.setScale(decimals, RoundingMode.HALF_UP) : lesser);
        }
        return lesser.stripTrailingZeros().scale() > decimals ? new Unreadable() : new Value(lesser);
    }

    /** Returns whether the parts are groups of thousands, or of thousands and hundreds as in India. */
    private static boolean isGrouped(List<String> parts, String marks) {
        int last = parts.size() - 1;
        if (last == 0) {
            return true;
        }
        String first = parts.get(0);
        return marks.chars().distinct().count() == 1
                && !marks.startsWith(DECIMAL)
                && !first.isEmpty()
                && first.length() <= 3
                && !first.startsWith("0")
                && parts.get(last).length() == 3
                && parts.subList(1, last).stream().allMatch(part -> part.length() == 2 || part.length() == 3);
    }
}
