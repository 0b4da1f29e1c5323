package io.tollgate.http;

import io.vertx.core.Future;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.AuthenticationProvider;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.ext.web.handler.SimpleAuthenticationHandler;
import java.util.List;

/** Asks the provider who holds the key of a request. */
final class Authentication {
    private static final String SCHEME = "Bearer ";

    private Authentication() {}

    static AuthenticationHandler by(AuthenticationProvider provider) {
        return SimpleAuthenticationHandler.create().authenticate(ctx -> authenticate(ctx, provider));
    }

    private static Future<User> authenticate(RoutingContext ctx, AuthenticationProvider provider) {
        List<String> headers = ctx.request().headers().getAll("Authorization");
        if (headers.size() != 1 || !headers.get(0).regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Future.failedFuture(new HttpException(401));
        }
        return provider.authenticate(new TokenCredentials(headers.get(0).substring(SCHEME.length())));
    }
}
