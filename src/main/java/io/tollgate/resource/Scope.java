package io.tollgate.resource;

import java.util.regex.Pattern;

/**
 * Whose records, live or test. Every statement takes one: it is the wall between sellers and
 * between modes.
 */
public record Scope(String sellerId, boolean live) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

    public Scope {
        if (!ID.matcher(sellerId).matches()) {
            throw new IllegalArgumentException("a seller id is 24 hexadecimal digits in lower case");
        }
    }
}
