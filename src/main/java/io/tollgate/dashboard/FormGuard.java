package io.tollgate.dashboard;

import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.JsonBody;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.platform.secret.LinkSigner;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of the dashboard, and the proof that a form comes from one of its pages in the same browser. A form
 * carries a signature of the cookie: that of the session, or of a guest before there is one. Browsers send the origin
 * of a form, too.
 *
 * @param secure whether members reach Tollgate over https, so that cookies need it
 */
record FormGuard(LinkSigner signer, boolean secure) {
    /** The input of a form that carries its proof. */
    static final String INPUT = "csrf";

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    /** Returns the name of the session cookie. The prefix forbids other hosts and plain http to set it. */
    static String sessionCookie(boolean secure) {
        return secure ? "__Host-tollgate" : "tollgate_dashboard";
    }

    private String guestCookie() {
        return secure ? "__Host-tollgate-guest" : "tollgate_guest";
    }

    /** Returns the token of the browser's session; null without one. */
    @Nullable
    String session(RoutingContext ctx) {
        return value(ctx, sessionCookie(secure));
    }

    private static @Nullable String value(RoutingContext ctx, String name) {
        Cookie cookie = ctx.request().getCookie(name);
        return cookie != null && TOKEN.matcher(cookie.getValue()).matches() ? cookie.getValue() : null;
    }

    private String deviceCookie() {
        return secure ? "__Host-tollgate-device" : "tollgate_device";
    }

    /** Returns the token that names the browser, and sets its cookie for another period. */
    String device(RoutingContext ctx) {
        String known = value(ctx, deviceCookie());
        String device = known == null ? HashedTokens.random() : known;
        ctx.response().addCookie(cookie(deviceCookie(), device).setMaxAge(MemberDevices.KEPT.toSeconds()));
        return device;
    }

    /** @param seconds validity of the cookie; 0 deletes it */
    void setSession(RoutingContext ctx, String token, long seconds) {
        ctx.response().addCookie(cookie(sessionCookie(secure), token).setMaxAge(seconds));
    }

    private Cookie cookie(String name, String value) {
        return Cookie.cookie(name, value)
                .setPath("/")
                .setHttpOnly(true)
                .setSecure(secure)
                .setSameSite(CookieSameSite.LAX);
    }

    /** Returns the proof for the forms of a page that nobody needs to sign in for. Sets the cookie of a guest. */
    String guestProof(RoutingContext ctx) {
        String guest = guest(ctx);
        if (guest == null) {
            guest = HashedTokens.random();
            ctx.response().addCookie(cookie(guestCookie(), guest));
        }
        return signer.sign(text("guest", guest));
    }

    /** Returns the token of a browser in which nobody needs to be signed in; null if it has seen no form yet. */
    @Nullable
    String guest(RoutingContext ctx) {
        return value(ctx, guestCookie());
    }

    /** Returns the proof for the forms of a session. */
    String proof(String session) {
        return signer.sign(text("session", session));
    }

    private static String text(String kind, String token) {
        return "dashboard form\n" + kind + "\n" + token;
    }

    /**
     * Returns the form of a guest.
     *
     * @throws ApiError 403 if it does not come from a page of the dashboard in the same browser
     */
    SubmittedForm guestForm(RoutingContext ctx) {
        return form(ctx, "guest", guest(ctx));
    }

    /**
     * Returns the form of a session.
     *
     * @throws ApiError 403 if it does not come from a page of the dashboard in the same session
     */
    SubmittedForm form(RoutingContext ctx, String session) {
        return form(ctx, "session", session);
    }

    /**
     * Returns the form of a session that has a file, whose hash is the value of its input.
     *
     * @throws ApiError 403 if it does not come from a page of the dashboard in the same session
     */
    SubmittedForm uploadForm(RoutingContext ctx, String session) {
        Map<String, List<String>> values = new HashMap<>();
        JsonBody.parse(BodyReader.of(ctx)).properties().forEach(member -> {
            if (member.getValue().isTextual()) {
                values.put(member.getKey(), List.of(member.getValue().textValue()));
            }
        });
        return checked(ctx, SubmittedForm.of(values), "session", session);
    }

    private SubmittedForm form(RoutingContext ctx, String kind, @Nullable String token) {
        return checked(ctx, SubmittedForm.of(BodyReader.of(ctx)), kind, token);
    }

    private SubmittedForm checked(RoutingContext ctx, SubmittedForm form, String kind, @Nullable String token) {
        String proof = Objects.requireNonNullElse(form.text(INPUT), "");
        if (token == null || !signer.isValid(text(kind, token), proof) || !isOwn(ctx.request())) {
            throw ApiError.forbidden("form_expired", "This form has expired. Load the page again.");
        }
        return form;
    }

    /** Returns whether a form comes from this host. Browsers send the origin with every form. */
    private static boolean isOwn(HttpServerRequest request) {
        String origin = request.getHeader("Origin");
        try {
            return origin != null
                    && String.valueOf(URI.create(origin).getRawAuthority()).equalsIgnoreCase(request.getHeader("Host"));
        } catch (IllegalArgumentException invalid) {
            return false;
        }
    }
}
