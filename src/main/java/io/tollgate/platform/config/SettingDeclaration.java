package io.tollgate.platform.config;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A declared setting: its full name, kind of value, default, bounds and description. */
record SettingDeclaration(
        String name,
        Kind kind,
        Object defaultValue,
        long min,
        long max,
        Set<String> schemes,
        boolean secret,
        String inDataDir,
        String description) {

    /**
     * The value type of a setting. A path may be relative; in an environment variable, commas separate the items of a
     * list.
     */
    enum Kind {
        TEXT("text"),
        PATH("path"),
        URL("URL"),
        NUMBER("whole number"),
        YES_NO("true or false"),
        LIST("list of strings");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        private static Kind of(RecordComponent component, Setting setting) {
            Class<?> type = component.getType();
            if (type == String.class) {
                return setting.path() ? PATH : setting.schemes().length > 0 ? URL : TEXT;
            }
            if (type == int.class) {
                return NUMBER;
            }
            if (type == boolean.class) {
                return YES_NO;
            }
            if (type == Path.class) {
                return PATH;
            }
            if (type == List.class) {
                return LIST;
            }
            throw new IllegalStateException(component + ": no setting can be of this type");
        }

        /** Converts the text of a flag, environment variable or default. Returns the text itself if it is invalid. */
        Object parse(String text) {
            return switch (this) {
                case TEXT, PATH, URL -> text;
                case NUMBER -> text.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(text) : text;
                case YES_NO -> text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
                case LIST ->
                    Arrays.stream(text.split(","))
                            .map(String::strip)
                            .filter(part -> !part.isEmpty())
                            .toList();
            };
        }
    }

    private static final Pattern CAMEL_CASE_BOUNDARY = Pattern.compile("([a-z0-9])([A-Z])");

    static SettingDeclaration of(String name, RecordComponent component) {
        Setting setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw new IllegalStateException(name + ": lacks @Setting");
        }
        Kind kind = Kind.of(component, setting);
        return new SettingDeclaration(
                name,
                kind,
                kind.parse(setting.defaultValue()),
                setting.min(),
                setting.max(),
                Set.of(setting.schemes()),
                setting.secret(),
                setting.inDataDir(),
                setting.description());
    }

    /**
     * Returns the environment variable of this setting: {@code rateLimits.keyBurst} is {@code
     * TOLLGATE_RATE_LIMITS_KEY_BURST}.
     */
    String variable() {
        return Environment.PREFIX
                + CAMEL_CASE_BOUNDARY
                        .matcher(name)
                        .replaceAll("$1_$2")
                        .replace('.', '_')
                        .toUpperCase(Locale.ROOT);
    }
}
