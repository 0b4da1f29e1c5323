package io.tollgate.platform.input;

import io.tollgate.platform.http.Caller;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of an endpoint within another request. The endpoint takes the request id from the outer request, and
 * everything else from here.
 *
 * @param caller null for the caller of the outer request
 * @param path the path, percent-encoded
 * @param pathParameters the decoded values in the path, by name
 * @param query the query, percent-encoded; null without one
 * @param idempotencyKey null without one
 * @param ifMatch the state that the record must have; null for any
 * @param accept the format of a list; null for JSON
 * @param body empty without one
 */
public record InnerRequest(
        @Nullable Caller caller,
        HttpMethod method,
        String path,
        Map<String, String> pathParameters,
        @Nullable String query,
        @Nullable String idempotencyKey,
        @Nullable String ifMatch,
        @Nullable String accept,
        Buffer body) {}
