package io.tollgate.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what connections cost beside their requests: how many one address has, and how long each
 * may be without a request. A byte now and then keeps a connection from being silent, so a limit of
 * silence alone would let whoever sends heads that never end keep connections for ever.
 */
public final class Connections {
    /** Who reads an answer at this rate or faster is not cut off while reading. */
    private static final long BYTES_A_MILLI = 16;

    private final int addressMax;
    private final long waitMillis;
    private final Networks trusted;
    private final Map<HttpConnection, Use> open = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> ofAddress = new ConcurrentHashMap<>();

    /** How a connection is used: its requests under way, and since when it is waited for the next. */
    private static final class Use {
        final AtomicInteger requests = new AtomicInteger();
        volatile long waitingFrom = now();
    }

    /**
     * @param addressMax connections of one address, 0 for any number
     * @param waitSeconds for the whole head of a request
     * @param trustedProxies have as many connections as they want
     */
    public Connections(int addressMax, int waitSeconds, List<String> trustedProxies) {
        this.addressMax = addressMax;
        this.waitMillis = TimeUnit.SECONDS.toMillis(waitSeconds);
        this.trusted = Networks.of(trustedProxies);
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** Watches the connections of a server that is about to listen. */
    public void watch(HttpServer server) {
        server.connectionHandler(connection -> {
            String address = counted(connection.remoteAddress());
            if (address != null && join(address) > addressMax) {
                leave(address);
                connection.close();
                return;
            }
            open.put(connection, new Use());
            connection.closeHandler(closed -> {
                open.remove(connection);
                if (address != null) {
                    leave(address);
                }
            });
        });
    }

    /** The address to count a connection under, or null where it is not counted. */
    private @Nullable String counted(SocketAddress from) {
        return addressMax == 0 || trusted.contains(from) ? null : from.hostAddress();
    }

    private int join(String address) {
        return ofAddress
                .compute(address, (key, count) -> {
                    AtomicInteger counted = count == null ? new AtomicInteger() : count;
                    counted.incrementAndGet();
                    return counted;
                })
                .get();
    }

    private void leave(String address) {
        ofAddress.computeIfPresent(address, (key, count) -> count.decrementAndGet() == 0 ? null : count);
    }

    /** Counts a request as under way until its answer ends. */
    public void use(RoutingContext ctx) {
        Use use = open.get(ctx.request().connection());
        if (use != null) {
            use.requests.incrementAndGet();
            ctx.addEndHandler(ended -> {
                use.waitingFrom = now() + ctx.response().bytesWritten() / BYTES_A_MILLI;
                use.requests.decrementAndGet();
            });
        }
    }

    /** Closes those that have been without a request for too long. */
    public void closeLate() {
        long now = now();
        open.forEach((connection, use) -> {
            if (use.requests.get() == 0 && now - use.waitingFrom > waitMillis) {
                connection.close();
            }
        });
    }

    /** Closes those that have no request under way. */
    public void closeUnused() {
        open.forEach((connection, use) -> {
            if (use.requests.get() == 0) {
                connection.close();
            }
        });
    }
}
