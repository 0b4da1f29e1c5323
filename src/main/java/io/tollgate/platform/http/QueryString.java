package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses a query string strictly. Rejects a parameter that is not percent-encoded UTF-8 without control characters, by
 * its name, and never repairs it.
 */
public final class QueryString {
    private static final int PARAMETERS_MAX = 100;

    private QueryString() {}

    /** Returns the parameters in the order of the query, including duplicates. */
    public static List<Map.Entry<String, String>> parse(@Nullable String query) {
        List<Map.Entry<String, String>> parameters = new ArrayList<>();
        if (query == null || query.isEmpty()) {
            return parameters;
        }
        List<Problem> problems = new ArrayList<>();
        for (String part : query.split("&", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            if (parameters.size() + problems.size() == PARAMETERS_MAX) {
                throw ApiError.malformed("The query has more than " + PARAMETERS_MAX + " parameters");
            }
            int equals = part.indexOf('=');
            String rawName = equals < 0 ? part : part.substring(0, equals);
            String name = decode(rawName);
            String value = decode(equals < 0 ? "" : part.substring(equals + 1));
            if (name == null) {
                problems.add(new Problem(printable(rawName), "is not percent-encoded UTF-8", null));
            } else if (value == null) {
                problems.add(new Problem(name, "must be percent-encoded UTF-8 without control characters", null));
            } else {
                parameters.add(Map.entry(name, value));
            }
        }
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return parameters;
    }

    /** Returns the value of a parameter, or null if it is absent or repeated. */
    public static @Nullable String only(List<Map.Entry<String, String>> parameters, String name) {
        List<String> values = parameters.stream()
                .filter(parameter -> parameter.getKey().equals(name))
                .map(Map.Entry::getValue)
                .toList();
        return values.size() == 1 ? values.get(0) : null;
    }

    /** Decodes a name or value. Returns null if the encoding is invalid or the text contains control characters. */
    static @Nullable String decode(String raw) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                boolean complete = i + 2 < raw.length();
                int high = complete ? Character.digit(raw.charAt(i + 1), 16) : -1;
                int low = complete ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return null;
                }
                bytes.write(high << 4 | low);
                i += 2;
            } else if (c > 0x7e) {
                return null;
            } else {
                bytes.write(c == '+' ? ' ' : c);
            }
        }
        String text = Utf8.decode(bytes.toByteArray());
        return text == null || text.codePoints().anyMatch(Character::isISOControl) ? null : text;
    }

    private static String printable(String raw) {
        return raw.replaceAll("[^\\x21-\\x7e]", "?");
    }
}
