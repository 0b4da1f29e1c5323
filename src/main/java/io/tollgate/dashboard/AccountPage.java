package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A member's own account with a seller: passkeys, sessions, and an offer of the ownership. */
record AccountPage(
        DashboardApi api,
        FormGuard guard,
        Sellers sellers,
        Clock clock,
        Confirmation confirmation,
        PasskeyPages passkeys) {
    private static final String TEMPLATE = "account";

    Future<?> show(DashboardRequest open) {
        return read(open)
                .compose(sessions -> sellers.seller(open.membership().sellerId())
                        .compose(seller -> {
                            ValueFormat format = new ValueFormat(seller.zone());
                            return passkeys.view(open, format)
                                    .onSuccess(ways -> DashboardRenderer.send(
                                            open.ctx(), 200, TEMPLATE, view(open, sessions, ways, format)));
                        }));
    }

    private Future<List<JsonNode>> read(DashboardRequest open) {
        return new SessionList(api).read(open, open.membership().memberId());
    }

    private static String path(DashboardRequest open) {
        return RecordList.MEMBERS.path() + "/" + open.membership().memberId();
    }

    private AccountView view(DashboardRequest open, List<JsonNode> sessions, SignInWaysView ways, ValueFormat format) {
        Instant offered = open.membership().offeredUntil();
        String own = open.path(Section.SESSIONS);
        return new AccountView(
                Frame.of(open, guard, Section.SESSIONS, Section.SESSIONS.label()),
                done(open),
                own,
                offered != null && offered.isAfter(clock.now()),
                SessionList.shown(open, sessions, own, format),
                ways);
    }

    private static @Nullable String done(DashboardRequest open) {
        String done = PasskeyPages.done(open);
        return done == null
                ? Action.done(RecordList.MEMBERS, open.ctx().request().getParam("done"))
                : done;
    }

    /** Ends one session. */
    Future<?> end(DashboardRequest open, SubmittedForm form) {
        return end(open, open.ctx().pathParam("id")).onSuccess(ended -> back(open));
    }

    /** Ends all sessions but that of the request. */
    Future<?> endOthers(DashboardRequest open, SubmittedForm form) {
        return read(open)
                .compose(sessions -> {
                    Future<?> ended = Future.succeededFuture();
                    for (JsonNode session : sessions) {
                        if (!SessionList.isOfRequest(open, session)) {
                            ended = ended.compose(former -> end(open, SessionList.id(session)));
                        }
                    }
                    return ended;
                })
                .onSuccess(ended -> back(open));
    }

    private Future<?> end(DashboardRequest open, @Nullable String session) {
        return new SessionList(api).end(open, open.membership().memberId(), session);
    }

    private static void back(DashboardRequest open) {
        DashboardRenderer.redirect(open.ctx(), open.path(Section.SESSIONS));
    }

    /** Shows what an acceptance would change, or accepts the ownership. */
    Future<?> accept(DashboardRequest open, SubmittedForm form) {
        if (!confirmation.isRecent(open)) {
            confirmation.show(open, Section.SESSIONS, open.path(Section.SESSIONS));
            return Future.succeededFuture();
        }
        boolean confirmed = "confirm".equals(form.text("step"));
        String target = path(open) + "/ownership-offer/accept" + (confirmed ? "" : "?dryRun=true");
        return api.write(open, HttpMethod.POST, target, null, null).onSuccess(answer -> {
            if (confirmed) {
                back(open);
                return;
            }
            String own = open.path(Section.SESSIONS);
            DashboardRenderer.send(
                    open.ctx(),
                    200,
                    "action",
                    new ActionView(
                            Frame.of(open, guard, Section.SESSIONS, "Accept the ownership"),
                            "Accept the ownership",
                            Section.SESSIONS.label(),
                            own,
                            own + "/accept",
                            "",
                            true,
                            List.of(),
                            List.of(
                                    new ActionView.Change(
                                            "Your role",
                                            open.membership().role().label(),
                                            "Owner"),
                                    new ActionView.Change("Role of the owner", "Owner", "Manager")),
                            List.of()));
        });
    }
}
