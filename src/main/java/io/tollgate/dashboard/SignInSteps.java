package io.tollgate.dashboard;

import io.tollgate.accounts.member.DashboardSettings;
import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.accounts.member.MemberSession;
import io.tollgate.accounts.member.MemberSessions;
import io.tollgate.accounts.member.SignedIn;
import io.tollgate.accounts.passkey.ClientDetails;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What all ways to sign in have in common: limits, the form of a person who is signed in, and the cookies at the end.
 */
record SignInSteps(
        MemberSessions sessions,
        MemberDevices devices,
        FormGuard guard,
        SignInLimits limits,
        DashboardSettings settings,
        Networks proxies,
        BodyReader forms) {
    /** The input with the page to which a confirmation leads. */
    static final String RETURN = "return";

    private static final Pattern RETURN_PATH = Pattern.compile("/dashboard(/[A-Za-z0-9_-]+)+");

    /** Answers a request. */
    interface Page {
        Future<?> show(RoutingContext ctx);
    }

    /** Answers a form of a person who is signed in. */
    interface PersonForm {
        Future<?> submit(MemberSession session, SubmittedForm form);
    }

    void get(Router router, String path, Page page) {
        router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(ctx -> answer(ctx, page));
    }

    void post(Router router, String path, Page page) {
        router.post(path).handler(forms).handler(ctx -> answer(ctx, page));
    }

    private static void answer(RoutingContext ctx, Page page) {
        Future.succeededFuture()
                .<Object>compose(begun -> page.show(ctx).mapEmpty())
                .onFailure(ctx::fail);
    }

    /**
     * Reads the form of the person who is signed in.
     *
     * @return fails with 403 if nobody is signed in, or if the form does not come from a page of the session
     */
    Future<?> ofPerson(RoutingContext ctx, PersonForm form) {
        return sessions.find(guard.session(ctx)).compose(session -> {
            if (session == null) {
                throw ApiError.forbidden("form_expired", "Nobody is signed in in this browser.");
            }
            return form.submit(session, guard.form(ctx, session.token()));
        });
    }

    /**
     * Returns the page of the dashboard to which a confirmation leads.
     *
     * @throws ApiError 400 if it is not a page of the dashboard
     */
    static String returnPath(SubmittedForm form) {
        String path = form.text(RETURN);
        if (path == null || !RETURN_PATH.matcher(path).matches()) {
            throw ApiError.malformed("The form cannot be read");
        }
        return path;
    }

    /**
     * Counts a form of a network address.
     *
     * @throws ApiError 429 if the address has sent too many in an hour
     */
    void limitForms(RoutingContext ctx) {
        String address = ClientId.behind(ctx.request(), proxies);
        if (address != null) {
            limits.takeForm(address);
        }
    }

    /** Returns where a request comes from. */
    ClientDetails client(RoutingContext ctx) {
        return new ClientDetails(
                ClientId.behind(ctx.request(), proxies), ctx.request().getHeader("User-Agent"));
    }

    /**
     * Sets the cookies of a person who has signed in, and redirects.
     *
     * @param path null for the first page
     */
    Future<?> complete(RoutingContext ctx, SignedIn signedIn, @Nullable String path) {
        ClientDetails client = client(ctx);
        return devices.record(signedIn.email(), guard.device(ctx), client.address(), client.userAgent())
                .onSuccess(recorded -> {
                    guard.setSession(
                            ctx, signedIn.token(), settings.sessionValidity().toSeconds());
                    DashboardRenderer.redirect(ctx, path == null ? Dashboard.PATH : path);
                });
    }
}
