package io.tollgate.platform.requestlog;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a call when its response ends. Nothing is redacted yet, so it is never stored.
 *
 * @param requestId like {@code req_65f0c0ffee0123456789abcd}
 * @param endpoint null if no endpoint has the path
 * @param path as requested
 * @param query percent-encoded; null without one
 * @param error null if the call succeeded, or if its client closed the connection
 * @param recordId of the response; null without one
 * @param body empty without one
 */
record LoggedRequest(
        String requestId,
        Instant createdAt,
        Caller caller,
        Source source,
        String method,
        @Nullable Endpoint endpoint,
        String path,
        @Nullable String query,
        int status,
        @Nullable ApiError error,
        long nanos,
        @Nullable String address,
        @Nullable String userAgent,
        @Nullable String recordId,
        Buffer body) {
    private static final long FIXED_BYTES = 512;

    /** How the call arrived. */
    enum Source {
        API,
        MCP
    }

    /** Returns approximately how much memory the call takes. */
    long bytes() {
        return FIXED_BYTES + path.length() + (query == null ? 0 : query.length()) + body.length();
    }
}
