package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.ClosingResponse;
import io.tollgate.platform.http.MemoryBudget;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a write request. Rejects a body of the wrong media type, and one that is too long or too slow. */
public final class BodyReader implements Handler<RoutingContext> {
    private static final String BODY = "body";
    private static final Set<String> TYPES =
            Set.of("application/json", "application/json;charset=utf-8", "application/json;charset=\"utf-8\"");

    private static final Set<String> FORM_TYPES =
            Set.of("application/x-www-form-urlencoded", "application/x-www-form-urlencoded;charset=utf-8");

    private final int bytesMax;
    private final long deadlineMillis;
    private final Set<String> types;

    /** @param deadlineMillis maximum time between the headers of the request and the end of its body */
    public BodyReader(Body body, long deadlineMillis) {
        this(body.bytesMax(), deadlineMillis, TYPES);
    }

    private BodyReader(int bytesMax, long deadlineMillis, Set<String> types) {
        this.bytesMax = bytesMax;
        this.deadlineMillis = deadlineMillis;
        this.types = types;
    }

    /** Returns a reader of the forms that browsers send, without files. */
    public static BodyReader ofForms(int bytesMax, long deadlineMillis) {
        return new BodyReader(bytesMax, deadlineMillis, FORM_TYPES);
    }

    /** Returns a reader of JSON bodies that are not declared as a {@link Body}. */
    public static BodyReader ofJson(int bytesMax, long deadlineMillis) {
        return new BodyReader(bytesMax, deadlineMillis, TYPES);
    }

    static void put(RoutingContext ctx, Buffer body) {
        ctx.put(BODY, body);
    }

    /** Returns the body as read, or an empty buffer if the request has none. */
    public static Buffer of(RoutingContext ctx) {
        Buffer body = ctx.get(BODY);
        return body == null ? Buffer.buffer() : body;
    }

    /** Returns whether the headers of a request announce a body. */
    public static boolean isAnnounced(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        return request.headers().contains("Transfer-Encoding") || (length != null && !length.equals("0"));
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        String length = request.getHeader("Content-Length");
        if (length != null && exceedsMaximum(length)) {
            throw ClosingResponse.with(ctx, tooLarge());
        }
        if (isAnnounced(request)) {
            expectType(request);
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
        if (request.isEnded()) {
            // A request without a body ends while an earlier handler waits.
            proceed(ctx, Buffer.buffer());
        } else {
            read(ctx);
        }
    }

    private void read(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        if (request.isEnded()) {
            // An earlier handler waited, and the request has no body.
            proceed(ctx, Buffer.buffer());
            return;
        }
        Buffer body = Buffer.buffer();
        MemoryBudget.Share share = MemoryBudget.BODIES.share(ClientId.of(ctx));
        long deadline = ctx.vertx().setTimer(deadlineMillis, late -> reject(ctx, tooSlow()));
        request.handler(chunk -> {
            ApiError error = body.length() + chunk.length() > bytesMax
                    ? tooLarge()
                    : share.reserve(chunk.length()) ? null : ApiError.unavailable();
            if (error == null) {
                body.appendBuffer(chunk);
            } else {
                ctx.vertx().cancelTimer(deadline);
                reject(ctx, error);
            }
        });
        ctx.addEndHandler(ended -> share.release());
        request.exceptionHandler(failure -> {
            ctx.vertx().cancelTimer(deadline);
            share.release();
        });
        request.endHandler(end -> {
            ctx.vertx().cancelTimer(deadline);
            share.release();
            if (!ctx.failed()) {
                proceed(ctx, body);
            }
        });
        request.resume();
    }

    /**
     * Fails a request whose body is incomplete. Its handlers contain what was read, which would otherwise stay in
     * memory until the connection is closed, although the budget is released.
     */
    private static void reject(RoutingContext ctx, ApiError error) {
        ClosingResponse.discard(ctx.request());
        ClosingResponse.fail(ctx, error);
    }

    private void proceed(RoutingContext ctx, Buffer body) {
        try {
            if (body.length() > 0) {
                expectType(ctx.request());
            }
        } catch (ApiError e) {
            ctx.fail(e);
            return;
        }
        ctx.put(BODY, body);
        ctx.next();
    }

    private boolean exceedsMaximum(String length) {
        return length.length() > 9 || Long.parseLong(length) > bytesMax;
    }

    private void expectType(HttpServerRequest request) {
        String type = request.getHeader("Content-Type");
        boolean expected =
                type != null && types.contains(type.toLowerCase(Locale.ROOT).replace(" ", ""));
        if (!expected || isEncoded(request.getHeader("Content-Encoding"))) {
            throw ApiError.refused(
                    415,
                    "unsupported_media_type",
                    types == TYPES
                            ? "Content-Type must be application/json, in UTF-8 and not compressed"
                            : "Content-Type must be application/x-www-form-urlencoded, and not compressed");
        }
    }

    private static boolean isEncoded(@Nullable String encoding) {
        return encoding != null && !encoding.equalsIgnoreCase("identity");
    }

    private ApiError tooLarge() {
        return ApiError.refused(413, "body_too_large", "The body must be at most " + bytesMax + " bytes long");
    }

    private ApiError tooSlow() {
        return ApiError.refused(408, "request_timeout", "The body did not arrive within " + deadlineMillis + " ms");
    }
}
