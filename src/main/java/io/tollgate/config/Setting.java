package io.tollgate.config;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A setting: its name, value type, default and description. */
public record Setting(
        String name,
        Kind kind,
        Object standard,
        long min,
        long max,
        Set<String> schemes,
        boolean secret,
        String about) {

    /**
     * The value type of a setting. A path may be relative; in an environment variable, commas separate the items of a
     * list.
     */
    public enum Kind {
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

        public String label() {
            return label;
        }
    }

    private static final Pattern CAMEL_CASE_BOUNDARY = Pattern.compile("([a-z0-9])([A-Z])");

    static Setting text(String name, String standard, String about) {
        return new Setting(name, Kind.TEXT, standard, 0, 0, Set.of(), false, about);
    }

    static Setting path(String name, String standard, String about) {
        return new Setting(name, Kind.PATH, standard, 0, 0, Set.of(), false, about);
    }

    static Setting url(String name, Set<String> schemes, String about) {
        return new Setting(name, Kind.URL, "", 0, 0, schemes, false, about);
    }

    static Setting number(String name, long standard, long min, long max, String about) {
        return new Setting(name, Kind.NUMBER, standard, min, max, Set.of(), false, about);
    }

    static Setting yesNo(String name, boolean standard, String about) {
        return new Setting(name, Kind.YES_NO, standard, 0, 0, Set.of(), false, about);
    }

    static Setting list(String name, String about) {
        return new Setting(name, Kind.LIST, List.of(), 0, 0, Set.of(), false, about);
    }

    Setting hidden() {
        return new Setting(name, kind, standard, min, max, schemes, true, about);
    }

    /**
     * Returns the environment variable of this setting: {@code rateLimits.keyBurst} is {@code
     * TOLLGATE_RATE_LIMITS_KEY_BURST}.
     */
    public String variable() {
        return Environment.PREFIX
                + CAMEL_CASE_BOUNDARY
                        .matcher(name)
                        .replaceAll("$1_$2")
                        .replace('.', '_')
                        .toUpperCase(Locale.ROOT);
    }
}
