package io.tollgate.platform.resource;

import java.util.regex.Pattern;

/** A seller and a mode. Every statement takes a scope, which isolates sellers and modes from each other. */
public record Scope(String sellerId, boolean live) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

    public Scope {
        if (!ID.matcher(sellerId).matches()) {
            throw new IllegalArgumentException("a seller id must be 24 lowercase hexadecimal digits");
        }
    }
}
