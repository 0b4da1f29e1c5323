package io.tollgate.server;

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
 * Lets requests finish before the program stops. While it drains, the readiness probe fails, each
 * answer closes its connection, and connections without a request are closed at once: left alone,
 * idle callers would hold the program for the whole time it may take.
 */
public final class ShutdownDrain implements Handler<RoutingContext> {
    private final List<Served> servers = new CopyOnWriteArrayList<>();
    private final Connections connections;
    private volatile boolean draining;

    private record Served(HttpServer server, Connections.Watched connections) {}

    public ShutdownDrain(Connections connections) {
        this.connections = connections;
    }

    /** Watches a server that is about to listen; to be called on its event loop. */
    public void serves(HttpServer server) {
        servers.add(new Served(server, connections.watch(server)));
    }

    boolean draining() {
        return draining;
    }

    /** How many connections are open. */
    public int connections() {
        return connections.count();
    }

    @Override
    public void handle(RoutingContext ctx) {
        // An answer that had begun before the end was near could not say that it is the last.
        connections.use(ctx, this::draining);
        if (ctx.request().version() != HttpVersion.HTTP_2) {
            // Not before the answer: the end may be near by then.
            ctx.addHeadersEndHandler(sending -> {
                if (draining) {
                    ctx.response().headers().set("Connection", "close");
                }
            });
        }
        ctx.next();
    }

    /** Says that the end is near, and serves on: those who choose where requests go may notice first. */
    public void begin() {
        draining = true;
    }

    /** Done when no request is left, at the latest after some seconds. */
    public Future<Void> drain(int seconds) {
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
