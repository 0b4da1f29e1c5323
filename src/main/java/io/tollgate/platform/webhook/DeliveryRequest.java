package io.tollgate.platform.webhook;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.error.NearestName;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.HashMap;
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
        List<Problem> problems = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<String, String> one : sent) {
            String name = one.getKey();
            try {
                if (!NAMES.contains(name)) {
                    throw new IllegalArgumentException(NearestName.unknown("parameter", name, NAMES));
                }
                if (values.put(name, value(name, one.getValue())) != null) {
                    throw new IllegalArgumentException("must not be repeated");
                }
            } catch (IllegalArgumentException invalid) {
                problems.add(new Problem(name, String.valueOf(invalid.getMessage()), one.getValue()));
            }
        }
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        String status = (String) values.get("status");
        return new DeliveryRequest(
                status == null ? null : status.toUpperCase(Locale.ROOT),
                (Long) values.getOrDefault("before", Long.MAX_VALUE),
                ((Long) values.getOrDefault("limit", (long) LIMIT_DEFAULT)).intValue());
    }

    private static Object value(String name, String text) {
        return switch (name) {
            case "before" -> integer(text, Long.MAX_VALUE);
            case "limit" -> integer(text, LIMIT_MAX);
            default -> FilterValues.parse(STATUS, text);
        };
    }

    private static Long integer(String text, long max) {
        long value = text.matches("[1-9]\\d{0,17}") ? Long.parseLong(text) : 0;
        if (value == 0 || value > max) {
            throw new IllegalArgumentException(
                    max == Long.MAX_VALUE
                            ? "must be a sequence number: an integer of at most 18 digits"
                            : "must be an integer from 1 to " + max);
        }
        return value;
    }
}
