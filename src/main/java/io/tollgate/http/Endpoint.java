package io.tollgate.http;

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
 */
public record Endpoint(
        HttpMethod method,
        String path,
        String summary,
        Shape shape,
        Resource resource,
        Operation operation,
        @Nullable Writing writing) {

    public Endpoint(
            HttpMethod method, String path, String summary, Shape shape, Resource resource, Operation operation) {
        this(method, path, summary, shape, resource, operation, null);
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
     */
    public record Writing(
            String name,
            String description,
            Body body,
            int status,
            @Nullable Schema answer) {

        public static Writing of(String name, String description, Body body) {
            return new Writing(name, description, body, 200, null);
        }

        /** Success makes a record: 201. */
        public Writing creating() {
            return new Writing(name, description, body, 201, answer);
        }

        public Writing answering(Schema schema) {
            return new Writing(name, description, body, status, schema);
        }
    }

    /** The form of an answer that is no record of a resource. */
    public record Schema(String name, String description, List<Field> fields) {
        /** What is answered where a record is gone. */
        public static final Schema DELETED = new Schema(
                "Deleted", "That a record was deleted.", List.of(Field.bool("success"), Field.text("message")));
    }

    /** What an endpoint does with a request that has passed authentication and rate limit. */
    public interface Operation {
        /** A failed future, or a thrown ApiError, goes to the failure handler. */
        Future<Answer> answer(Request request);
    }

    /** The path as the router writes it. */
    String route() {
        return path.replaceAll("\\{(\\w+)}", ":$1");
    }
}
