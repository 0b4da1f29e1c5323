package io.tollgate.storefront.portal;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.platform.resource.Scope;
import io.tollgate.storefront.pages.BuyerRequest;
import io.tollgate.storefront.pages.Display;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.PortalPaths;
import io.tollgate.storefront.pages.Shell;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to the portal of a seller, in live or test mode.
 *
 * @param language the language that the address selects; null if it selects none
 */
record PortalRequest(
        RoutingContext ctx,
        Seller seller,
        boolean live,
        PortalPaths paths,
        Messages messages,
        @Nullable String language) {
    private static final String COOKIE = "tollgate_portal";
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    static PortalRequest of(RoutingContext ctx, Seller seller, boolean live) {
        Map<String, String> parameters = BuyerRequest.parameters(ctx);
        String asked = Messages.language(parameters.get("lang"));
        String language = asked == null ? Messages.language(parameters.get("locale")) : asked;
        Messages messages =
                Messages.of(language, BuyerRequest.preferredLanguage(ctx)).in(seller.zone());
        return new PortalRequest(ctx, seller, live, PortalPaths.of(seller.name(), live), messages, language);
    }

    Scope scope() {
        return new Scope(seller.id(), live);
    }

    /** Returns a path with the selected language. */
    String keep(String path) {
        return language == null ? path : path + (path.contains("?") ? "&" : "?") + "lang=" + language;
    }

    void redirect(String path) {
        ctx.response()
                .setStatusCode(303)
                .putHeader("Location", keep(path))
                .putHeader("Cache-Control", "no-store")
                .end();
    }

    /** @param path of the page, for the links to other languages */
    Shell shell(String title, String path) {
        return new Shell(
                messages,
                title,
                seller.displayName(),
                seller.logoUrl(),
                path,
                !live,
                false,
                null,
                Display.alone(seller));
    }

    /** Returns the token of the browser's session; null without one. */
    @Nullable
    String session() {
        Cookie cookie = ctx.request().getCookie(cookieName());
        return cookie != null && TOKEN.matcher(cookie.getValue()).matches() ? cookie.getValue() : null;
    }

    private String cookieName() {
        return live ? COOKIE : COOKIE + "_test";
    }

    /** @param seconds validity of the cookie; 0 deletes it */
    void setSession(String token, long seconds, boolean secure) {
        ctx.response()
                .addCookie(Cookie.cookie(cookieName(), token)
                        .setPath(paths.base())
                        .setHttpOnly(true)
                        .setSecure(secure)
                        .setSameSite(CookieSameSite.LAX)
                        .setMaxAge(seconds));
    }
}
