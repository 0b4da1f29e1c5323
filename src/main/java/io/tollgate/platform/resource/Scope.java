package io.tollgate.platform.resource;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A seller and a mode. Every statement takes a scope, which isolates sellers and modes from each other.
 *
 * @param pages ids of the pages to which reads are restricted; null for all pages
 */
public record Scope(String sellerId, boolean live, @Nullable Set<String> pages) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

    public Scope {
        if (!ID.matcher(sellerId).matches()) {
            throw new IllegalArgumentException("a seller id must be 24 lowercase hexadecimal digits");
        }
        pages = pages == null ? null : Set.copyOf(pages);
    }

    /** Returns the scope of everything that the seller has in a mode. */
    public Scope(String sellerId, boolean live) {
        this(sellerId, live, null);
    }

    /** Returns the same seller and mode with all pages, for what a permitted write does besides. */
    public Scope withAllPages() {
        return pages == null ? this : new Scope(sellerId, live);
    }
}
