package io.tollgate.platform.input;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of an endpoint that the body of another request contains. The endpoint takes the caller and the request id
 * from the outer request, and everything else from here.
 *
 * @param path the path, percent-encoded
 * @param pathParameters the decoded values in the path, by name
 * @param query the query, percent-encoded; null without one
 * @param idempotencyKey null without one
 * @param body empty without one
 */
public record InnerRequest(
        HttpMethod method,
        String path,
        Map<String, String> pathParameters,
        @Nullable String query,
        @Nullable String idempotencyKey,
        Buffer body) {}
