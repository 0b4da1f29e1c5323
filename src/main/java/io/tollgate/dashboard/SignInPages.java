package io.tollgate.dashboard;

import io.tollgate.accounts.member.DashboardSettings;
import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.accounts.member.MemberLinks;
import io.tollgate.accounts.member.MemberSessions;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.EmailAddress;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs members in by a link from an e-mail message, and out. A request takes the same steps for every address, and its
 * response does not tell who is a member.
 */
record SignInPages(
        MemberLinks links,
        MemberSessions sessions,
        MemberDevices devices,
        FormGuard guard,
        SignInLimits limits,
        DashboardSettings settings,
        Networks proxies,
        BodyReader forms) {
    static final String SIGN_OUT = Dashboard.PATH + "/-/sign-out";

    /** Receives the form that asks for a link to go on with a sensitive action. */
    static final String CONFIRM = Dashboard.PATH + "/-/confirm";

    /** The input with the page to which the link leads. */
    static final String RETURN = "return";

    private static final Pattern RETURN_PATH = Pattern.compile("/dashboard(/[A-Za-z0-9_-]+)+");
    private static final String SIGN_IN = Dashboard.PATH + "/-/sign-in";
    private static final String SENT = Dashboard.PATH + "/-/sent";
    private static final String EMAIL = "email";

    /** Answers a request. */
    private interface Page {
        Future<?> show(RoutingContext ctx);
    }

    void mount(Router router) {
        get(router, Dashboard.PATH, this::start);
        post(router, SIGN_IN, this::request);
        get(router, SENT, this::sent);
        get(router, MemberLinks.path(":token"), this::showLink);
        post(router, MemberLinks.path(":token"), this::signIn);
        post(router, SIGN_OUT, this::signOut);
        post(router, CONFIRM, this::confirm);
    }

    private static void get(Router router, String path, Page page) {
        router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(ctx -> answer(ctx, page));
    }

    private void post(Router router, String path, Page page) {
        router.post(path).handler(forms).handler(ctx -> answer(ctx, page));
    }

    private static void answer(RoutingContext ctx, Page page) {
        Future.succeededFuture()
                .<Object>compose(begun -> page.show(ctx).mapEmpty())
                .onFailure(ctx::fail);
    }

    /** Shows the pages of the person's first seller, or the form that asks for a link. */
    private Future<?> start(RoutingContext ctx) {
        return sessions.find(guard.session(ctx)).onSuccess(session -> {
            if (session == null || session.memberships().isEmpty()) {
                showEntry(ctx, 200, "", null);
            } else {
                String seller = session.memberships().get(0).sellerName();
                DashboardRenderer.redirect(ctx, DashboardRequest.path(seller, true));
            }
        });
    }

    private void showEntry(RoutingContext ctx, int status, String email, @Nullable String error) {
        SignInView view = new SignInView(SIGN_IN, guard.guestProof(ctx), email, error);
        DashboardRenderer.send(ctx, status, "signIn", view);
    }

    private Future<?> request(RoutingContext ctx) {
        SubmittedForm form = guard.guestForm(ctx);
        String given = Objects.requireNonNullElse(form.text(EMAIL), "");
        String email = given.toLowerCase(Locale.ROOT);
        if (EmailAddress.fault(email) != null) {
            showEntry(ctx, 422, given, "Enter a valid e-mail address.");
            return Future.succeededFuture();
        }
        limitForms(ctx);
        // The response is the same, so that nobody learns of requests by others.
        Future<Void> stored = limits.takeLink(email) ? links.request(email, null) : Future.succeededFuture();
        return stored.onSuccess(done -> DashboardRenderer.redirect(ctx, SENT));
    }

    private void limitForms(RoutingContext ctx) {
        String address = ClientId.behind(ctx.request(), proxies);
        if (address != null) {
            limits.takeForm(address);
        }
    }

    private Future<?> sent(RoutingContext ctx) {
        DashboardNotice view = new DashboardNotice(
                "Check your e-mail",
                "If a member has this e-mail address, a message with a link is on its way. The link can be used once"
                        + " and is valid for " + settings.linkMinutes() + " minutes.",
                Dashboard.PATH,
                "Request another link",
                null);
        DashboardRenderer.send(ctx, 200, "notice", view);
        return Future.succeededFuture();
    }

    /** Shows a button and changes nothing, because mail scanners open links. */
    private Future<?> showLink(RoutingContext ctx) {
        String token = token(ctx);
        return links.usable(token).onSuccess(email -> {
            if (email == null) {
                expired(ctx);
            } else {
                SignInLinkView view = new SignInLinkView(MemberLinks.path(token), guard.guestProof(ctx), email);
                DashboardRenderer.send(ctx, 200, "openLink", view);
            }
        });
    }

    private static String token(RoutingContext ctx) {
        return Objects.requireNonNull(ctx.pathParam("token"));
    }

    private static void expired(RoutingContext ctx) {
        DashboardNotice view = new DashboardNotice(
                "This link has expired",
                "A link can be used once, and only for some minutes.",
                Dashboard.PATH,
                "Request another link",
                null);
        DashboardRenderer.send(ctx, 410, "notice", view);
    }

    private Future<?> signIn(RoutingContext ctx) {
        SubmittedForm unused = guard.guestForm(ctx);
        limitForms(ctx);
        return links.use(token(ctx), guard.session(ctx)).compose(signedIn -> {
            if (signedIn == null) {
                expired(ctx);
                return Future.succeededFuture();
            }
            String address = ClientId.behind(ctx.request(), proxies);
            String browser = ctx.request().getHeader("User-Agent");
            return devices.record(signedIn.email(), guard.device(ctx), address, browser)
                    .onSuccess(recorded -> {
                        guard.setSession(
                                ctx,
                                signedIn.token(),
                                settings.sessionValidity().toSeconds());
                        String path = signedIn.returnPath();
                        DashboardRenderer.redirect(ctx, path == null ? Dashboard.PATH : path);
                    });
        });
    }

    /** Sends a link to the person who is signed in, which leads back to a page of the dashboard. */
    private Future<?> confirm(RoutingContext ctx) {
        return sessions.find(guard.session(ctx)).compose(session -> {
            if (session == null) {
                throw ApiError.forbidden("form_expired", "Nobody is signed in in this browser.");
            }
            String path = guard.form(ctx, session.token()).text(RETURN);
            if (path == null || !RETURN_PATH.matcher(path).matches()) {
                throw ApiError.malformed("The form cannot be read");
            }
            limitForms(ctx);
            Future<Void> stored =
                    limits.takeLink(session.email()) ? links.request(session.email(), path) : Future.succeededFuture();
            return stored.onSuccess(done -> DashboardRenderer.redirect(ctx, SENT));
        });
    }

    private Future<?> signOut(RoutingContext ctx) {
        String session = guard.session(ctx);
        if (session == null) {
            throw ApiError.forbidden("form_expired", "Nobody is signed in in this browser.");
        }
        SubmittedForm unused = guard.form(ctx, session);
        return sessions.end(session).onSuccess(done -> {
            guard.setSession(ctx, "", 0);
            DashboardRenderer.redirect(ctx, Dashboard.PATH);
        });
    }
}
