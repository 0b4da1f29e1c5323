package io.tollgate.sales.timeline;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.QueryValues;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Type;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;

/** The endpoint of timelines. */
public final class TimelineRoutes {
    private static final long LIMIT = 50;
    private static final int LIMIT_MAX = 200;

    private static final Resource RESOURCE = Resource.at("/v1/timeline")
            .noun("Timeline")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .build();

    private static final List<QueryParameter> PARAMETERS =
            List.of(new QueryParameter("recordId", Type.ID), new QueryParameter("limit", Type.integer(1, LIMIT_MAX)));

    private final TimelineReader timeline;

    public TimelineRoutes(Database database) {
        timeline = new TimelineReader(database);
    }

    public List<Endpoint> all() {
        return List.of(new Endpoint(
                        HttpMethod.GET,
                        RESOURCE.path(),
                        "Get what happened to a record",
                        Endpoint.Shape.RECORD,
                        RESOURCE,
                        this::answer)
                .withResponseSchema(TimelineCodec.SCHEMA)
                .withParameters(PARAMETERS));
    }

    private Future<ApiResponse> answer(Request request) {
        Map<String, Object> sent = QueryValues.parse(
                request.parameters(), List.of("recordId", "limit", "livemode"), TimelineRoutes::value);
        String recordId = (String) sent.get("recordId");
        if (recordId == null) {
            throw ApiError.invalid("recordId", "required", null);
        }
        Scope scope = request.caller().reading((Boolean) sent.get("livemode"));
        int limit = ((Long) sent.getOrDefault("limit", LIMIT)).intValue();
        return timeline.read(scope, recordId, limit)
                .map(entries -> ApiResponse.record(200, TimelineCodec.encode(recordId, entries)));
    }

    private static Object value(String name, String text) {
        return switch (name) {
            case "recordId" -> FilterValues.parse(Type.ID, text);
            case "limit" -> QueryValues.integer(text, 1, LIMIT_MAX);
            default -> FilterValues.parse(Type.BOOLEAN, text);
        };
    }
}
