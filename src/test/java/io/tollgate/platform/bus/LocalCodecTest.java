package io.tollgate.platform.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages are passed by reference, and only within the process. */
class LocalCodecTest {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    @Test
    void messagesAndRepliesArriveByReference() {
        LocalCodec.register(vertx);
        LocalCodec.register(vertx);
        Object sent = new Object();
        vertx.eventBus().consumer("here", message -> message.reply(message.body(), LocalCodec.options()));
        Object reply = TestSeller.await(vertx.eventBus().request("here", sent, LocalCodec.options()))
                .body();
        assertThat(reply).isSameAs(sent);
    }

    @Test
    void messagesDoNotReachOtherProcesses() {
        MessageCodec<Object, Object> codec = LocalCodec.CODEC;
        assertThat(LocalCodec.options().isLocalOnly()).isTrue();
        assertThatThrownBy(() -> codec.encodeToWire(Buffer.buffer(), new Object()))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> codec.decodeFromWire(0, Buffer.buffer()))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
