package io.tollgate;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets requests finish before the program stops. While it drains, the readiness probe fails, each
 * answer closes its connection, and connections without a request are closed at once: left alone,
 * idle callers would hold the program for the whole time it may take.
 */
final class Drain implements Handler<RoutingContext> {
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private final Map<HttpConnection, AtomicInteger> requests = new ConcurrentHashMap<>();
    private volatile boolean draining;

    /** Watches a server that is about to listen. */
    void serves(HttpServer server) {
        servers.add(server);
        server.connectionHandler(connection -> {
            requests.put(connection, new AtomicInteger());
            connection.closeHandler(closed -> requests.remove(connection));
        });
    }

    boolean draining() {
        return draining;
    }

    @Override
    public void handle(RoutingContext ctx) {
        AtomicInteger underWay = requests.get(ctx.request().connection());
        if (underWay != null) {
            underWay.incrementAndGet();
            ctx.addEndHandler(ended -> underWay.decrementAndGet());
        }
        if (draining) {
            ctx.response().headers().set("Connection", "close");
        }
        ctx.next();
    }

    /** How many connections are open. */
    int connections() {
        return requests.size();
    }

    /** Says that the end is near, and serves on: those who choose where requests go may notice first. */
    void begin() {
        draining = true;
    }

    /** Done when no request is left, at the latest after some seconds. */
    Future<Void> drain(int seconds) {
        draining = true;
        requests.forEach((connection, underWay) -> {
            if (underWay.get() == 0) {
                connection.close();
            }
        });
        return Future.join(servers.stream()
                        .map(server -> server.shutdown(seconds, TimeUnit.SECONDS))
                        .toList())
                .mapEmpty();
    }
}
