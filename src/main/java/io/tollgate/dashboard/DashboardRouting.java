package io.tollgate.dashboard;

import io.tollgate.accounts.member.MemberSession;
import io.tollgate.accounts.member.MemberSessions;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.server.RateLimitSettings;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Opens requests of members: the session, the seller and the mode of the path, and the scope of the section. To those
 * who are no member of a seller, its pages do not exist.
 *
 * @param forms reads the forms of all pages
 */
record DashboardRouting(
        MemberSessions sessions, FormGuard guard, BodyReader forms, RateLimitSettings rates, Networks proxies) {
    /** Answers a request of a member. */
    interface Page {
        Future<?> show(DashboardRequest open);
    }

    /** Answers a form of a member. */
    interface Form {
        Future<?> submit(DashboardRequest open, SubmittedForm form);
    }

    /** Returns this routing with another reader of forms. */
    DashboardRouting reading(BodyReader other) {
        return new DashboardRouting(sessions, guard, other, rates, proxies);
    }

    /**
     * Mounts a page of a section, in both modes.
     *
     * @param below the rest of the path, in the syntax of the router; empty for the section itself
     */
    void get(Router router, Section section, String below, Page page) {
        for (boolean live : new boolean[] {true, false}) {
            router.route(path(section, live, below))
                    .method(HttpMethod.GET)
                    .method(HttpMethod.HEAD)
                    .handler(ctx -> answer(ctx, section, live, page));
        }
    }

    /** Mounts the form of a page of a section, in both modes. */
    void post(Router router, Section section, String below, Form form) {
        for (boolean live : new boolean[] {true, false}) {
            router.post(path(section, live, below))
                    .handler(forms)
                    .handler(ctx -> answer(
                            ctx,
                            section,
                            live,
                            open -> form.submit(
                                    open, guard.form(ctx, open.session().token()))));
        }
    }

    /**
     * Mounts a form with a file.
     *
     * @param check of a request, before its file is read
     * @param reader of the form
     */
    void upload(Router router, Section section, String below, Page check, Handler<RoutingContext> reader, Form form) {
        for (boolean live : new boolean[] {true, false}) {
            router.post(path(section, live, below))
                    .handler(ctx -> checkFirst(ctx, section, live, check))
                    .handler(reader)
                    .handler(ctx -> answer(
                            ctx,
                            section,
                            live,
                            open -> form.submit(
                                    open, guard.uploadForm(ctx, open.session().token()))));
        }
    }

    /** Closes the connection if the file is not read. */
    private void checkFirst(RoutingContext ctx, Section section, boolean live, Page check) {
        ctx.request().pause();
        session(ctx)
                .compose(session -> {
                    if (session == null) {
                        ctx.response().putHeader("Connection", "close");
                        DashboardRenderer.redirect(ctx, Dashboard.PATH);
                        return Future.succeededFuture();
                    }
                    return check.show(open(ctx, session, section, live)).map(checked -> {
                        ctx.next();
                        return null;
                    });
                })
                .onFailure(failure -> {
                    ctx.response().putHeader("Connection", "close");
                    ctx.fail(failure);
                });
    }

    private static String path(Section section, boolean live, String below) {
        return DashboardRequest.path(":seller", live) + section.path() + below;
    }

    private void answer(RoutingContext ctx, Section section, boolean live, Page page) {
        session(ctx)
                .<Void>compose(session -> {
                    if (session == null) {
                        DashboardRenderer.redirect(ctx, Dashboard.PATH);
                        return Future.succeededFuture();
                    }
                    DashboardRequest open = open(ctx, session, section, live);
                    return visit(open).compose(recorded -> page.show(open)).mapEmpty();
                })
                .onFailure(ctx::fail);
    }

    private DashboardRequest open(RoutingContext ctx, MemberSession session, Section section, boolean live) {
        String seller = Objects.requireNonNull(ctx.pathParam("seller"));
        DashboardRequest open = session.of(seller)
                .map(membership -> DashboardRequest.of(ctx, session, membership, live, rates))
                .orElseThrow(() -> ApiError.notFound("Page"));
        String scope = section.scope();
        if (scope != null) {
            open.caller().require(scope);
        }
        if (!section.isOpenTo(open)) {
            throw ApiError.forbidden("page_restricted", "You see only some pages of this account.");
        }
        return open;
    }

    private Future<Void> visit(DashboardRequest open) {
        return sessions.visit(
                open.session(),
                open.membership(),
                ClientId.behind(open.ctx().request(), proxies),
                open.ctx().request().getHeader("User-Agent"));
    }

    /** Returns the session of a browser; null if nobody is signed in. */
    Future<@Nullable MemberSession> session(RoutingContext ctx) {
        return sessions.find(guard.session(ctx));
    }
}
