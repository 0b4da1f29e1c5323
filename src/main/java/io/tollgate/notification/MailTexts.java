package io.tollgate.notification;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Formats;
import io.tollgate.pdf.Labels;
import io.tollgate.storefront.Messages;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/** The texts of messages in one language, and the formats of its amounts and dates. */
record MailTexts(ULocale locale, Map<String, String> texts, Labels labels, Formats formats) {
    private static final Map<String, Map<String, String>> CATALOGS = new ConcurrentHashMap<>();

    /** Returns the texts for a locale; English if there is no translation. */
    static MailTexts of(String setting, Formats formats) {
        ULocale asked = Formats.locale(setting);
        ULocale locale = Messages.LANGUAGES.contains(asked.getLanguage()) ? asked : ULocale.US;
        return new MailTexts(locale, catalog(locale.getLanguage()), Labels.of(locale), formats);
    }

    static Map<String, String> catalog(String language) {
        return CATALOGS.computeIfAbsent(language, MailTexts::read);
    }

    /** Reads the texts of all languages. Blocks. */
    static void prepare() {
        Messages.LANGUAGES.forEach(MailTexts::catalog);
        Messages.LANGUAGES.forEach(language -> Labels.of(ULocale.forLanguageTag(language)));
    }

    private static Map<String, String> read(String language) {
        String name = "/mail/messages/" + language + ".properties";
        Properties texts = new Properties();
        try (InputStream file = MailTexts.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
            }
            texts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
        Map<String, String> catalog = new ConcurrentHashMap<>();
        texts.forEach((key, text) -> catalog.put(key.toString(), text.toString()));
        return Map.copyOf(catalog);
    }

    /** Returns a text with its placeholders {@code {0}}, {@code {1}} replaced. */
    String text(String key, String... values) {
        String text = texts.get(key);
        if (text == null) {
            throw new IllegalArgumentException("no text " + key);
        }
        StringBuilder filled = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            boolean placeholder = i + 2 < text.length()
                    && text.charAt(i) == '{'
                    && text.charAt(i + 2) == '}'
                    && text.charAt(i + 1) - '0' < values.length;
            if (placeholder) {
                filled.append(values[text.charAt(i + 1) - '0']);
                i += 2;
            } else {
                filled.append(text.charAt(i));
            }
        }
        return filled.toString();
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
