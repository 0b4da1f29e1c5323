package io.tollgate.platform.event;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.error.NearestName;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A validated request for events.
 *
 * @param after the position behind which to read; null for the first that is kept
 * @param types of events; empty for all
 * @param recordId of the record whose events are wanted; null for all
 * @param waitSeconds how long to wait if there is no event
 * @param livemode null for the mode of the key
 */
record FeedRequest(
        @Nullable Long after,
        List<String> types,
        @Nullable String recordId,
        int limit,
        int waitSeconds,
        @Nullable Boolean livemode) {
    static final int LIMIT_DEFAULT = 20;
    static final int LIMIT_MAX = 100;
    static final int WAIT_MAX = Endpoint.WAIT_MILLIS_MAX / 1_000;

    static final List<QueryParameter> PARAMETERS = List.of(
            new QueryParameter("after", Type.integer(0, Long.MAX_VALUE)),
            new QueryParameter("types", Type.TEXT),
            new QueryParameter("recordId", Type.ID),
            new QueryParameter("limit", Type.integer(1, LIMIT_MAX)),
            new QueryParameter("wait", Type.integer(0, WAIT_MAX)));

    /**
     * Parses the parameters. One 400 reports all problems.
     *
     * @param known the types that exist
     */
    static FeedRequest parse(List<Map.Entry<String, String>> parameters, List<String> known) {
        return new Parser(known).read(parameters);
    }

    /** Returns what is read: equal for requests that differ only in how long they wait. */
    FeedRequest withoutWait() {
        return new FeedRequest(after, types, recordId, limit, 0, livemode);
    }

    FeedRequest from(long position) {
        return new FeedRequest(position, types, recordId, limit, waitSeconds, livemode);
    }

    private static final class Parser {
        private static final List<String> NAMES = List.of("after", "types", "recordId", "limit", "wait", "livemode");

        private final List<String> known;
        private final List<Problem> problems = new ArrayList<>();
        private final Map<String, Object> values = new HashMap<>();

        Parser(List<String> known) {
            this.known = known;
        }

        FeedRequest read(List<Map.Entry<String, String>> parameters) {
            for (Map.Entry<String, String> parameter : parameters) {
                String name = parameter.getKey();
                if (!NAMES.contains(name)) {
                    problem(parameter, NearestName.unknown("parameter", name, NAMES));
                } else if (values.containsKey(name)) {
                    problem(parameter, "must not be repeated");
                } else {
                    parse(parameter);
                }
            }
            if (!problems.isEmpty()) {
                throw ApiError.invalid(problems);
            }
            return request();
        }

        private void parse(Map.Entry<String, String> parameter) {
            try {
                values.put(parameter.getKey(), value(parameter.getKey(), parameter.getValue()));
            } catch (IllegalArgumentException e) {
                problem(parameter, String.valueOf(e.getMessage()));
            }
        }

        private Object value(String name, String text) {
            return switch (name) {
                case "after" -> integer(text, 0, Long.MAX_VALUE);
                case "limit" -> integer(text, 1, LIMIT_MAX);
                case "wait" -> integer(text, 0, WAIT_MAX);
                case "recordId" -> FilterValues.parse(Type.ID, text);
                case "livemode" -> FilterValues.parse(Type.BOOLEAN, text);
                default -> types(text);
            };
        }

        private static Long integer(String text, long min, long max) {
            boolean digits = text.matches("0|[1-9]\\d{0,17}");
            long value = digits ? Long.parseLong(text) : -1;
            if (value < min || value > max) {
                throw new IllegalArgumentException(
                        max == Long.MAX_VALUE
                                ? "must be a position: an integer of at most 18 digits"
                                : "must be an integer from " + min + " to " + max);
            }
            return value;
        }

        private List<String> types(String text) {
            List<String> types = List.of(text.split(",", -1));
            for (String type : types) {
                if (!known.contains(type)) {
                    throw new IllegalArgumentException("must be types of events, separated by commas: "
                            + NearestName.unknown("type " + type, type, known));
                }
            }
            return types;
        }

        private void problem(Map.Entry<String, String> parameter, String message) {
            problems.add(new Problem(parameter.getKey(), message, parameter.getValue()));
        }

        @SuppressWarnings("unchecked") // The value of "types" is what types() returns.
        private FeedRequest request() {
            return new FeedRequest(
                    (Long) values.get("after"),
                    (List<String>) values.getOrDefault("types", List.of()),
                    (String) values.get("recordId"),
                    ((Long) values.getOrDefault("limit", (long) LIMIT_DEFAULT)).intValue(),
                    ((Long) values.getOrDefault("wait", 0L)).intValue(),
                    (Boolean) values.get("livemode"));
        }
    }
}
