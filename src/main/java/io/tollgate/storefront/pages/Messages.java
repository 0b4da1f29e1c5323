package io.tollgate.storefront.pages;

import io.tollgate.pricing.Currency;
import java.math.BigDecimal;
import java.text.Collator;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DecimalStyle;
import java.time.format.FormatStyle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The texts of hosted pages in one language, and the formats of its amounts, dates and countries. */
public final class Messages {
    /** The languages of hosted pages, by their codes. */
    public static final List<String> LANGUAGES = List.of("en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "ar");

    private static final Map<Locale, List<Country>> COUNTRIES = new ConcurrentHashMap<>();

    private final Locale locale;
    private final TextCatalog texts;
    private final ZoneId zone;

    private Messages(Locale locale) {
        this(locale, ZoneOffset.UTC);
    }

    private Messages(Locale locale, ZoneId zone) {
        this.locale = locale;
        this.texts = catalog(locale.getLanguage());
        this.zone = zone;
    }

    /**
     * Returns the messages for a page.
     *
     * @param asked the language that the buyer selected; or a locale; ignored if there are no texts in it
     * @param pageLocale locale of the page, such as {@code de-AT}, or null
     */
    public static Messages of(@Nullable String asked, @Nullable String pageLocale) {
        return of(language(asked), locale(pageLocale));
    }

    private static Messages of(@Nullable String asked, Locale page) {
        boolean known = LANGUAGES.contains(page.getLanguage());
        if (asked == null || (known && page.getLanguage().equals(asked))) {
            return new Messages(known ? page : Locale.US);
        }
        return new Messages(Locale.forLanguageTag(asked));
    }

    /**
     * Returns the language that an address asks for, such as {@code ja} for {@code ja}, {@code ja-JP} and the setting
     * {@code jp-JP}; null if there are no texts in it.
     */
    public static @Nullable String language(@Nullable String asked) {
        String language = asked == null ? "" : locale(asked).getLanguage();
        return LANGUAGES.contains(language) ? language : null;
    }

    /** Returns the locale of a page. The setting for Japanese is not a standard language tag. */
    private static Locale locale(@Nullable String setting) {
        String tag = Objects.requireNonNullElse(setting, "");
        return Locale.forLanguageTag(tag.equals("jp-JP") ? "ja-JP" : tag);
    }

    /** Returns the same messages with the dates of a time zone. At first, dates are those of UTC. */
    public Messages in(ZoneId other) {
        return new Messages(locale, other);
    }

    /** Returns the date of a time, without the time of day. */
    public String date(Instant time) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                .withLocale(locale)
                .withDecimalStyle(DecimalStyle.of(locale))
                .format(time.atZone(zone));
    }

    /** Reads the texts, countries and formats of all languages. Blocks. */
    static void prepare() {
        for (String language : LANGUAGES) {
            Messages messages = new Messages(Locale.forLanguageTag(language));
            messages.countries();
            messages.money(0, "usd");
            messages.numbers().money("0", Currency.of("usd"));
            EventTimes.prepare(language);
        }
    }

    static TextCatalog catalog(String language) {
        return TextCatalog.of("/storefront/messages/" + language + ".properties");
    }

    /** Returns a text with its placeholders {@code {0}}, {@code {1}} replaced. */
    public String text(String key, Object... values) {
        return texts.text(key, Arrays.stream(values).map(this::written).toArray());
    }

