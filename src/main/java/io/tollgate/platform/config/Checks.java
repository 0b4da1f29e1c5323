package io.tollgate.platform.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Validates the values of settings. */
final class Checks {
    private Checks() {}

    /**
     * Returns one clause that states what is wrong, or null if the value is valid. The clause quotes the value;
     * callers must not show it for a secret setting.
     */
    static @Nullable String problem(SettingDeclaration setting, Object value) {
        return switch (setting.kind()) {
            case TEXT, PATH -> value instanceof String ? null : wrong("must be text", value);
            case NUMBER -> number(setting, value);
            case YES_NO -> value instanceof Boolean ? null : wrong("must be true or false", value);
            case LIST -> list(value);
            case URL -> url(setting, value);
        };
    }

    private static @Nullable String number(SettingDeclaration setting, Object value) {
        boolean fits = value instanceof Long number && number >= setting.min() && number <= setting.max();
        return fits
                ? null
                : wrong("must be a whole number from %d to %d".formatted(setting.min(), setting.max()), value);
    }

    private static @Nullable String list(Object value) {
        boolean texts = value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
        return texts ? null : wrong("must be a list of strings", value);
    }

    private static @Nullable String url(SettingDeclaration setting, Object value) {
        String schemes = setting.schemes().stream().sorted().map(s -> s + "://").collect(Collectors.joining(" or "));
        String problem = "must start with " + schemes + " and include a host";
        if (!(value instanceof String text)) {
            return problem;
        }
        if (text.isEmpty() || isUrl(setting, text)) {
            return null;
        }
        return text.contains("@")
                ? problem + "; percent-encode special characters in the user name and password: %40 for @"
                : problem;
    }

    private static boolean isUrl(SettingDeclaration setting, String text) {
        try {
            URI uri = new URI(text);
            return uri.getScheme() != null
                    && setting.schemes().contains(uri.getScheme())
                    && uri.getRawAuthority() != null
                    && !uri.getRawAuthority().endsWith("@");
        } catch (URISyntaxException malformed) {
            return false;
        }
    }

    private static String wrong(String problem, Object value) {
        return problem + ", not " + (value instanceof String ? "\"" + value + "\"" : value);
    }
}
