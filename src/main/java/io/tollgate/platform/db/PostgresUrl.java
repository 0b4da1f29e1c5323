package io.tollgate.platform.db;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts a {@code postgres://} URL to a JDBC URL. */
public final class PostgresUrl {
    private static final Pattern FORM =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/]*))?@)?"
                    + "(?<hosts>[^/?]*)(?:/(?<database>[^?]*))?(?:\\?(?<parameters>.*))?");

    private PostgresUrl() {}

    /** Converts a URL. User and password become parameters, the only place that JDBC supports. */
    public static String toJdbc(String url) {
        if (url.startsWith("jdbc:")) {
            return url;
        }
        Matcher parts = FORM.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a postgres:// URL");
        }
        StringBuilder jdbc = new StringBuilder("jdbc:postgresql://" + parts.group("hosts") + "/");
        jdbc.append(parts.group("database") == null ? "" : parts.group("database"));
        char separator = '?';
        for (String name : new String[] {"user", "password"}) {
            if (parts.group(name) != null) {
                jdbc.append(separator).append(name).append('=').append(recoded(parts.group(name)));
                separator = '&';
            }
        }
        if (parts.group("parameters") != null) {
            jdbc.append(separator).append(parts.group("parameters"));
        }
        return jdbc.toString();
    }

    /** Re-encodes a URL part. A plus sign is literal in the user part of a URL but means a space in a parameter. */
    private static String recoded(String part) {
        String plain = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        return URLEncoder.encode(plain, StandardCharsets.UTF_8);
    }
}
