package io.tollgate.platform.requestlog;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The endpoints of the request log: its list, one call, and the errors in groups. */
public final class RequestLogRoutes {
    private static final int GROUPS_MAX = 1_000;
    private static final List<String> FILTERS = List.of("method", "path", "errorCode", "createdAfter", "createdBefore");

    private static final String ERRORS = """
            SELECT seller_id, livemode, error_code, parameter, method, path, sum(records)::bigint, min(first_at),
                   max(last_at), max(example_id)
            FROM request_log_error
            WHERE seller_id = $1 AND livemode = $2 AND ($3::text IS NULL OR method = $3)
              AND ($4::text IS NULL OR path = $4) AND ($5::text IS NULL OR error_code = $5)
              AND ($6::date IS NULL OR day >= $6) AND ($7::date IS NULL OR day <= $7)
            GROUP BY seller_id, livemode, error_code, parameter, method, path
            ORDER BY 7 DESC, error_code, method, path, parameter
            LIMIT $8
            """;

    private static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "RequestErrors",
            "The errors of calls, in groups.",
            List.of(Field.list(
                            "errors",
                            Field.text("errorCode")
                                    .doc("`code` of the error.")
                                    .example("validation_failed")
                                    .always(),
                            Field.text("parameter")
                                    .doc("Rejected parameter. A call with several is counted in each group. Null if "
                                            + "the error names none."),
                            Field.text("method").doc("HTTP method.").always(),
                            Field.text("path")
                                    .doc("Path of the endpoint, with the names of ids in braces. Null if no endpoint "
                                            + "has the path that was requested.")
                                    .example("/v1/bookings"),
                            Field.integer("count").doc("Number of calls.").always(),
                            Field.time("firstAt").doc("Time of the first one.").always(),
                            Field.time("lastAt").doc("Time of the last one.").always(),
                            Field.text("exampleRequestId")
                                    .doc("`requestId` of the last one.")
                                    .always())
                    .doc("One entry for each error code, parameter and endpoint, the most frequent first. At most "
                            + GROUPS_MAX + ".")
                    .always()));

    private final Database database;
    private final RequestLogSettings settings;

    public RequestLogRoutes(Database database, RequestLogSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /** Returns all endpoints. That of the errors precedes the one whose path ends with an id. */
    public List<Endpoint> all(ResourceRoutes routes) {
        List<Endpoint> all = new ArrayList<>();
        all.add(errors());
        all.add(routes.list(LoggedRequests.RESOURCE));
        all.add(routes.get(LoggedRequests.RESOURCE));
        all.replaceAll(this::whenEnabled);
        return all;
    }

    private Endpoint whenEnabled(Endpoint endpoint) {
        Endpoint.Operation operation = endpoint.operation();
        return endpoint.withOperation(request -> {
            if (!settings.enabled()) {
                throw ApiError.conflict(
                        "request_log_off", "Calls are not recorded here, because requestLog.days is set to 0.");
            }
            return operation.answer(request);
        });
    }

    private Endpoint errors() {
        return new Endpoint(
                        HttpMethod.GET,
                        LoggedRequests.RESOURCE.path() + "/errors",
                        "Get the errors of calls in groups",
                        Endpoint.Shape.RECORD,
                        LoggedRequests.RESOURCE,
                        this::errors)
                .withResponseSchema(SCHEMA)
                .withFilters(FILTERS);
    }

    private Future<ApiResponse> errors(Request request) {
        ListRequest asked = ListRequest.parse(LoggedRequests.RESOURCE, FILTERS, request.parameters());
        Scope scope = request.caller().reading(asked.livemode());
        Tuple values = Tuple.of(
                        scope.sellerId(),
                        scope.live(),
                        asked.filter("method"),
                        asked.filter("path"),
                        asked.filter("errorCode"),
                        day(asked.createdAfter()))
                .addValue(day(asked.createdBefore()))
                .addValue(GROUPS_MAX);
        return database.list(ERRORS, values)
                .map(rows -> ApiResponse.record(
                        200, Buffer.buffer(groups(scope, rows).toString())));
    }

    /** Errors are counted by whole days in UTC. */
    private static @Nullable LocalDate day(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toLocalDate();
    }

    private static ObjectNode groups(Scope scope, RowSet<Row> rows) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ArrayNode errors = data.putArray("errors");
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            errors.addObject()
                    .put("errorCode", row.getString(2))
                    .put("parameter", orNull(row.getString(3)))
                    .put("method", row.getString(4))
                    .put("path", orNull(row.getString(5)))
                    .put("count", row.getLong(6))
                    .put("firstAt", Times.text(row.getOffsetDateTime(7).toInstant()))
                    .put("lastAt", Times.text(row.getOffsetDateTime(8).toInstant()))
                    .put("exampleRequestId", LoggedRequests.REQUEST_ID_PREFIX + row.getString(9));
        }
        return data;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
