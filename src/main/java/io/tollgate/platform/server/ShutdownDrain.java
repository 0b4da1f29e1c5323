package io.tollgate.platform.server;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Lets requests finish before the process stops. While it drains, the readiness probe fails, each response closes its
 * connection, and idle connections are closed at once. Otherwise idle clients would delay the shutdown up to its limit.
 */
public final class ShutdownDrain implements Handler<RoutingContext> {
    private final List<ServerEntry> servers = new CopyOnWriteArrayList<>();
    private final Connections connections;
    private volatile boolean draining;

    private record ServerEntry(HttpServer server, Connections.WatchedConnection connections) {}

    public ShutdownDrain(Connections connections) {
        this.connections = connections;
    }

    /** Tracks the connections of a server that is about to listen. Call on its event loop. */
    public void serves(HttpServer server) {
        servers.add(new ServerEntry(server, connections.watch(server)));
    }

    public boolean draining() {
        return draining;
    }

    /** Returns the number of open connections. */
    public int connections() {
        return connections.count();
    }

    @Override
    public void handle(RoutingContext ctx) {
        // A response whose head was sent before the drain began cannot announce the close.
        connections.use(ctx, this::draining);
        if (ctx.request().version() != HttpVersion.HTTP_2) {
            // Checked when the response is sent, because the drain may begin while the request runs.
            ctx.addHeadersEndHandler(sending -> {
                if (draining) {
                    ctx.response().headers().set("Connection", "close");
                }
            });
        }
        ctx.next();
    }

    /** Fails the readiness probe but keeps serving, so that load balancers stop routing before the listener closes. */
    public void begin() {
        draining = true;
    }

    /** Completes when no request is running, after {@code seconds} at the latest. */
    public Future<Void> drain(int seconds) {
        draining = true;
        return Future.join(servers.stream()
                        .map(served -> shutDown(served, seconds))
                        .toList())
                .mapEmpty();
    }

    private static Future<Void> shutDown(ServerEntry served, int seconds) {
        Promise<Void> ended = Promise.promise();
        served.connections().context().runOnContext(now -> {
            Future<Void> shut = served.server().shutdown(seconds, TimeUnit.SECONDS);
            served.connections().closeUnused();
            shut.onComplete(ended);
        });
        return ended.future();
    }
}
