package io.tollgate.platform.http;

import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The id of a request, which its response, its log line and its audit entries share. */
public final class RequestId {
    /** The response header that carries the id. */
    public static final String HEADER = "Request-Id";

    private static final String KEY = "requestId";

    private RequestId() {}

    public static void set(RoutingContext ctx, String id) {
        ctx.put(KEY, id);
    }

    /** Returns null if the request failed before it had an id. */
    public static @Nullable String of(RoutingContext ctx) {
        return ctx.get(KEY);
    }
}
