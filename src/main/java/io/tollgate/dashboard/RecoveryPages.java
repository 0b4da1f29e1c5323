package io.tollgate.dashboard;

import io.tollgate.accounts.passkey.RecoveryCodes;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.schema.EmailAddress;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Signs people in by a recovery code. A request takes the same steps for every address, and its response does not tell
 * who is a member.
 */
record RecoveryPages(RecoveryCodes codes, SignInSteps steps) {
    static final String PATH = Dashboard.PATH + "/-/recovery";
    private static final String REJECTED = "The address and the code do not belong together, or the code was used.";

    void mount(Router router) {
        steps.get(router, PATH, ctx -> {
            show(ctx, 200, "", null);
            return Future.succeededFuture();
        });
        steps.post(router, PATH, this::signIn);
    }

    private void show(RoutingContext ctx, int status, String email, @Nullable String error) {
        RecoveryView view = new RecoveryView(PATH, steps.guard().guestProof(ctx), Dashboard.PATH, email, error);
        DashboardRenderer.send(ctx, status, "recovery", view);
    }

    private Future<?> signIn(RoutingContext ctx) {
        SubmittedForm form = steps.guard().guestForm(ctx);
        String given = Objects.requireNonNullElse(form.text("email"), "");
        String email = given.toLowerCase(Locale.ROOT);
        String code = form.text("code");
        if (EmailAddress.fault(email) != null || code == null) {
            show(ctx, 422, given, "Enter your e-mail address and a recovery code.");
            return Future.succeededFuture();
        }
        steps.limitForms(ctx);
        return codes.use(email, code, steps.guard().session(ctx), steps.client(ctx))
                .compose(signedIn -> {
                    if (signedIn == null) {
                        show(ctx, 422, given, REJECTED);
                        return Future.succeededFuture();
                    }
                    return steps.complete(ctx, signedIn, null);
                });
    }
}
