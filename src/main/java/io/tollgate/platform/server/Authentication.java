package io.tollgate.platform.server;

import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.ClosingResponse;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.platform.http.Networks;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.AuthenticationProvider;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.ext.web.handler.SimpleAuthenticationHandler;
import java.util.List;

/** Authenticates requests by their API key. */
public final class Authentication {
    private static final String SCHEME = "Bearer ";

    /** Bytes of a request body, approximately, that are read before a handler consumes it. */
    private static final int READ_AHEAD = 128 * 1024;

    private Authentication() {}

    /** @param trustedProxies whose clients are known by the headers that they send */
    public static AuthenticationHandler by(AuthenticationProvider provider, Networks trustedProxies) {
        return SimpleAuthenticationHandler.create().authenticate(ctx -> authenticate(ctx, provider, trustedProxies));
    }

    private static Future<User> authenticate(
            RoutingContext ctx, AuthenticationProvider provider, Networks trustedProxies) {
        List<String> headers = ctx.request().headers().getAll("Authorization");
        if (headers.size() != 1 || !headers.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Future.failedFuture(new HttpException(401));
        }
        String key = headers.get(0).substring(SCHEME.length());
        Future<User> user = provider.authenticate(new SentKey(
                key,
                ClientId.behind(ctx.request(), trustedProxies),
                ctx.request().getHeader("User-Agent")));
        return user.isComplete() ? user : withinBudget(ctx, user);
    }

    /** Accounts the body bytes that are read ahead to the memory budget while the key lookup runs. */
    private static Future<User> withinBudget(RoutingContext ctx, Future<User> user) {
        MemoryBudget.Share share = MemoryBudget.BODIES.share(ClientId.of(ctx));
        if (!share.reserve(readAhead(ctx.request()))) {
            ClosingResponse.on(ctx);
            return Future.failedFuture(new HttpException(503));
        }
        return user.onComplete(authenticated -> share.release());
    }

    private static int readAhead(HttpServerRequest request) {
        if (request.headers().contains("Transfer-Encoding")) {
            return READ_AHEAD;
        }
        String length = request.getHeader("Content-Length");
        return length == null ? 0 : (int) Math.min(READ_AHEAD, Long.parseLong(length));
    }
}
