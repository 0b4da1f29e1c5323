package io.tollgate.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;

/**
 * Bodies in memory that the socket takes as it is. Pieces on the heap would be joined to one there, and
 * that be copied once more.
 */
final class Outgoing {
    private Outgoing() {}

    /** Ends a response with a body, and gives its memory back when it is sent or given up. */
    static Future<Void> end(HttpServerResponse response, Buffer body) {
        if (body.length() == 0) {
            return response.end();
        }
        ByteBuf direct = copy(((BufferInternal) body).getByteBuf());
        // One claim is ours, and one of the socket, which may never come to give it up.
        direct.retain();
        try {
            return response.end(BufferInternal.buffer(direct)).onComplete(ended -> direct.release(direct.refCnt()));
        } catch (RuntimeException failure) {
            direct.release(direct.refCnt());
            throw failure;
        }
    }

    private static ByteBuf copy(ByteBuf pieces) {
        int length = pieces.readableBytes();
        ByteBuf direct = ByteBufAllocator.DEFAULT.directBuffer(length, length);
        pieces.getBytes(pieces.readerIndex(), direct, length);
        return direct;
    }
}
