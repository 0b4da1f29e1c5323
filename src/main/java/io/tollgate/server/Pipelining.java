package io.tollgate.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.tollgate.api.Api;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Bounds what of one connection lies in memory where its caller does not wait for answers, or does not take them. Some
 * thousand requests fit into what is read at once, each is taken apart when it is read, and all but the first wait for
 * the answers before theirs.
 */
final class Pipelining extends ChannelDuplexHandler {
    /** Hardly a program sends a second request before it has its answer. */
    static final int MAX = 8;

    /** Beyond so many bytes that nobody has taken, the next request waits: see {@link Api#entrance}. */
    private static final WriteBufferWaterMark UNTAKEN = new WriteBufferWaterMark(4 * 1024, 8 * 1024);

    private int underWay;
    private boolean closing;

    private Pipelining() {}

    /** To be called before anything of the connection is read. */
    static void bound(HttpConnection connection) {
        ChannelHandlerContext last = ((HttpServerConnection) connection).channelHandlerContext();
        last.channel().config().setWriteBufferWaterMark(UNTAKEN);
        last.pipeline().addBefore(last.name(), null, new Pipelining());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest && ++underWay > MAX) {
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
            underWay--;
        }
        var unused = ctx.write(message, promise);
    }

    /** A go-ahead for the body of a request, which is not its answer. */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }
}
