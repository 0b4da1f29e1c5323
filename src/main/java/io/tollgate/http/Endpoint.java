package io.tollgate.http;

import io.tollgate.resource.Resource;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/**
 * One endpoint as a value: what is mounted, published and tested is derived from it.
 *
 * @param path as the published document writes it, ids in braces
 * @param summary one sentence for the published document
 * @param resource whose records it reads or writes
 */
public record Endpoint(
        HttpMethod method, String path, String summary, Shape shape, Resource resource, Operation operation) {

    /** What a successful answer holds. */
    public enum Shape {
        /** {@code data}, {@code total}, {@code has_more}; takes cursors, filters and search. */
        LIST,
        /** {@code data} with all there is; takes no parameters. */
        WHOLE_LIST,
        /** {@code data} with one record. */
        RECORD,
        /** A document that is not JSON. */
        DOCUMENT
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
