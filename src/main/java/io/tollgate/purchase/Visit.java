package io.tollgate.purchase;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the buyer's browser told when the page was visited.
 *
 * @param queryParameters of the page's URL
 */
public record Visit(
        @Nullable String clientIp,
        @Nullable String sessionId,
        @Nullable String userAgent,
        @Nullable Integer screenWidth,
        @Nullable String visitId,
        Map<String, String> queryParameters) {

    /** A visit of which only the query parameters are known. */
    public static Visit of(Map<String, String> queryParameters) {
        return new Visit(null, null, null, null, null, queryParameters);
    }
}
