package io.tollgate.storefront.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The texts of one language, by their keys. */
public record TextCatalog(Map<String, String> texts) {
    private static final Map<String, TextCatalog> CATALOGS = new ConcurrentHashMap<>();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([0-9])}");

    /** Returns the catalog in a resource. Reads it at the first call, which blocks. */
    public static TextCatalog of(String resource) {
        return CATALOGS.computeIfAbsent(resource, TextCatalog::read);
    }

    private static TextCatalog read(String resource) {
        Properties texts = new Properties();
        try (InputStream file = TextCatalog.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException(resource + " is missing");
            }
            texts.load(new InputStreamReader(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
        return new TextCatalog(texts.stringPropertyNames().stream()
                .collect(Collectors.toUnmodifiableMap(key -> key, texts::getProperty)));
    }

    /** Returns a text with its placeholders {@code {0}}, {@code {1}} replaced. */
    public String text(String key, Object... values) {
        String text = texts.get(key);
        if (text == null) {
            throw new IllegalArgumentException("no text " + key);
        }
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            int number = Integer.parseInt(found.group(1));
            String value = number < values.length ? String.valueOf(values[number]) : found.group();
            return Matcher.quoteReplacement(value);
        });
    }
}
