package io.tollgate.pdf;

import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.number.Precision;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.DateIntervalFormat;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.DateInterval;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import java.math.BigDecimal;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Formats dates, times, amounts and numbers by the rules of a locale (CLDR), in the Gregorian calendar. Caches
 * formatters, because creating them is slow. Not thread-safe.
 */
public final class Formats {
    private static final int CACHE_MAX = 500;

    private static final char ARABIC_ZERO = '\u0660';

    private final Map<DateKey, DateFormat> dates = new HashMap<>();
    private final Map<DateKey, DateIntervalFormat> spans = new HashMap<>();
    private final Map<MoneyKey, LocalizedNumberFormatter> amounts = new HashMap<>();
    private final Map<ULocale, LocalizedNumberFormatter> numbers = new HashMap<>();

    private record DateKey(String skeleton, ULocale locale, String zone) {}

    private record MoneyKey(String currency, ULocale locale) {}

    /**
     * Returns the locale of a page setting; English if it is empty or unknown. Two of the settings are not standard
     * language tags.
     */
    public static ULocale locale(String setting) {
        String tag = switch (setting) {
            case "" -> "en-US";
            case "jp-JP" -> "ja-JP";
            case "no-NO" -> "nb-NO";
            default -> setting;
        };
        ULocale locale = ULocale.forLanguageTag(tag);
        return locale.getLanguage().isEmpty() ? ULocale.US : locale;
    }

    /** Returns a locale with the digits of pages: those of the JDK, which differ for Arabic without a country. */
    private static ULocale written(ULocale locale) {
        char zero = DecimalFormatSymbols.getInstance(locale.toLocale()).getZeroDigit();
        return zero == ARABIC_ZERO ? locale.setKeywordValue("numbers", "arab") : locale;
    }

    /** @param skeleton the fields to show, as a CLDR skeleton */
    public String date(Instant time, String skeleton, ULocale locale, String zone) {
        bound(dates);
        DateFormat format = dates.computeIfAbsent(new DateKey(skeleton, locale, zone), key -> {
            ULocale gregorian = written(locale).setKeywordValue("calendar", "gregorian");
            DateFormat created = DateFormat.getInstanceForSkeleton(skeleton, gregorian);
            created.setTimeZone(TimeZone.getTimeZone(zone));
            return created;
        });
        return format.format(Date.from(time));
    }

    /** Formats a time interval; the fields that both times share appear once. */
    public String span(Instant from, Instant to, String skeleton, ULocale locale, String zone) {
        bound(spans);
        DateIntervalFormat format = spans.computeIfAbsent(new DateKey(skeleton, locale, zone), key -> {
            ULocale gregorian = written(locale).setKeywordValue("calendar", "gregorian");
            DateIntervalFormat created = DateIntervalFormat.getInstance(skeleton, gregorian);
            created.setTimeZone(TimeZone.getTimeZone(zone));
            return created;
        });
        return format.format(new DateInterval(from.toEpochMilli(), to.toEpochMilli()));
    }

    /** @param amount in the smallest unit of the currency */
    public String money(long amount, String currency, ULocale locale) {
        bound(amounts);
        String code = currency.toUpperCase(Locale.ROOT);
        if (!code.matches("[A-Z]{3}")) {
            return Long.toString(amount);
        }
        int places = io.tollgate.pricing.Currency.of(code).decimals();
        LocalizedNumberFormatter format = amounts.computeIfAbsent(
                new MoneyKey(code, locale),
                key -> NumberFormatter.withLocale(written(locale))
                        .unit(Currency.getInstance(code))
                        .precision(Precision.fixedFraction(places)));
        return format.format(BigDecimal.valueOf(amount, places)).toString();
    }

    /** Formats a number with at most six decimals, as percentages have. */
    public String number(BigDecimal number, ULocale locale) {
        bound(numbers);
        return numbers.computeIfAbsent(
                        locale,
                        key -> NumberFormatter.withLocale(written(locale)).precision(Precision.maxFraction(6)))
                .format(number)
                .toString();
    }

    private static void bound(Map<?, ?> map) {
        if (map.size() > CACHE_MAX) {
            map.clear();
        }
    }
}
