package io.tollgate.pdf;

import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The fixed texts of documents in the language of the page; English if there is no translation. */
public final class Labels {
    private static final String FALLBACK = "en";
    private static final Map<String, Labels> LOADED = new ConcurrentHashMap<>();

    private final Properties texts;
    private final @Nullable Labels fallback;

    private Labels(Properties texts, @Nullable Labels fallback) {
        this.texts = texts;
        this.fallback = fallback;
    }

    public static Labels of(ULocale locale) {
        String language = locale.getLanguage();
        boolean traditional = "zh".equals(language) && locale.getCountry().matches("TW|HK|MO");
        String name = traditional ? "zh-Hant" : language.matches("[a-z]{2,3}") ? language : FALLBACK;
        Labels fallback = FALLBACK.equals(name) ? null : LOADED.computeIfAbsent(FALLBACK, key -> load(key, null));
        return LOADED.computeIfAbsent(name, key -> load(key, fallback));
    }

    private static Labels load(String language, @Nullable Labels fallback) {
        Properties texts = new Properties();
        try (InputStream in = Labels.class.getResourceAsStream("/pdf/labels/" + language + ".properties")) {
            if (in != null) {
                texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Labels(texts, fallback);
    }

    public String get(String key) {
        String text = texts.getProperty(key);
        if (text != null) {
            return text;
        }
        if (fallback == null) {
            throw new IllegalArgumentException("no label " + key);
        }
        return fallback.get(key);
    }

    /** Returns a label with its placeholders replaced. */
    public String get(String key, Object... values) {
        return MessageFormat.format(get(key).replace("'", "''"), values);
    }
}
