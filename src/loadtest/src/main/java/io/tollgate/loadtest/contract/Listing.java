package io.tollgate.loadtest.contract;

import java.util.List;

/**
 * A list with pages.
 *
 * @param path like {@code /v1/payments}
 * @param hasGet whether single records can be read at {@code path/id}
 * @param filters that compare exactly
 * @param hasBounds whether it takes {@code createdAfter} and {@code createdBefore}
 * @param searched fields that {@code search} looks into; empty where there is no search
 */
public record Listing(String path, boolean hasGet, List<Filter> filters, boolean hasBounds, List<String> searched) {

    /** As the report calls it. */
    public String noun() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
