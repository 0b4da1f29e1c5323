package io.tollgate.http;

import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
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

    /** Remembers where a request comes from. */
    public static void mark(RoutingContext ctx, Networks trustedProxies) {
        SocketAddress from = ctx.request().remoteAddress();
        if (!trustedProxies.contains(from)) {
            ctx.put(ADDRESS, address(from));
        }
    }

    /** The client of a request; the seller is known after authentication. */
    public static ClientId of(RoutingContext ctx) {
        Caller caller = Caller.ofNullable(ctx);
        return new ClientId(ctx.get(ADDRESS), caller == null ? null : caller.sellerId());
    }

    /** Work for a seller that no single request has to answer for. */
    public static ClientId ofSeller(String sellerId) {
        return new ClientId(null, sellerId);
    }

    /** The address of a peer; of IPv6, its /64 network: a client can use another address of it for each request. */
    public static String address(SocketAddress peer) {
        String address = String.valueOf(peer.hostAddress());
        int end = 0;
        for (int group = 0; group < IPV6_NETWORK_GROUPS && end >= 0; group++) {
            end = address.indexOf(':', end + 1);
        }
        return end < 0 ? address : address.substring(0, end);
    }
}
