package io.tollgate.server;

import io.tollgate.http.Networks;
import io.tollgate.http.ReadDeadline;
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
 * Bounds what connections cost beside their requests: how many there are, how many one address has, and how long each
 * may be without a request. A byte now and then keeps a connection from being silent, so a limit of
 * silence alone would let whoever sends heads that never end keep connections for ever.
 */
public final class Connections {
    /** For the head of the first request; whoever connects has something to say. */
    private static final long FIRST_HEAD_MILLIS = 10_000;

    private static final long LOOK_MILLIS = 500;

    private final int max;
    private final int addressMax;
    private final long waitMillis;
    private final Networks trusted;
    private final Map<HttpConnection, Use> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> ofAddress = new ConcurrentHashMap<>();

    /** Taken before it is looked whether there are too many: event loops take connections at once. */
    private final AtomicInteger all = new AtomicInteger();

    /** How a connection is used: its requests under way, and since when it is waited for the next. */
    private static final class Use {
        final AtomicInteger requests = new AtomicInteger();
        volatile long waitingFrom = now();
        volatile boolean asked;

        boolean isIdle() {
            return requests.get() == 0;
        }
    }

    /** The connections of one server, which are closed on its event loop only. */
    public final class Watched {
        private final Context context;
        private final Set<HttpConnection> own = new HashSet<>();

        private Watched(Context context) {
            this.context = context;
        }

        /** On the event loop of the server: elsewhere, one found idle could get its next request meanwhile. */
        public Context context() {
            return context;
        }

        /** Closes those that have no request under way. To be called on the event loop. */
        public void closeUnused() {
            close(Use::isIdle);
        }

        private void close(Predicate<Use> which) {
            for (HttpConnection connection : List.copyOf(own)) {
                Use use = open.get(connection);
                if (use == null || which.test(use)) {
                    connection.close();
                }
            }
        }
    }

    /**
     * @param max connections of all addresses, 0 for any number
     * @param addressMax connections of one address, 0 for any number
     * @param waitSeconds for the whole head of a request
     * @param trustedProxies have as many connections as they want
     */
    public Connections(int max, int addressMax, int waitSeconds, List<String> trustedProxies) {
        this.max = max;
        this.addressMax = addressMax;
        this.waitMillis = TimeUnit.SECONDS.toMillis(waitSeconds);
        this.trusted = Networks.of(trustedProxies);
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** How many are open. */
    public int count() {
        return open.size();
    }

    /** Watches the connections of a server that is about to listen; to be called on its event loop. */
    public Watched watch(HttpServer server) {
        Watched watched = new Watched(Vertx.currentContext());
        server.connectionHandler(connection -> {
            String address = counted(connection.remoteAddress());
            if (!join(address)) {
                leave(address);
                connection.close();
                return;
            }
            Pipelining.bound(connection);
            open.put(connection, new Use());
            watched.own.add(connection);
            connection.closeHandler(closed -> {
                open.remove(connection);
                watched.own.remove(connection);
                leave(address);
            });
        });
        watched.context().owner().setPeriodic(LOOK_MILLIS, look -> watched.close(this::isLate));
        return watched;
    }

    private boolean isLate(Use use) {
        long wait = use.asked ? waitMillis : Math.min(waitMillis, FIRST_HEAD_MILLIS);
        return use.isIdle() && now() - use.waitingFrom > wait;
    }

    /** The address to count a connection under, or null where it is not counted. */
    private @Nullable String counted(SocketAddress from) {
        return addressMax == 0 || trusted.contains(from) ? null : from.hostAddress();
    }

    /** Counts one more; false where that is too many. */
    private boolean join(@Nullable String address) {
        boolean room = all.incrementAndGet() <= max || max == 0;
        return (address == null || ofAddress.merge(address, 1, Integer::sum) <= addressMax) && room;
    }

    private void leave(@Nullable String address) {
        all.decrementAndGet();
        if (address != null) {
            ofAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : Integer.valueOf(count - 1));
        }
    }

    /**
     * Counts a request as under way until its answer ends.
     *
     * @param last whether the connection is to be closed then, if it has no other request
     */
    public void use(RoutingContext ctx, BooleanSupplier last) {
        HttpConnection connection = ctx.request().connection();
        Use use = open.get(connection);
        if (use != null) {
            use.asked = true;
            use.requests.incrementAndGet();
            ctx.addEndHandler(ended -> {
                use.waitingFrom = now() + ctx.response().bytesWritten() / ReadDeadline.BYTES_PER_MILLI;
                if (use.requests.decrementAndGet() == 0 && last.getAsBoolean()) {
                    connection.close();
                }
            });
        }
    }
}
