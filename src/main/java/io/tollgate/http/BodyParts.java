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
 * for the socket, {@link ResponseBuffer}, is the only one.
 */
public final class BodyParts {
    private final List<ByteBuf> pieces;

    public BodyParts(int count) {
        pieces = new ArrayList<>(count);
    }

    /** Bytes that nobody changes any more. */
    public BodyParts add(byte[] bytes) {
        pieces.add(Unpooled.wrappedBuffer(bytes));
        return this;
    }

    public BodyParts add(Buffer buffer) {
        pieces.add(((BufferInternal) buffer).getByteBuf());
        return this;
    }

    public BodyParts add(String ascii) {
        return add(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    public Buffer joined() {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(pieces.size(), pieces.toArray(ByteBuf[]::new)));
    }
}
