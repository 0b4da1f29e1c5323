package io.tollgate.platform.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The client that a request's memory is accounted to.
 *
 * @param address null for work without a request, and for requests of a trusted proxy, which come from many clients
 * @param sellerId null without a valid key
 */
public record ClientId(@Nullable String address, @Nullable String sellerId) {
    private static final String ADDRESS = "clientAddress";

    private static final int IPV6_NETWORK_GROUPS = 4;

    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern HOP = Pattern.compile("[0-9a-fA-F.:]{2,45}");

    /** Stores the client address of a request, unless a trusted proxy sent it. */
    public static void mark(RoutingContext ctx, Networks trustedProxies) {
        SocketAddress from = ctx.request().remoteAddress();
        if (!trustedProxies.contains(from)) {
            ctx.put(ADDRESS, address(from));
        }
    }

    /** Returns the client of a request. The seller is known after authentication. */
    public static ClientId of(RoutingContext ctx) {
        Caller caller = Caller.ofNullable(ctx);
        return new ClientId(ctx.get(ADDRESS), caller == null ? null : caller.sellerId());
    }

    /** Returns the client for work on behalf of a seller that belongs to no single request. */
    public static ClientId ofSeller(String sellerId) {
        return new ClientId(null, sellerId);
    }

    /**
     * Returns the address of the client that sent a request, also through trusted proxies; null if a proxy does not
     * send it.
     */
    public static @Nullable String behind(HttpServerRequest request, Networks trustedProxies) {
        SocketAddress peer = request.remoteAddress();
        if (!trustedProxies.contains(peer)) {
            return address(peer);
        }
        List<String> forwarded = request.headers().getAll("X-Forwarded-For").stream()
                .flatMap(line -> COMMA.splitAsStream(line))
                .map(String::strip)
                .toList();
        for (int i = forwarded.size() - 1; i >= 0; i--) {
            String text = forwarded.get(i);
            if (!HOP.matcher(text).matches()) {
                return null;
            }
            SocketAddress hop = SocketAddress.inetSocketAddress(0, text);
            if (!trustedProxies.contains(hop)) {
                return address(hop);
            }
        }
        return null;
    }

    /**
     * Returns the address of a peer. For IPv6 it is the /64 network, because a client can use another address of it for
     * each request.
     */
    public static String address(SocketAddress peer) {
        String address = String.valueOf(peer.hostAddress());
        int end = 0;
        for (int group = 0; group < IPV6_NETWORK_GROUPS && end >= 0; group++) {
            end = address.indexOf(':', end + 1);
        }
        return end < 0 ? address : address.substring(0, end);
    }
}
