package io.tollgate.api;

import io.tollgate.http.ApiResponse;
import io.tollgate.input.Body;
import io.tollgate.input.QueryParameter;
import io.tollgate.input.Request;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint as a value: what is mounted, published and tested is derived from it.
 *
 * @param path as the published document writes it, ids in braces
 * @param summary one sentence for the published document
 * @param resource whose records it reads or writes
 * @param writing what an endpoint that writes says of itself, or null for one that reads
 * @param reading what {@code data} holds where it reads something else than a record of the resource, or null
 * @param validated whether its tag tells of all that is shown, so that nobody is sent what they have
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
        boolean validated) {

    public Endpoint(
            HttpMethod method,
            String path,
            String summary,
            Shape shape,
            Resource resource,
            Operation operation,
            @Nullable Writing writing) {
        this(method, path, summary, shape, resource, operation, writing, null, false);
    }

    public Endpoint(
            HttpMethod method, String path, String summary, Shape shape, Resource resource, Operation operation) {
        this(method, path, summary, shape, resource, operation, null, null, false);
    }

    /** The same to callers, done in another way. */
    public Endpoint doing(Operation other) {
        return new Endpoint(method, path, summary, shape, resource, other, writing, reading, validated);
    }

    /** It answers one record with nothing around it. */
    public Endpoint bare() {
        return new Endpoint(method, path, summary, Shape.BARE, resource, operation, writing, reading, validated);
    }

    /** It reads something else than a record of its resource. */
    public Endpoint answering(Schema schema) {
        return new Endpoint(method, path, summary, shape, resource, operation, writing, schema, validated);
    }

    /** Its tag tells of all that it shows: whoever has it already gets a 304. */
    public Endpoint validating() {
        Operation known = request -> operation
                .answer(request)
                .map(answer -> answer.orNotModified(request.context().request()));
        return new Endpoint(method, path, summary, shape, resource, known, writing, reading, true);
    }

    /** What it answers where that is no record of its resource. */
    @Nullable
    public Schema other() {
        return writing == null ? reading : writing.answer();
    }

    /** What a successful answer holds. */
    public enum Shape {
        /** {@code data}, {@code total}, {@code has_more}; takes cursors, filters and search. */
        LIST,
        /** {@code data} with all there is; takes no parameters. */
        WHOLE_LIST,
        /** {@code data} with one record. */
        RECORD,
        /** One record with nothing around it. */
        BARE,
        /** A document that is not JSON. */
        DOCUMENT
    }

    /**
     * What is published of an endpoint that writes.
     *
     * @param name of the operation, like updateCustomer
     * @param description what it does and what it refuses
     * @param status of success
     * @param answer what {@code data} holds, or null where it is a record of the resource
     * @param parameters of the query, of which most writes take none
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

        /** Success makes a record: 201. */
        public Writing creating() {
            return new Writing(name, description, body, 201, answer, parameters);
        }

        public Writing answering(Schema schema) {
            return new Writing(name, description, body, status, schema, parameters);
        }

        /** A write takes no parameters of the query but those that it names. */
        public Writing taking(QueryParameter... more) {
            return new Writing(name, description, body, status, answer, List.of(more));
        }
    }

    /** The form of an answer that is no record of a resource. */
    public record Schema(String name, String description, List<Field> fields) {
        /** What is answered where a record is gone. */
        public static final Schema DELETED = new Schema(
                "Deleted",
                "That a record was deleted.",
                List.of(Field.bool("success").always(), Field.text("message").always()));
    }

    /** What an endpoint does with a request that has passed authentication and rate limit. */
    public interface Operation {
        /** A failed future, or a thrown ApiError, goes to the failure handler. */
        Future<ApiResponse> answer(Request request);
    }

    /** Whoever may ask for something may ask for its head (RFC 9110, 9.1). */
    List<HttpMethod> methods() {
        return method.equals(HttpMethod.GET) ? List.of(HttpMethod.GET, HttpMethod.HEAD) : List.of(method);
    }

    /** The path as the router writes it. */
    String route() {
        return path.replaceAll("\\{(\\w+)}", ":$1");
    }
}
