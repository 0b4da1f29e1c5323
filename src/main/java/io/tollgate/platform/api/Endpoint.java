package io.tollgate.platform.api;

import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an endpoint. Its route, its OpenAPI description and its tests are derived from it.
 *
 * @param path the path in the syntax of OpenAPI, with ids in braces
 * @param summary one sentence for the OpenAPI document
 * @param resource the resource that the endpoint reads or writes
 * @param writing the properties of an endpoint that writes; null for one that reads
 * @param reading the schema of {@code data} if it is not a record of the resource, or null
 * @param filters names of list parameters of the resource that an endpoint other than a list accepts
 * @param parameters query parameters of an endpoint that reads, other than those of lists
 * @param validated whether the ETag covers the whole response, so that {@code If-None-Match} can return 304
 */
public record Endpoint(
        HttpMethod method,
        String path,
        String summary,
        Shape shape,
        Resource resource,
        Operation operation,
        @Nullable Writing writing,
        @Nullable Schema reading,
        List<String> filters,
        List<QueryParameter> parameters,
        boolean validated) {

    /** The longest time for which a request may ask to wait. */
    public static final int WAIT_MILLIS_MAX = 30_000;

    public Endpoint(
            HttpMethod method,
            String path,
            String summary,
            Shape shape,
            Resource resource,
            Operation operation,
            @Nullable Writing writing) {
        this(method, path, summary, shape, resource, operation, writing, null, List.of(), List.of(), false);
    }

    public Endpoint(
            HttpMethod method, String path, String summary, Shape shape, Resource resource, Operation operation) {
        this(method, path, summary, shape, resource, operation, null, null, List.of(), List.of(), false);
    }

    /** Returns a copy with another operation. */
    public Endpoint withOperation(Operation other) {
        return new Endpoint(
                method, path, summary, shape, resource, other, writing, reading, filters, parameters, validated);
    }

    /** Returns a copy whose response is the record itself, without {@code data} around it. */
    public Endpoint withoutData() {
        return new Endpoint(
                method,
                path,
                summary,
                Shape.BARE,
                resource,
                operation,
                writing,
                reading,
                filters,
                parameters,
                validated);
    }

    /** Returns a copy whose response has another schema than a record of the resource. */
    public Endpoint withResponseSchema(Schema schema) {
        return new Endpoint(
                method, path, summary, shape, resource, operation, writing, schema, filters, parameters, validated);
    }

    /** Returns a copy that accepts these parameters of the resource's list. */
    public Endpoint withFilters(List<String> names) {
        return new Endpoint(
                method, path, summary, shape, resource, operation, writing, reading, names, parameters, validated);
    }

    /** Returns a copy of an endpoint that reads, which accepts these query parameters. */
    public Endpoint withParameters(List<QueryParameter> accepted) {
        return new Endpoint(
                method, path, summary, shape, resource, operation, writing, reading, filters, accepted, validated);
    }

    /** Returns a copy that returns 304 if {@code If-None-Match} matches. The ETag must cover the whole response. */
    public Endpoint validating() {
        Operation conditional = request ->
                operation.answer(request).map(answer -> answer.orNotModified(request.headers("If-None-Match")));
        return new Endpoint(
                method, path, summary, shape, resource, conditional, writing, reading, filters, parameters, true);
    }

    /** Returns the schema of a response that is not a record of the resource; null for a record. */
    @Nullable
    public Schema other() {
        return writing == null ? reading : writing.answer();
    }

    /** Returns whether the endpoint only lists records, so that it also returns CSV and NDJSON. */
    public boolean isList() {
        return writing == null && (shape == Shape.LIST || shape == Shape.WHOLE_LIST);
    }

    /** Returns whether a successful response is a file, which no schema describes. */
    public boolean isFile() {
        return shape == Shape.DOCUMENT || shape == Shape.ARCHIVE;
    }

    /** The shape of a successful response. */
    public enum Shape {
        /** {@code data}, {@code total}, {@code has_more}; accepts cursors, filters and search. */
        LIST,
        /** {@code data}, {@code next}, {@code has_more}; waits for events if asked to. */
        FEED,
        /** {@code data} with all records; accepts no parameters. */
        WHOLE_LIST,
        /** {@code data} with one record. */
        RECORD,
        /** One record without {@code data} around it. */
        BARE,
        /** A document that is not JSON. */
        DOCUMENT,
        /** A ZIP file. */
        ARCHIVE
    }

    /**
     * The properties of an endpoint that writes.
     *
     * @param name the operation id, such as updateCustomer
     * @param description what the endpoint does and which errors it returns, in Markdown
     * @param body the accepted request body
     * @param status the HTTP status of a success
     * @param answer the schema of {@code data}; null for a record of the resource
     * @param parameters the accepted query parameters; most writes accept none
     */
    public record Writing(
            String name,
            String description,
            Body body,
            int status,
            @Nullable Schema answer,
            List<QueryParameter> parameters) {

        public static Writing of(String name, String description, Body body) {
            return new Writing(name, description, body, 200, null, List.of());
        }

        /** Returns a copy with the status 201, for endpoints that create a record. */
        public Writing creating() {
            return new Writing(name, description, body, 201, answer, parameters);
        }

        /** Returns a copy with the status 202, for endpoints that begin work. They return 200 if nothing is begun. */
        public Writing beginning() {
            return new Writing(name, description, body, 202, answer, parameters);
        }

        public Writing withResponseSchema(Schema schema) {
            return new Writing(name, description, body, status, schema, parameters);
        }

        /** Returns a copy that accepts these query parameters. */
        public Writing withParameters(QueryParameter... more) {
            return new Writing(name, description, body, status, answer, List.of(more));
        }
    }

    /** The schema of a response that is not a record of a resource. */
    public record Schema(String name, String description, List<Field> fields) {
        /** The response to a successful deletion. */
        public static final Schema DELETED = new Schema(
                "Deleted",
                "Confirmation that a record was deleted.",
                List.of(
                        Field.bool("success").doc("Always `true`.").always(),
                        Field.text("message")
                                .doc("A sentence for people that confirms the deletion.")
                                .always()));
    }

    /** Handles a request that has passed authentication and the rate limit. */
    public interface Operation {
        /** Returns the response. The failure handler handles a failed future or a thrown {@code ApiError}. */
        Future<ApiResponse> answer(Request request);
    }

    /** Returns the methods of the route. GET includes HEAD (RFC 9110, 9.1). */
    public List<HttpMethod> methods() {
        return method.equals(HttpMethod.GET) ? List.of(HttpMethod.GET, HttpMethod.HEAD) : List.of(method);
    }

    /** Returns the path in the syntax of the router. */
    public String route() {
        return path.replaceAll("\\{(\\w+)}", ":$1");
    }
}
