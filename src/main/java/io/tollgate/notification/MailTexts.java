package io.tollgate.notification;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.Labels;
import io.tollgate.storefront.Messages;
import io.tollgate.storefront.TextCatalog;
import java.time.Instant;

/** The texts of messages in one language, and the formats of its amounts and dates. */
record MailTexts(ULocale locale, TextCatalog texts, Labels labels, Formats formats) {
    /** Returns the texts for a locale; English if there is no translation. */
    static MailTexts of(String setting, Formats formats) {
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
    String text(String key, Object... values) {
        return texts.text(key, values);
    }

    /** Returns a text that documents use too, such as "Total". */
    String label(String key) {
        return labels.get(key);
    }

    String tag() {
        return locale.toLanguageTag();
    }

    String direction() {
        return locale.isRightToLeft() ? "rtl" : "ltr";
    }

    String money(long amount, String currency) {
        return formats.money(amount, currency, locale);
    }

    /** Returns a date without its time. */
    String date(Instant time, String zone) {
        return formats.date(time, "yMMMMd", locale, zone);
    }
}
