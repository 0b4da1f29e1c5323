package io.tollgate.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A body put together from parts without copying them: a page of records is 80 KB, and the copy
 * for the socket, {@link Outgoing}, is the only one.
 */
final class Pieces {
    private final List<ByteBuf> pieces;

    Pieces(int count) {
        pieces = new ArrayList<>(count);
    }

    /** Bytes that nobody changes any more. */
    Pieces add(byte[] bytes) {
        pieces.add(Unpooled.wrappedBuffer(bytes));
        return this;
    }

    Pieces add(Buffer buffer) {
        pieces.add(((BufferInternal) buffer).getByteBuf());
        return this;
    }

    Pieces add(String ascii) {
        return add(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    Buffer joined() {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(pieces.size(), pieces.toArray(ByteBuf[]::new)));
    }
}
