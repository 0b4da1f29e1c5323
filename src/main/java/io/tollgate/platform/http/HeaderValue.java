package io.tollgate.platform.http;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A header value with parameters, such as {@code form-data; name="file"}.
 *
 * @param value in lower case
 * @param parameters by name in lower case
 */
public record HeaderValue(String value, Map<String, String> parameters) {
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    /**
     * @throws IllegalArgumentException if a parameter has no name or value, a quoted string is not terminated, or a
     *     parameter is duplicated
     */
    public static HeaderValue parse(String text) {
        return new Scanner(text).all();
    }

    /** @throws IllegalArgumentException if the charset is unknown */
    public static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new IllegalArgumentException("unknown charset", unknown);
        }
    }

    public static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(HeaderValue::isTokenChar);
    }

    private static boolean isTokenChar(int c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || TOKEN_MARKS.indexOf(c) >= 0;
    }

    private static final class Scanner {
        private final String text;
        private int at;

        Scanner(String text) {
            this.text = text;
        }

        HeaderValue all() {
            int end = text.indexOf(';');
            at = end < 0 ? text.length() : end;
            String value = text.substring(0, at).strip().toLowerCase(Locale.ROOT);
            Map<String, String> parameters = new TreeMap<>();
            while (at < text.length()) {
                skip(';');
                String name = token().toLowerCase(Locale.ROOT);
                skip('=');
                if (parameters.put(name, at < text.length() && text.charAt(at) == '"' ? quoted() : token()) != null) {
                    throw new IllegalArgumentException("a parameter is duplicated");
                }
                skipSpaces();
            }
            return new HeaderValue(value, parameters);
        }

        private void skipSpaces() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private void skip(char mark) {
            skipSpaces();
            if (at == text.length() || text.charAt(at) != mark) {
                throw new IllegalArgumentException("expected " + mark);
            }
            at++;
            skipSpaces();
        }

        private String token() {
            int from = at;
            while (at < text.length() && isTokenChar(text.charAt(at))) {
                at++;
            }
            if (from == at) {
                throw new IllegalArgumentException("a name or value is missing");
            }
            return text.substring(from, at);
        }

        /**
         * Reads a quoted string. A backslash escapes a quote or a backslash; before other characters it is literal, as
         * browsers send it.
         */
        private String quoted() {
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"') {
                    at++;
                    return value.toString();
                }
                boolean escapes = c == '\\' && at + 1 < text.length() && "\"\\".indexOf(text.charAt(at + 1)) >= 0;
                value.append(escapes ? text.charAt(++at) : c);
            }
            throw new IllegalArgumentException("a quoted string is not terminated");
        }
    }
}
