package io.tollgate.sales.purchase;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The details that the buyer's browser sent when it visited the page.
 *
 * @param queryParameters query parameters of the page's URL
 */
public record Visit(
        @Nullable String clientIp,
        @Nullable String sessionId,
        @Nullable String userAgent,
        @Nullable Integer screenWidth,
        @Nullable String visitId,
        Map<String, String> queryParameters) {
    /** The query parameter that embeds a page: {@code 1}, or the origin of the embedding site. */
    public static final String EMBED = "embed";

    /** Returns a visit with query parameters only. */
    public static Visit of(Map<String, String> queryParameters) {
        return new Visit(null, null, null, null, null, queryParameters);
    }
}
