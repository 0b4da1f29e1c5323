package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EndpointTable;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.InnerRequest;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls the endpoints of the API as the member of a request, without a second request to itself: with the same
 * validation, scopes, tenancy, audit entries and idempotency as over HTTP.
 */
final class DashboardApi {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final EndpointTable endpoints;

    /**
     * The JSON body of a response.
     *
     * @param version the ETag of the record, for a later change; empty without one
     */
    record Reply(ObjectNode body, String version) {
        JsonNode data() {
            return body.path("data");
        }
    }

    /** @param endpoints which check the scopes of their callers */
    DashboardApi(List<Endpoint> endpoints) {
        this.endpoints = new EndpointTable(endpoints);
    }

    /** Returns what a list contains, with its fields and filters. */
    Resource resource(String list) {
        return endpoints.find(HttpMethod.GET, list).endpoint().resource();
    }

    /** Returns the fields of the response to a read that is no record. */
    List<Field> schema(String target) {
        return Objects.requireNonNull(
                        endpoints.find(HttpMethod.GET, target).endpoint().other(), "the endpoint returns a record")
                .fields();
    }

    /** Returns whether a list has pages; others return all records at once. */
    boolean isPaged(String list) {
        return endpoints.find(HttpMethod.GET, list).endpoint().shape() == Endpoint.Shape.LIST;
    }

    /** Returns the body that a write accepts. */
    Body body(HttpMethod method, String target) {
        return Objects.requireNonNull(
                        endpoints.find(method, target).endpoint().writing(), "the endpoint does not write")
                .body();
    }

    /**
     * Sends a response as it is, with the same limits as over HTTP.
     *
     * @param accept the wanted media type, such as CSV; null for the only one that there is
     */
    void send(DashboardRequest open, String target, @Nullable String accept) {
        Api.answer(open.ctx(), outer -> answer(open, HttpMethod.GET, target, null, null, null, accept));
    }

    /**
     * Returns the JSON body of a read. Fails with the {@link ApiError} that a client of the API would receive.
     *
     * @param target path and query, percent-encoded, such as {@code /v1/payments?limit=50}
     */
    Future<ObjectNode> get(DashboardRequest open, String target) {
        return read(open, target).map(Reply::body);
    }

    /** Returns a read with the version of its record. */
    Future<Reply> read(DashboardRequest open, String target) {
        return call(open, HttpMethod.GET, target, null, null, null);
    }

    /**
     * Returns the JSON body of a write. Fails with the {@link ApiError} that a client of the API would receive.
     *
     * @param body null without one
     * @param idempotencyKey of the form, so that a double click writes once
     */
    Future<ObjectNode> write(
            DashboardRequest open,
            HttpMethod method,
            String target,
            @Nullable ObjectNode body,
            @Nullable String idempotencyKey) {
        return call(open, method, target, body, idempotencyKey, null).map(Reply::body);
    }

    /**
     * Returns the response to a write of a record that must not have changed. Fails with a 412 if it has.
     *
     * @param idempotencyKey of what a form adds; null for other writes
     * @param version that the member saw; null for any
     */
    Future<Reply> change(
            DashboardRequest open,
            HttpMethod method,
            String target,
            @Nullable ObjectNode body,
            @Nullable String idempotencyKey,
            @Nullable String version) {
        return call(open, method, target, body, idempotencyKey, version);
    }

    private Future<Reply> call(
            DashboardRequest open,
            HttpMethod method,
            String target,
            @Nullable ObjectNode body,
            @Nullable String idempotencyKey,
            @Nullable String ifMatch) {
        return answer(open, method, target, body, idempotencyKey, ifMatch, null)
                .map(response -> new Reply(
                        body(response),
                        Objects.requireNonNullElse(response.headers().get("ETag"), "")));
    }

    private Future<ApiResponse> answer(
            DashboardRequest open,
            HttpMethod method,
            String target,
            @Nullable ObjectNode body,
            @Nullable String idempotencyKey,
            @Nullable String ifMatch,
            @Nullable String accept) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        EndpointTable.Match found = endpoints.find(method, path);
        InnerRequest request = new InnerRequest(
                open.caller(),
                method,
                path,
                found.parameters(),
                query < 0 || query == target.length() - 1 ? null : target.substring(query + 1),
                idempotencyKey,
                ifMatch,
                accept,
                body == null ? Buffer.buffer() : Buffer.buffer(body.toString()));
        // An endpoint throws the errors of requests that it need not look up.
        return Future.succeededFuture()
                .compose(begun -> found.endpoint().operation().answer(Request.within(open.ctx(), request)));
    }

    private static ObjectNode body(ApiResponse response) {
        ObjectNode body = parsed(response.body());
        if (response.status() >= 400) {
            // The stored response to an idempotency key.
            throw ApiError.stored(
                    response.status(),
                    body.path("code").asText(),
                    body.path("message").asText(),
                    problems(body));
        }
        return body;
    }

    private static List<ApiError.Problem> problems(ObjectNode body) {
        List<ApiError.Problem> problems = new ArrayList<>();
        body.path("errors")
                .forEach(one -> problems.add(new ApiError.Problem(
                        one.path("param").asText(), one.path("message").asText(), one.get("value"))));
        return problems;
    }

    private static ObjectNode parsed(Buffer json) {
        try {
            return (ObjectNode) JSON.readTree(json.getBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException("an endpoint returned no JSON", broken);
        }
    }
}
