package io.tollgate;

import io.tollgate.http.Connections;
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
 * connection, and idle connections are closed at once. Otherwise idle clients would delay the shutdown up to its
 * limit.
 */
final class ShutdownDrain implements Handler<RoutingContext> {
    private final List<Served> servers = new CopyOnWriteArrayList<>();
    private final Connections connections;
    private volatile boolean draining;

    private record Served(HttpServer server, Connections.Watched connections) {}

    ShutdownDrain(Connections connections) {
        this.connections = connections;
    }

    /** Creates a drain with the connection limits of the settings. */
    static ShutdownDrain of(Config config) {
        Config.Limits limits = config.limits();
        return new ShutdownDrain(new Connections(
                limits.connectionsMax(),
                limits.addressConnectionsMax(),
                limits.idleTimeoutSeconds(),
                config.trustedProxies()));
    }

    /** Tracks the connections of a server that is about to listen. Call on its event loop. */
    void serves(HttpServer server) {
        servers.add(new Served(server, connections.watch(server)));
    }

    boolean draining() {
        return draining;
    }

    /** Returns the number of open connections. */
    int connections() {
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

    /**
     * Fails the readiness probe but keeps serving, so that load balancers stop routing before the listener closes.
     */
    void begin() {
        draining = true;
    }

    /** Completes when no request is running, after {@code seconds} at the latest. */
    Future<Void> drain(int seconds) {
        draining = true;
        return Future.join(servers.stream().map(served -> end(served, seconds)).toList())
                .mapEmpty();
    }

    private static Future<Void> end(Served served, int seconds) {
        Promise<Void> ended = Promise.promise();
        served.connections().context().runOnContext(now -> {
            Future<Void> shut = served.server().shutdown(seconds, TimeUnit.SECONDS);
            served.connections().closeUnused();
            shut.onComplete(ended);
        });
        return ended.future();
    }
}
