package io.tollgate.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.tollgate.error.ApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.ext.web.RoutingContext;

/**
 * The body of an answer in memory that the socket takes as it is. Pieces on the heap would be joined to one there, and
 * that be copied once more.
 */
public final class ResponseBuffer {
    private final ByteBuf direct;
    private final int length;
    private final Held held;

    private ResponseBuffer(ByteBuf direct, int length, Held held) {
        this.direct = direct;
        this.length = length;
        this.held = held;
    }

    /** The memory of a response. A large one counts towards its client's part of the large ones only. */
    private record Held(MemoryBudget.Share all, MemoryBudget.Share large) {
        private static final int LARGE = 1 << 20;

        public static Held of(RoutingContext ctx, int bytes) {
            ClientId client = ClientId.of(ctx);
            boolean isLarge = bytes >= LARGE;
            Held held = new Held(
                    isLarge ? MemoryBudget.ANSWERS.unbounded() : MemoryBudget.ANSWERS.share(client),
                    isLarge ? MemoryBudget.LARGE_ANSWERS.share(client) : MemoryBudget.LARGE_ANSWERS.unbounded());
            if ((isLarge && !held.large.take(bytes)) || !held.all.take(bytes)) {
                held.giveBack();
                throw ApiError.unavailable();
            }
            return held;
        }

        void giveBack() {
            all.giveBack();
            large.giveBack();
        }
    }

    /**
     * To be ended with at once, or its memory is lost.
     *
     * <p>The response to HEAD has the length alone.
     *
     * @throws ApiError 503 if unread responses use all the memory of this client or of all
     */
    public static ResponseBuffer of(RoutingContext ctx, Buffer body) {
        Buffer sent = ctx.request().method().equals(HttpMethod.HEAD) ? Buffer.buffer() : body;
        Held held = Held.of(ctx, sent.length());
        try {
            return new ResponseBuffer(copy(((BufferInternal) sent).getByteBuf()), body.length(), held);
        } catch (OutOfMemoryError full) {
            held.giveBack();
            throw full;
        }
    }

    /** Ends a response, and gives the memory back when it is sent or given up. */
    public void end(HttpServerResponse response) {
        if (!direct.isReadable()) {
            if (length > 0) {
                response.putHeader("Content-Length", Integer.toString(length));
            }
            response.end();
            return;
        }
        // One claim is ours, and one of the socket, which may never come to give it up.
        direct.retain();
        try {
            response.end(BufferInternal.buffer(direct)).onComplete(ended -> release());
        } catch (RuntimeException failure) {
            release();
            throw failure;
        }
    }

    private void release() {
        held.giveBack();
        direct.release(direct.refCnt());
    }

    private static ByteBuf copy(ByteBuf pieces) {
        int length = pieces.readableBytes();
        if (length == 0) {
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuf direct = ByteBufAllocator.DEFAULT.directBuffer(length, length);
        pieces.getBytes(pieces.readerIndex(), direct, length);
        return direct;
    }
}
