package io.tollgate.dashboard;

import io.tollgate.accounts.member.SignedIn;
import io.tollgate.accounts.passkey.PasskeySignIns;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Signs people in by a passkey, and confirms the sign-in of those who are signed in. A script first asks for
 * the options of the browser, and then sends the form with what the browser returns.
 *
 * @param available whether passkeys can be used at the public URL
 */
record PasskeySignInPages(PasskeySignIns signIns, SignInSteps steps, boolean available) {
    static final String SIGN_IN = Dashboard.PATH + "/-/passkey";
    static final String SIGN_IN_OPTIONS = SIGN_IN + "/options";
    static final String CONFIRM = Dashboard.PATH + "/-/confirm-passkey";
    static final String CONFIRM_OPTIONS = CONFIRM + "/options";

    void mount(Router router) {
        if (available) {
            steps.post(router, SIGN_IN_OPTIONS, this::options);
            steps.post(router, SIGN_IN, this::signIn);
            steps.post(
                    router,
                    CONFIRM_OPTIONS,
                    ctx -> steps.ofPerson(ctx, (session, form) -> {
                        steps.limitForms(ctx);
                        return signIns.optionsToConfirm(session.token(), session.email())
                                .onSuccess(options -> DashboardRenderer.sendJson(ctx, options));
                    }));
            steps.post(router, CONFIRM, this::confirm);
        }
    }

    private Future<?> options(RoutingContext ctx) {
        SubmittedForm unused = steps.guard().guestForm(ctx);
        steps.limitForms(ctx);
        return signIns.options(guest(ctx)).onSuccess(options -> DashboardRenderer.sendJson(ctx, options));
    }

    private String guest(RoutingContext ctx) {
        return Objects.requireNonNull(steps.guard().guest(ctx));
    }

    private Future<?> signIn(RoutingContext ctx) {
        SubmittedForm form = steps.guard().guestForm(ctx);
        steps.limitForms(ctx);
        return signIns.signIn(guest(ctx), steps.guard().session(ctx), PasskeyForm.answer(form), steps.client(ctx))
                .compose(signedIn -> complete(ctx, signedIn, null));
    }

    private Future<?> confirm(RoutingContext ctx) {
        return steps.ofPerson(ctx, (session, form) -> {
            String path = SignInSteps.returnPath(form);
            steps.limitForms(ctx);
            return signIns.confirm(session.token(), session.email(), PasskeyForm.answer(form), steps.client(ctx))
                    .compose(signedIn -> complete(ctx, signedIn, path));
        });
    }

    /** The message is the same whatever was wrong, so that nobody learns which passkeys exist. */
    private Future<?> complete(RoutingContext ctx, @Nullable SignedIn signedIn, @Nullable String path) {
        if (signedIn == null) {
            throw ApiError.unprocessable(
                    "passkey_rejected", "This passkey was not accepted. Try again, or sign in by a link.");
        }
        return steps.complete(ctx, signedIn, path);
    }
}
