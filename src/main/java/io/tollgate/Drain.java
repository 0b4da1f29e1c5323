package io.tollgate;

import io.tollgate.http.Connections;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Lets requests finish before the program stops. While it drains, the readiness probe fails, each
 * answer closes its connection, and connections without a request are closed at once: left alone,
 * idle callers would hold the program for the whole time it may take.
 */
final class Drain implements Handler<RoutingContext> {
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private final Connections connections;
    private volatile boolean draining;

    Drain(Connections connections) {
        this.connections = connections;
    }

    Connections connections() {
        return connections;
    }

    /** Watches a server that is about to listen. */
    void serves(HttpServer server) {
        servers.add(server);
        connections.watch(server);
    }

    boolean draining() {
        return draining;
    }

    @Override
    public void handle(RoutingContext ctx) {
        connections.use(ctx);
        if (draining) {
            ctx.response().headers().set("Connection", "close");
        }
        ctx.next();
    }

    /** Done when no request is left, at the latest after some seconds. */
    Future<Void> drain(int seconds) {
        draining = true;
        connections.closeUnused();
        return Future.join(servers.stream()
                        .map(server -> server.shutdown(seconds, TimeUnit.SECONDS))
                        .toList())
                .mapEmpty();
    }
}
