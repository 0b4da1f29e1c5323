package io.tollgate.storefront.mails;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.Labels;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.TextCatalog;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;

/** The texts of messages in one language, and the formats of its amounts and dates. */
public record MailTexts(ULocale locale, TextCatalog texts, Labels labels, Formats formats) {
    /** Returns the texts for a locale; English if there is no translation. */
    public static MailTexts of(String setting, Formats formats) {
        ULocale asked = Formats.locale(setting);
        ULocale locale = Messages.LANGUAGES.contains(asked.getLanguage()) ? asked : ULocale.US;
        return new MailTexts(locale, catalog(locale.getLanguage()), Labels.of(locale), formats);
    }

    static TextCatalog catalog(String language) {
        return TextCatalog.of("/mail/messages/" + language + ".properties");
    }

    /** Reads the texts of all languages. Blocks. */
    static void prepare() {
        Messages.LANGUAGES.forEach(MailTexts::catalog);
        Messages.LANGUAGES.forEach(language -> Labels.of(ULocale.forLanguageTag(language)));
    }

    /** Returns a text with its placeholders {@code {0}}, {@code {1}} replaced. */
    public String text(String key, Object... values) {
        return texts.text(
                key,
                Arrays.stream(values)
                        .map(value -> value instanceof String text ? Messages.isolated(direction(), text) : value)
                        .toArray());
    }

    /** Returns a text that documents use too, such as "Total". */
    public String label(String key) {
        return labels.get(key);
    }

    /** Returns a number with the digits of the language. */
    public String quantity(long quantity) {
        return formats.number(BigDecimal.valueOf(quantity), locale);
    }

    /** Returns the name of a line with its quantity, if that is more than one. */
    String times(long quantity, String name) {
        return quantity > 1 ? quantity(quantity) + " × " + name : name;
    }

    /** Returns the texts of pages in the same language, with the dates of a time zone. */
    Messages messages(String zone) {
        return Messages.of(null, tag()).in(ZoneId.of(zone));
    }

    public String tag() {
        return locale.toLanguageTag();
    }

    public String direction() {
        return locale.isRightToLeft() ? "rtl" : "ltr";
    }

    public String money(long amount, String currency) {
        return formats.money(amount, currency, locale);
    }

    /** Returns a date without its time. */
    public String date(Instant time, String zone) {
        return formats.date(time, "yMMMMd", locale, zone);
    }

    /** Returns a date with its time and zone. */
    String moment(Instant time, String zone) {
        return formats.date(time, "yMMMMdjmz", locale, zone);
    }
}
