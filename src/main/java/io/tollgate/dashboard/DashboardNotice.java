package io.tollgate.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * A page with a text.
 *
 * @param path to which the page links
 * @param reference the id of a request that failed; null if it is of no use
 */
public record DashboardNotice(
        String heading,
        String text,
        String path,
        String link,
        @Nullable String reference) {}
