package io.tollgate;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Lets requests finish before the program stops. While it drains, the readiness probe fails, each
 * answer closes its connection, and connections without a request are closed at once: left alone,
 * idle callers would hold the program for the whole time it may take.
 *
 * <p>Since it knows what goes on over each connection, it also ends those over which no request comes.
 */
final class Drain implements Handler<RoutingContext> {
    private static final int LOOK_MILLIS = 1_000;

    private final List<Served> servers = new CopyOnWriteArrayList<>();
    private final Map<HttpConnection, Talk> talks = new ConcurrentHashMap<>();
    private volatile boolean draining;

    /** A server, its event loop, and its connections, which are looked at on that loop only. */
    private record Served(HttpServer server, Context context, Set<HttpConnection> connections) {}

    /** Watches a server that is about to listen; to be called on its event loop. */
    void serves(HttpServer server) {
        Context context = Vertx.currentContext();
        Served served = new Served(server, context, new HashSet<>());
        servers.add(served);
        server.connectionHandler(connection -> {
            served.connections().add(connection);
            talks.put(connection, new Talk());
            connection.closeHandler(closed -> {
                served.connections().remove(connection);
                talks.remove(connection);
            });
        });
        context.owner().setPeriodic(LOOK_MILLIS, look -> close(served, Talk::overdue));
    }

    boolean draining() {
        return draining;
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpConnection connection = ctx.request().connection();
        Talk talk = talks.get(connection);
        if (talk != null) {
            talk.begun();
            ctx.addEndHandler(ended -> {
                talk.ended();
                // An answer that had begun before could not say that it is the last.
                if (draining && talk.idle()) {
                    connection.close();
                }
            });
        }
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
    void begin() {
        draining = true;
    }

    /** Done when no request is left, at the latest after some seconds. */
    Future<Void> drain(int seconds) {
        draining = true;
        return Future.join(servers.stream().map(served -> end(served, seconds)).toList())
                .mapEmpty();
    }

    /** On the loop of the server: elsewhere, a connection could get its next request while it is found idle. */
    private Future<Void> end(Served served, int seconds) {
        Promise<Void> ended = Promise.promise();
        served.context().runOnContext(now -> {
            Future<Void> shut = served.server().shutdown(seconds, TimeUnit.SECONDS);
            close(served, Talk::idle);
            shut.onComplete(ended);
        });
        return ended.future();
    }

    private void close(Served served, Predicate<Talk> which) {
        for (HttpConnection connection : List.copyOf(served.connections())) {
            Talk talk = talks.get(connection);
            if (talk == null || which.test(talk)) {
                connection.close();
            }
        }
    }
}
