package io.tollgate.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tollgate.error.ApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.ext.web.RoutingContext;

/**
 * Bytes outside the heap that all responses share, so that clients that do not read them use no memory.
 *
 * <p>Encryption copies what it is given. Over TLS the bytes are therefore sent in slices, each when the client has read
 * the one before.
 */
public final class StaticBody {
    private static final int SLICE = 16 * 1024;

    /** A slice, encrypted, beside what the connection had buffered before it. */
    private static final int ENCRYPTED_MAX = 2 * SLICE;

    private final Buffer bytes;

    public StaticBody(byte[] bytes) {
        ByteBuf direct = Unpooled.directBuffer(bytes.length).writeBytes(bytes);
        this.bytes = BufferInternal.buffer(direct.asReadOnly());
    }

    public int length() {
        return bytes.length();
    }

    /** A response that can be sent: it has the memory that it needs. */
    public final class Sending {
        private final RoutingContext ctx;
        private final MemoryBudget.Share share;

        private Sending(RoutingContext ctx, MemoryBudget.Share share) {
            this.ctx = ctx;
            this.share = share;
        }

        /** Ends the response, whose length the caller has set. */
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
            response.end(bytes.slice(at, bytes.length())).onComplete(ended -> share.giveBack());
        }
    }

    /**
     * Reserves the memory of a response; returns it when the response ends.
     *
     * @throws ApiError 503 if it must be encrypted and too much is being encrypted
     */
    public Sending to(RoutingContext ctx) {
        MemoryBudget.Share share = MemoryBudget.ANSWERS.share(ClientId.of(ctx));
        if (ctx.request().isSSL()) {
            if (!share.take(ENCRYPTED_MAX)) {
                throw ApiError.unavailable();
            }
            ctx.addEndHandler(ended -> {
                if (ended.failed()) {
                    share.giveBack();
                }
            });
        }
        return new Sending(ctx, share);
    }
}
