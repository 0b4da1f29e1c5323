package io.tollgate.platform.bus;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageCodec;

/**
 * Passes messages and replies of the event bus by reference, within one process only. They cross threads, so they must
 * be immutable or safe for concurrent use.
 */
public final class LocalCodec implements MessageCodec<Object, Object> {
    static final LocalCodec CODEC = new LocalCodec();

    private static final String NAME = "tollgate.local";

    private LocalCodec() {}

    /** Registers the codec, unless it is registered already. */
    public static void register(Vertx vertx) {
        try {
            vertx.eventBus().registerCodec(CODEC);
        } catch (IllegalStateException registered) {
            // Another component of this process shares the event bus and the codec.
        }
    }

    /** Returns new options that send a message or a reply by reference. */
    public static DeliveryOptions options() {
        return new DeliveryOptions().setCodecName(NAME).setLocalOnly(true);
    }

    @Override
    public void encodeToWire(Buffer wire, Object message) {
        throw new UnsupportedOperationException("a local message cannot leave the process");
    }

    @Override
    public Object decodeFromWire(int position, Buffer wire) {
        throw new UnsupportedOperationException("a local message cannot enter the process");
    }

    @Override
    public Object transform(Object message) {
        return message;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
