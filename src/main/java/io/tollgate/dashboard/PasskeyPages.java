package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.accounts.passkey.Passkey;
import io.tollgate.accounts.passkey.Passkeys;
import io.tollgate.accounts.passkey.PersonSecurity;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.dashboard.SignInWaysView.PasskeyItem;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.resource.FilterValues;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The passkeys and recovery codes on the page of a member's own account. All but renaming need a recent sign-in. */
record PasskeyPages(PersonSecurity security, SignInSteps steps, Confirmation confirmation) {
    private static final String PASSKEYS = "/passkeys";
    private static final String CODES = "/recovery-codes";
    private static final String NAME_DEFAULT = "Passkey";
    private static final Map<String, String> DONE = Map.of(
            "added", "The passkey was added.",
            "renamed", "The passkey was renamed.",
            "removed", "The passkey was removed.");

    void mount(Router router, DashboardRouting routing) {
        routing.post(router, Section.SESSIONS, PASSKEYS, this::add);
        routing.post(router, Section.SESSIONS, PASSKEYS + "/options", this::options);
        routing.post(router, Section.SESSIONS, PASSKEYS + "/:id/rename", this::rename);
        routing.post(router, Section.SESSIONS, PASSKEYS + "/:id/remove", this::remove);
        routing.post(router, Section.SESSIONS, CODES, this::createCodes);
    }

    /** Returns what the page shows. */
    Future<SignInWaysView> view(DashboardRequest open, ValueFormat format) {
        String email = open.session().email();
        String own = open.path(Section.SESSIONS);
        return security.passkeys()
                .list(email)
                .compose(all -> security.codes()
                        .remaining(email)
                        .map(left -> new SignInWaysView(
                                security.available(),
                                own + PASSKEYS,
                                all.stream().map(one -> item(one, own, format)).toList(),
                                all.size() >= Passkeys.MAX,
                                Passkeys.MAX,
                                Passkeys.NAME_MAX,
                                own + CODES,
                                left)));
    }

    private static PasskeyItem item(Passkey passkey, String own, ValueFormat format) {
        Instant used = passkey.usedAt();
        return new PasskeyItem(
                passkey.id(),
                passkey.name(),
                own + PASSKEYS + "/" + passkey.id(),
                time(passkey.createdAt(), format),
                used == null ? null : time(used, format),
                passkey.blocked());
    }

    private static Cell time(Instant at, ValueFormat format) {
        return format.cell(Format.TIME, TextNode.valueOf(Times.text(at)), MissingNode.getInstance());
    }

    /** Returns what a form of this page has done; null without one. */
    static @Nullable String done(DashboardRequest open) {
        return DONE.get(Objects.requireNonNullElse(open.ctx().request().getParam("done"), ""));
    }

    private Future<?> options(DashboardRequest open, SubmittedForm form) {
        return recent(open, () -> {
            requireAvailable();
            steps.limitForms(open.ctx());
            return security.passkeys()
                    .options(open.session().token(), open.session().email())
                    .onSuccess(options -> DashboardRenderer.sendJson(open.ctx(), options));
        });
    }

    private void requireAvailable() {
        if (!security.available()) {
            throw ApiError.notFound("Page");
        }
    }

    private Future<?> recent(DashboardRequest open, Supplier<Future<?>> action) {
        if (confirmation.isRecent(open)) {
            return action.get();
        }
        confirmation.show(open, Section.SESSIONS, open.path(Section.SESSIONS));
        return Future.succeededFuture();
    }

    private Future<?> add(DashboardRequest open, SubmittedForm form) {
        return recent(open, () -> {
            requireAvailable();
            steps.limitForms(open.ctx());
            return security.passkeys()
                    .add(
                            open.session().token(),
                            open.session().email(),
                            name(form),
                            PasskeyForm.answer(form),
                            steps.client(open.ctx()))
                    .onSuccess(added -> back(open, "added"));
        });
    }

    private static String name(SubmittedForm form) {
        String name = Objects.requireNonNullElse(form.text("name"), NAME_DEFAULT);
        if (name.codePointCount(0, name.length()) > Passkeys.NAME_MAX) {
            throw ApiError.unprocessable(
                    "name_too_long", "A name can be at most " + Passkeys.NAME_MAX + " characters long.");
        }
        return name;
    }

    private Future<?> rename(DashboardRequest open, SubmittedForm form) {
        return security.passkeys()
                .rename(open.session().email(), id(open), name(form))
                .onSuccess(renamed -> back(open, "renamed"));
    }

    private Future<?> remove(DashboardRequest open, SubmittedForm form) {
        String id = id(open);
        return recent(
                open,
                () -> security.passkeys()
                        .remove(open.session().email(), id, steps.client(open.ctx()))
                        .onSuccess(removed -> back(open, "removed")));
    }

    private static String id(DashboardRequest open) {
        String id = open.ctx().pathParam("id");
        if (id == null || !FilterValues.isId(id)) {
            throw ApiError.notFound("Passkey");
        }
        return id;
    }

    private static void back(DashboardRequest open, String done) {
        DashboardRenderer.redirect(open.ctx(), open.path(Section.SESSIONS) + "?done=" + done);
    }

    private Future<?> createCodes(DashboardRequest open, SubmittedForm form) {
        return recent(open, () -> {
            steps.limitForms(open.ctx());
            return security.codes()
                    .create(open.session().email(), steps.client(open.ctx()))
                    .onSuccess(codes -> show(open, codes));
        });
    }

    private void show(DashboardRequest open, List<String> codes) {
        RecoveryCodesView view = new RecoveryCodesView(
                Frame.of(open, steps.guard(), Section.SESSIONS, "Recovery codes"), codes, open.path(Section.SESSIONS));
        DashboardRenderer.send(open.ctx(), 200, "recoveryCodes", view);
    }
}
