package io.tollgate.dashboard;

import io.tollgate.accounts.member.MemberLinks;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.EmailAddress;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Signs members in by a link from an e-mail message, and out. A request takes the same steps for every address, and its
 * response does not tell who is a member.
 *
 * @param passkeys whether the page offers to sign in by a passkey
 */
record SignInPages(MemberLinks links, SignInSteps steps, boolean passkeys) {
    static final String SIGN_OUT = Dashboard.PATH + "/-/sign-out";

    /** Receives the form that asks for a link to go on with a sensitive action. */
    static final String CONFIRM = Dashboard.PATH + "/-/confirm";

    private static final String SIGN_IN = Dashboard.PATH + "/-/sign-in";
    private static final String SENT = Dashboard.PATH + "/-/sent";
    private static final String EMAIL = "email";

    void mount(Router router) {
        steps.get(router, Dashboard.PATH, this::start);
        steps.post(router, SIGN_IN, this::request);
        steps.get(router, SENT, this::sent);
        steps.get(router, MemberLinks.path(":token"), this::showLink);
        steps.post(router, MemberLinks.path(":token"), this::signIn);
        steps.post(router, SIGN_OUT, this::signOut);
        steps.post(router, CONFIRM, this::confirm);
    }

    private FormGuard guard() {
        return steps.guard();
    }

    /** Shows the pages of the person's first seller, or the form that asks for a link. */
    private Future<?> start(RoutingContext ctx) {
        return steps.sessions().find(guard().session(ctx)).onSuccess(session -> {
            if (session == null || session.memberships().isEmpty()) {
                showEntry(ctx, 200, "", null);
            } else {
                String seller = session.memberships().get(0).sellerName();
                DashboardRenderer.redirect(ctx, DashboardRequest.path(seller, true));
            }
        });
    }

    private void showEntry(RoutingContext ctx, int status, String email, @Nullable String error) {
        SignInView view = new SignInView(
                SIGN_IN,
                guard().guestProof(ctx),
                email,
                error,
                passkeys ? PasskeySignInPages.SIGN_IN : null,
                PasskeySignInPages.SIGN_IN_OPTIONS,
                RecoveryPages.PATH);
        DashboardRenderer.send(ctx, status, "signIn", view);
    }

    private Future<?> request(RoutingContext ctx) {
        SubmittedForm form = guard().guestForm(ctx);
        String given = Objects.requireNonNullElse(form.text(EMAIL), "");
        String email = given.toLowerCase(Locale.ROOT);
        if (EmailAddress.fault(email) != null) {
            showEntry(ctx, 422, given, "Enter a valid e-mail address.");
            return Future.succeededFuture();
        }
        steps.limitForms(ctx);
        // The response is the same, so that nobody learns of requests by others.
        Future<Void> stored = steps.limits().takeLink(email) ? links.request(email, null) : Future.succeededFuture();
        return stored.onSuccess(done -> DashboardRenderer.redirect(ctx, SENT));
    }

    private Future<?> sent(RoutingContext ctx) {
        DashboardNotice view = new DashboardNotice(
                "Check your e-mail",
                "If a member has this e-mail address, a message with a link is on its way. The link can be used once"
                        + " and is valid for " + steps.settings().linkMinutes() + " minutes.",
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
                SignInLinkView view = new SignInLinkView(MemberLinks.path(token), guard().guestProof(ctx), email);
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
        SubmittedForm unused = guard().guestForm(ctx);
        steps.limitForms(ctx);
        return links.use(token(ctx), guard().session(ctx)).compose(signedIn -> {
            if (signedIn == null) {
                expired(ctx);
                return Future.succeededFuture();
            }
            return steps.complete(ctx, signedIn, signedIn.returnPath());
        });
    }

    /** Sends a link to the person who is signed in, which leads back to a page of the dashboard. */
    private Future<?> confirm(RoutingContext ctx) {
        return steps.ofPerson(ctx, (session, form) -> {
            String path = SignInSteps.returnPath(form);
            steps.limitForms(ctx);
            Future<Void> stored = steps.limits().takeLink(session.email())
                    ? links.request(session.email(), path)
                    : Future.succeededFuture();
            return stored.onSuccess(done -> DashboardRenderer.redirect(ctx, SENT));
        });
    }

    private Future<?> signOut(RoutingContext ctx) {
        String session = guard().session(ctx);
        if (session == null) {
            throw ApiError.forbidden("form_expired", "Nobody is signed in in this browser.");
        }
        SubmittedForm unused = guard().form(ctx, session);
        return steps.sessions().end(session).onSuccess(done -> {
            guard().setSession(ctx, "", 0);
            DashboardRenderer.redirect(ctx, Dashboard.PATH);
        });
    }
}
