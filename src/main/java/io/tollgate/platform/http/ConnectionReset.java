package io.tollgate.platform.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.ext.web.RoutingContext;

/**
 * Resets the connection of a request and discards what its client has not read. A close would wait until the client
 * has read everything.
 */
public final class ConnectionReset {
    private ConnectionReset() {}

    /** Resets the connection; with HTTP/2, only the stream of the request. */
    public static void of(RoutingContext ctx) {
        if (ctx.request().version() == HttpVersion.HTTP_2) {
            ctx.response().reset();
            return;
        }
        HttpServerConnection connection = (HttpServerConnection) ctx.request().connection();
        ChannelHandlerContext last = connection.channelHandlerContext();
        if (!last.channel().isOpen()) {
            return;
        }
        // The kernel discards its buffer too.
        last.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        // Handlers after this one would wait for pending writes.
        var unused = last.close();
    }
}