    /**
     * Returns a value with the digits of the language if it is a number. Identifiers are texts, and keep theirs; a text
     * in another direction does not change the order of the words around it.
     */
    private Object written(Object value) {
        if (!(value instanceof Number)) {
            return value instanceof String text ? isolated(direction(), text) : value;
        }
        String plain = value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
        char zero = DecimalFormatSymbols.getInstance(locale).getZeroDigit();
        return plain.chars()
                .map(c -> c >= '0' && c <= '9' ? c - '0' + zero : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    public String language() {
        return locale.getLanguage();
    }

    /** Returns the language tag for the {@code lang} attribute. */
    public String tag() {
        return locale.toLanguageTag();
    }

    /** Returns the writing direction: {@code ltr} or {@code rtl}. */
    public String direction() {
        return locale.getLanguage().equals("ar") ? "rtl" : "ltr";
    }

    /** Returns a text with marks that isolate its direction, for a sentence that is written from the right. */
    public static String isolated(String direction, String text) {
        return direction.equals("rtl") && !text.isEmpty() ? "\u2068" + text + "\u2069" : text;
    }

    /** Returns a text such as {@code +49} with marks that keep its order if the language is written from the right. */
    public String leftToRight(String text) {
        return direction().equals("rtl") ? "\u200e" + text + "\u200e" : text;
    }

    /** Returns the name of a language in that language. */
    public static String nameOf(String language) {
        Locale named = Locale.forLanguageTag(language);
        String name = named.getDisplayLanguage(named);
        return name.substring(0, 1).toUpperCase(named) + name.substring(1);
    }

    /** Returns an amount of minor units with its currency, such as {@code €12.50}. */
    public String money(long amount, String currency) {
        Currency known = Currency.of(currency);
        NumberFormat format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(java.util.Currency.getInstance(known.code().toUpperCase(Locale.ROOT)));
        format.setMinimumFractionDigits(known.decimals());
        format.setMaximumFractionDigits(known.decimals());
        return format.format(known.major(amount));
    }

    /** Returns a number with the digits of the language. */
    public String number(long number) {
        return NumberFormat.getIntegerInstance(locale).format(number);
    }

    /** Returns a number with the digits and separators of the language. */
    String number(BigDecimal number) {
        NumberFormat format = NumberFormat.getNumberInstance(locale);
        format.setMinimumFractionDigits(Math.max(0, number.scale()));
        format.setMaximumFractionDigits(Math.max(0, number.scale()));
        return format.format(number);
    }

    /** Returns a percentage, such as {@code 12.5 %}. */
    String percent(BigDecimal percent) {
        BigDecimal plain = percent.stripTrailingZeros();
        return number(plain.scale() < 0 ? plain.setScale(0) : plain) + " %";
    }

    /** Returns a number as the first value of an input: as buyers of the language write it, without groups. */
    String entry(BigDecimal number) {
        NumberFormat format = NumberFormat.getNumberInstance(locale);
        format.setGroupingUsed(false);
        format.setMinimumFractionDigits(Math.max(0, number.scale()));
        format.setMaximumFractionDigits(Math.max(0, number.scale()));
        return format.format(number);
    }

    /** Returns the reader of the numbers that buyers of the language write. */
    NumberReader numbers() {
        return NumberReader.of(locale);
    }

    /** Returns a size in bytes with its unit, such as {@code 1.2 MB}. */
    public String size(long bytes) {
        boolean mega = bytes >= 1_000_000;
        NumberFormat format = NumberFormat.getNumberInstance(locale);
        format.setMaximumFractionDigits(mega ? 1 : 0);
        return mega
                ? format.format(bytes / 1_000_000.0) + "\u00a0MB"
                : format.format(Math.ceil(bytes / 1_000.0)) + "\u00a0KB";
    }

    /** A country with its name in the language. */
    public record Country(String code, String name) {}

    /** Returns all countries in the order of their names. */
    List<Country> countries() {
        return COUNTRIES.computeIfAbsent(locale, Messages::countries);
    }

    private static List<Country> countries(Locale locale) {
        Collator collator = Collator.getInstance(locale);
        return Arrays.stream(Locale.getISOCountries())
                .map(code -> new Country(
                        code, new Locale.Builder().setRegion(code).build().getDisplayCountry(locale)))
                .sorted(Comparator.comparing(Country::name, collator))
                .toList();
    }
}
