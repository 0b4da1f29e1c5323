package io.tollgate.platform.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tollgate.platform.error.ApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.ext.web.RoutingContext;

/**
 * A body in direct memory that all responses share, so that clients that do not read it use no memory of their own.
 *
 * <p>Encryption copies its input. Over TLS, the body is therefore sent in slices, each after the client has read the
 * previous one.
 */
public final class StaticBody {
    private static final int SLICE = 16 * 1024;

    /** Memory of an encrypted slice and of what the connection buffered before it. */
    private static final int ENCRYPTED_MAX = 2 * SLICE;

    private final Buffer bytes;

    public StaticBody(byte[] bytes) {
        ByteBuf direct = Unpooled.directBuffer(bytes.length).writeBytes(bytes);
        this.bytes = BufferInternal.buffer(direct.asReadOnly());
    }

    public int length() {
        return bytes.length();
    }

    /** A response whose memory is reserved. */
    public final class Sending {
        private final RoutingContext ctx;
        private final MemoryBudget.Share share;

        private Sending(RoutingContext ctx, MemoryBudget.Share share) {
            this.ctx = ctx;
            this.share = share;
        }

        /** Ends the response. The caller has set its length. */
        public void end() {
            if (!ctx.request().isSSL()) {
                ctx.response().end(bytes);
                return;
            }
            ReadDeadline.start(ctx, bytes.length());
            next(ctx.response(), 0);
        }

        private void next(HttpServerResponse response, int from) {
            response.drainHandler(null);
            int at = from;
            while (at + SLICE < bytes.length()) {
                if (response.writeQueueFull()) {
                    int rest = at;
                    response.drainHandler(read -> next(response, rest));
                    return;
                }
                response.write(bytes.slice(at, at + SLICE));
                at += SLICE;
            }
            response.end(bytes.slice(at, bytes.length())).onComplete(ended -> share.release());
        }
    }

    /**
     * Reserves the memory of a response; releases it when the response ends.
     *
     * @throws ApiError 503 if the response must be encrypted and no memory for that is left
     */
    public Sending to(RoutingContext ctx) {
        MemoryBudget.Share share = MemoryBudget.ANSWERS.share(ClientId.of(ctx));
        if (ctx.request().isSSL()) {
            if (!share.reserve(ENCRYPTED_MAX)) {
                throw ApiError.unavailable();
            }
            ctx.addEndHandler(ended -> {
                if (ended.failed()) {
                    share.release();
                }
            });
        }
        return new Sending(ctx, share);
    }
}
