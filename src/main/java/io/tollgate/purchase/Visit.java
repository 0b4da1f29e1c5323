package io.tollgate.purchase;

import com.fasterxml.jackson.databind.node.ObjectNode;
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

    void putInto(ObjectNode record) {
        record.put("clientIp", clientIp)
                .put("sessionId", sessionId)
                .put("userAgent", userAgent)
                .put("screenWidth", screenWidth)
                .put("visitId", visitId);
        ObjectNode parameters = record.putObject("queryParameters");
        queryParameters.forEach(parameters::put);
    }
}
