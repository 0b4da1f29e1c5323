package io.tollgate.platform.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A body composed of parts without copying them. A page of records is about 80 KB; the copy for the socket in {@link
 * ResponseBuffer} is the only one.
 */
public final class BodyParts {
    private final List<ByteBuf> pieces;

    public BodyParts(int count) {
        pieces = new ArrayList<>(count);
    }

    /** Adds bytes, which must not change afterwards. */
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
