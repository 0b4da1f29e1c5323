package io.tollgate.platform.server;

import io.tollgate.platform.http.Networks;
import io.tollgate.platform.http.ReadDeadline;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of open connections in total and per address, and the time a connection may be without a request.
 *
 * <p>An idle timeout alone is not enough: a client that sends one byte of an endless request head now and then is never
 * idle.
 */
public final class Connections {
    /** Time limit for the head of the first request of a connection. */
    private static final long FIRST_HEAD_MILLIS = 10_000;

    private static final long CHECK_INTERVAL_MILLIS = 500;

    private final int max;
    private final int addressMax;
    private final long waitMillis;
    private final Networks trusted;
    private final Map<HttpConnection, ConnectionCount> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> countsByAddress = new ConcurrentHashMap<>();

    /**
     * Number of admitted connections. Incremented before the limit check, because event loops accept connections
     * concurrently.
     */
    private final AtomicInteger admitted = new AtomicInteger();

    /** The state of a connection: the number of running requests, and since when it has been idle. */
    private static final class ConnectionCount {
        final AtomicInteger requests = new AtomicInteger();
        volatile long idleSince = now();
        volatile boolean hadRequest;

        boolean isIdle() {
            return requests.get() == 0;
        }
    }

    /** The connections of one server. They are closed only on its event loop. */
    public final class WatchedConnection {
        private final Context context;
        private final Set<HttpConnection> connections = new HashSet<>();

        private WatchedConnection(Context context) {
            this.context = context;
        }

        /**
         * Returns the context of the server's event loop. On another thread, an idle connection could receive its next
         * request before it is closed.
         */
        public Context context() {
            return context;
        }

        /** Closes the idle connections. Call on the event loop of the server. */
        public void closeUnused() {
            close(ConnectionCount::isIdle);
        }

        private void close(Predicate<ConnectionCount> filter) {
            for (HttpConnection connection : List.copyOf(connections)) {
                ConnectionCount use = open.get(connection);
                if (use == null || filter.test(use)) {
                    connection.close();
                }
            }
        }
    }

    /** @param trustedProxies proxies that are exempt from the limit of connections of one address */
    public Connections(ServerLimits limits, List<String> trustedProxies) {
        this.max = limits.connectionsMax();
        this.addressMax = limits.addressConnectionsMax();
        this.waitMillis = TimeUnit.SECONDS.toMillis(limits.idleTimeoutSeconds());
        this.trusted = Networks.of(trustedProxies);
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** Returns the number of open connections. */
    public int count() {
        return open.size();
    }

    /** Tracks the connections of a server that is about to listen. Call on its event loop. */
    public WatchedConnection watch(HttpServer server) {
        WatchedConnection watched = new WatchedConnection(Vertx.currentContext());
        server.connectionHandler(connection -> {
            String address = countedAddress(connection.remoteAddress());
            if (!admit(address)) {
                release(address);
                connection.close();
                return;
            }
            Pipelining.bound(connection);
            open.put(connection, new ConnectionCount());
            watched.connections.add(connection);
            connection.closeHandler(closed -> {
                open.remove(connection);
                watched.connections.remove(connection);
                release(address);
            });
        });
        watched.context().owner().setPeriodic(CHECK_INTERVAL_MILLIS, timer -> watched.close(this::isTimedOut));
        return watched;
    }

    private boolean isTimedOut(ConnectionCount use) {
        long wait = use.hadRequest ? waitMillis : Math.min(waitMillis, FIRST_HEAD_MILLIS);
        return use.isIdle() && now() - use.idleSince > wait;
    }

    /** Returns the address that a connection counts towards, or null if {@code addressMax} does not apply to it. */
    private @Nullable String countedAddress(SocketAddress from) {
        return addressMax == 0 || trusted.contains(from) ? null : from.hostAddress();
    }

    /** Counts a connection. Returns false if a limit is exceeded. */
    private boolean admit(@Nullable String address) {
        boolean belowMax = admitted.incrementAndGet() <= max || max == 0;
        return (address == null || countsByAddress.merge(address, 1, Integer::sum) <= addressMax) && belowMax;
    }

    private void release(@Nullable String address) {
        admitted.decrementAndGet();
        if (address != null) {
            countsByAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : Integer.valueOf(count - 1));
        }
    }

    /**
     * Counts a request as running until its response ends.
     *
     * @param last whether to close the connection at that time if it has no other request
     */
    public void use(RoutingContext ctx, BooleanSupplier last) {
        HttpConnection connection = ctx.request().connection();
        ConnectionCount use = open.get(connection);
        if (use != null) {
            use.hadRequest = true;
            use.requests.incrementAndGet();
            ctx.addEndHandler(ended -> {
                use.idleSince = now() + ctx.response().bytesWritten() / ReadDeadline.BYTES_PER_MILLI;
                if (use.requests.decrementAndGet() == 0 && last.getAsBoolean()) {
                    connection.close();
                }
            });
        }
    }
}
