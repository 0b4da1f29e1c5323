package io.tollgate.platform.event;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.error.NearestName;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.QueryValues;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Type;
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

    private static final List<String> NAMES = List.of("after", "types", "recordId", "limit", "wait", "livemode");

    /**
     * Parses the parameters. One 400 reports all problems.
     *
     * @param known the types that exist
     */
    @SuppressWarnings("unchecked") // The value of "types" is what types() returns.
    static FeedRequest parse(List<Map.Entry<String, String>> parameters, List<String> known) {
        Map<String, Object> values = QueryValues.parse(parameters, NAMES, (name, text) -> value(name, text, known));
        return new FeedRequest(
                (Long) values.get("after"),
                (List<String>) values.getOrDefault("types", List.of()),
                (String) values.get("recordId"),
                ((Long) values.getOrDefault("limit", (long) LIMIT_DEFAULT)).intValue(),
                ((Long) values.getOrDefault("wait", 0L)).intValue(),
                (Boolean) values.get("livemode"));
    }

    /** Returns what is read: equal for requests that differ only in how long they wait. */
    FeedRequest withoutWait() {
        return new FeedRequest(after, types, recordId, limit, 0, livemode);
    }

    FeedRequest from(long position) {
        return new FeedRequest(position, types, recordId, limit, waitSeconds, livemode);
    }

    private static Object value(String name, String text, List<String> known) {
        return switch (name) {
            case "after" -> QueryValues.number(text, 0, "position");
            case "limit" -> QueryValues.integer(text, 1, LIMIT_MAX);
            case "wait" -> QueryValues.integer(text, 0, WAIT_MAX);
            case "recordId" -> FilterValues.parse(Type.ID, text);
            case "livemode" -> FilterValues.parse(Type.BOOLEAN, text);
            default -> types(text, known);
        };
    }

    private static List<String> types(String text, List<String> known) {
        List<String> types = List.of(text.split(",", -1));
        for (String type : types) {
            if (!known.contains(type)) {
                throw new IllegalArgumentException("must be types of events, separated by commas: "
                        + NearestName.unknown("type " + type, type, known));
            }
        }
        return types;
    }
}
