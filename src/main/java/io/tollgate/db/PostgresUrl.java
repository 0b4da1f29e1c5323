package io.tollgate.db;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code postgres://} address in the form that JDBC takes. */
public final class PostgresUrl {
    private static final Pattern FORM =
            Pattern.compile("postgres(?:ql)?://(?:(?<user>[^:@/?]*)(?::(?<password>[^@/]*))?@)?"
                    + "(?<hosts>[^/?]*)(?:/(?<database>[^?]*))?(?:\\?(?<parameters>.*))?");

    private PostgresUrl() {}

    /** User and password travel as parameters, since JDBC knows no other place for them. */
    public static String toJdbc(String url) {
        if (url.startsWith("jdbc:")) {
            return url;
        }
        Matcher parts = FORM.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a postgres:// address");
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

    /** A plus sign is itself in a URL's user part, but a space in a parameter. */
    private static String recoded(String part) {
        String plain = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        return URLEncoder.encode(plain, StandardCharsets.UTF_8);
    }
}
