package io.tollgate.platform.webhook;

import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.QueryValues;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A validated request for the deliveries of a webhook.
 *
 * @param state of the deliveries in the database; null for all
 * @param before sequence number before which to read
 */
record DeliveryRequest(@Nullable String state, long before, int limit) {
    private static final int LIMIT_DEFAULT = 20;
    private static final int LIMIT_MAX = 100;

    static final Type STATUS = Type.oneOf("pending", "delivered", "failed");

    /** The parameters of the list, in the order of the documentation. */
    static final List<QueryParameter> PARAMETERS = List.of(
            new QueryParameter("status", STATUS),
            new QueryParameter("before", Type.integer(1, Long.MAX_VALUE)),
            new QueryParameter("limit", Type.integer(1, LIMIT_MAX)));

    private static final List<String> NAMES =
            PARAMETERS.stream().map(QueryParameter::name).toList();

    /** Parses the parameters. One 400 reports all problems. */
    static DeliveryRequest parse(List<Map.Entry<String, String>> sent) {
        Map<String, Object> values = QueryValues.parse(sent, NAMES, DeliveryRequest::value);
        String status = (String) values.get("status");
        return new DeliveryRequest(
                status == null ? null : status.toUpperCase(Locale.ROOT),
                (Long) values.getOrDefault("before", Long.MAX_VALUE),
                ((Long) values.getOrDefault("limit", (long) LIMIT_DEFAULT)).intValue());
    }

    private static Object value(String name, String text) {
        return switch (name) {
            case "before" -> QueryValues.number(text, 1, "sequence number");
            case "limit" -> QueryValues.integer(text, 1, LIMIT_MAX);
            default -> FilterValues.parse(STATUS, text);
        };
    }
}
