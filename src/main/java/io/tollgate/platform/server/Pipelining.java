package io.tollgate.platform.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.tollgate.platform.api.Api;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Limits the memory of one connection whose client pipelines requests or does not read responses. Thousands of requests
 * fit into one read. Each is parsed when it is read, and all but the first wait for earlier responses.
 */
final class Pipelining extends ChannelDuplexHandler {
    /** Maximum number of requests without a response. Almost no client pipelines at all. */
    static final int MAX = 8;

    /** Above this number of unsent bytes, the next request waits: see {@link Api#mountFirst}. */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(4 * 1024, 8 * 1024);

    private int pending;
    private boolean closing;

    private Pipelining() {}

    /** Installs the limit. Call before the connection reads anything. */
    static void bound(HttpConnection connection) {
        ChannelHandlerContext last = ((HttpServerConnection) connection).channelHandlerContext();
        last.channel().config().setWriteBufferWaterMark(WATER_MARK);
        last.pipeline().addBefore(last.name(), null, new Pipelining());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest && ++pending > MAX) {
            closing = true;
            var unused = ctx.close();
        }
        if (closing) {
            ReferenceCountUtil.release(message);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isInterim(message)) {
            pending--;
        }
        var unused = ctx.write(message, promise);
    }

    /**
     * Returns whether a message is an interim response, such as {@code 100 Continue}, that does not complete a request.
     */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
}
