package io.tollgate.platform.http;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compresses JSON responses to reads. Long ones are compressed on worker threads. While too many wait for a worker,
 * responses are sent uncompressed.
 *
 * <p>A response keeps its strong ETag, which identifies the state of a record and not the bytes of a response.
 */
public final class CompressedJson {
    /** Longer bodies would block the event loop for more than a few tenths of a millisecond. */
    private static final int INLINE_MAX = 16 * 1024;

    /** The maximum number of bodies that wait for a worker or are being compressed. */
    private static final int WAITING_MAX = 64;

    private static final AtomicInteger WAITING = new AtomicInteger();

    private CompressedJson() {}

    /** Returns a response compressed, if it is a long one to a read and the client accepts gzip; otherwise itself. */
    public static Future<ApiResponse> of(RoutingContext ctx, ApiResponse response) {
        if (!isCompressible(ctx, response)) {
            return Future.succeededFuture(response);
        }
        ctx.response().putHeader("Vary", "Accept-Encoding");
        if (!Gzip.isAcceptedBy(ctx.request())) {
            return Future.succeededFuture(response);
        }
        if (response.body().length() <= INLINE_MAX) {
            return Future.succeededFuture(compress(response));
        }
        if (WAITING.incrementAndGet() > WAITING_MAX) {
            WAITING.decrementAndGet();
            return Future.succeededFuture(response);
        }
        return ctx.vertx()
                .executeBlocking(() -> compress(response), false)
                .onComplete(compressed -> WAITING.decrementAndGet());
    }

    private static boolean isCompressible(RoutingContext ctx, ApiResponse response) {
        HttpMethod method = ctx.request().method();
        return (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
                && response.file() == null
                && response.body().length() >= Gzip.BYTES_MIN
                && ApiResponse.JSON.equals(response.headers().get("Content-Type"))
                && !response.headers().contains("Cache-Control", "no-store", true);
    }

    private static ApiResponse compress(ApiResponse response) {
        MultiMap headers =
                MultiMap.caseInsensitiveMultiMap().addAll(response.headers()).set("Content-Encoding", "gzip");
        return new ApiResponse(
                response.status(), headers, Gzip.data(response.body().getBytes()));
    }
}
