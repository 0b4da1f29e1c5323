package io.tollgate.platform.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.tollgate.platform.error.ApiError;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.ext.web.RoutingContext;

/**
 * A response body in one direct buffer, which the socket sends without another copy. Netty would join parts on the heap
 * into one buffer and copy that again.
 */
public final class ResponseBuffer {
    private final ByteBuf direct;
    private final int length;
    private final Reservation reservation;

    private ResponseBuffer(ByteBuf direct, int length, Reservation reservation) {
        this.direct = direct;
        this.length = length;
        this.reservation = reservation;
    }

    /**
     * The memory reserved for a response. A large one counts only towards the part of its client in the budget for
     * large responses.
     */
    private record Reservation(MemoryBudget.Share all, MemoryBudget.Share large) {
        private static final int LARGE = 1 << 20;

        public static Reservation of(RoutingContext ctx, int bytes) {
            ClientId client = ClientId.of(ctx);
            boolean isLarge = bytes >= LARGE;
            Reservation reservation = new Reservation(
                    isLarge ? MemoryBudget.ANSWERS.unbounded() : MemoryBudget.ANSWERS.share(client),
                    isLarge ? MemoryBudget.LARGE_ANSWERS.share(client) : MemoryBudget.LARGE_ANSWERS.unbounded());
            if ((isLarge && !reservation.large.reserve(bytes)) || !reservation.all.reserve(bytes)) {
                reservation.release();
                throw ApiError.unavailable();
            }
            return reservation;
        }

        void release() {
            all.release();
            large.release();
        }
    }

    /**
     * Reserves and fills a buffer; for HEAD, only the length is kept. Call {@link #end} right after it, or the memory
     * leaks.
     *
     * @throws ApiError 503 if unread responses use the whole memory budget, or the part of this client
     */
    public static ResponseBuffer of(RoutingContext ctx, Buffer body) {
        Buffer sent = ctx.request().method().equals(HttpMethod.HEAD) ? Buffer.buffer() : body;
        Reservation reservation = Reservation.of(ctx, sent.length());
        try {
            return new ResponseBuffer(copy(((BufferInternal) sent).getByteBuf()), body.length(), reservation);
        } catch (OutOfMemoryError full) {
            reservation.release();
            throw full;
        }
    }

    /** Ends a response and releases the memory when it is sent or fails. */
    public void end(HttpServerResponse response) {
        if (!direct.isReadable()) {
            if (length > 0) {
                response.putHeader("Content-Length", Integer.toString(length));
            }
            response.end();
            return;
        }
        // One reference is for this class and one for the socket, which may never release its own.
        direct.retain();
        try {
            response.end(BufferInternal.buffer(direct)).onComplete(ended -> release());
        } catch (RuntimeException failure) {
            release();
            throw failure;
        }
    }

    private void release() {
        reservation.release();
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
