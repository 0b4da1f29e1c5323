package io.tollgate.storefront.pages;

import io.tollgate.platform.api.Deadline;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.sales.checkout.AgentCarts;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The interface of buying agents: the profile and the checkout capability of the Universal Commerce Protocol over REST.
 * Anyone can call it, as anyone can open the pages.
 */
record UcpRoutes(UcpSessions sessions, UcpDocuments documents, BuyerRateLimit rateLimit, BuyerRequest request) {
    private static final String PROFILE = "/.well-known/ucp";
    private static final String SESSIONS = UcpDocuments.PATH + "/checkout-sessions";
    private static final String SESSION = SESSIONS + "/:session";
    private static final int BYTES_MAX = 64 * 1024;

    static UcpRoutes of(Storefront.Parts parts, CartLinks links, BuyerRequest request) {
        UcpDocuments documents = new UcpDocuments(parts.publicUrl());
        UcpSessions sessions = new UcpSessions(
                parts.pages(),
                parts.checkouts(),
                AgentCarts.of(parts.checkouts()),
                new UcpSessions.Types(new ProductPages(parts.publicUrl()), new EventPages(parts.publicUrl())),
                new RecordTokens("agent cart", parts.key()),
                links,
                documents);
        return new UcpRoutes(sessions, documents, parts.rateLimit(), request);
    }

    /** @param limit takes a token of the network address for each request */
    void mount(Router router, Handler<RoutingContext> limit, ServerLimits limits) {
        Deadline deadline = new Deadline(limits.requestTimeoutMillis());
        BodyReader json = BodyReader.ofJson(BYTES_MAX, limits.bodyTimeoutMillis());
        reading(router, PROFILE)
                .handler(limit)
                .handler(ctx -> send(ctx, 200, "public, max-age=300", documents.profile()));
        router.route(SESSIONS).handler(limit).handler(deadline);
        router.route(SESSIONS + "/*").handler(limit).handler(deadline);
        router.post(SESSIONS).handler(json).handler(this::create);
        reading(router, SESSION).handler(ctx -> answer(ctx, 200, () -> sessions.get(ctx, id(ctx))));
        router.put(SESSION).handler(json).handler(this::update);
        router.post(SESSION + "/cancel")
                .handler(json)
                .handler(ctx -> answer(ctx, 200, () -> sessions.cancel(ctx, id(ctx))));
        // Only the buyer completes a session, on its page. The response says so.
        router.post(SESSION + "/complete")
                .handler(json)
                .handler(ctx -> answer(ctx, 200, () -> sessions.get(ctx, id(ctx))));
        rejectOthers(router, SESSIONS, "POST");
        rejectOthers(router, SESSION, "GET, HEAD, PUT");
        rejectOthers(router, SESSION + "/cancel", "POST");
        rejectOthers(router, SESSION + "/complete", "POST");
    }

    private static Route reading(Router router, String path) {
        return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
    }

    private static void rejectOthers(Router router, String path, String allow) {
        router.route(path)
                .handler(ctx -> ctx.fail(
                        ApiError.methodNotAllowed(ctx.request().method().name(), allow)));
    }

    private static String id(RoutingContext ctx) {
        return Objects.requireNonNull(ctx.pathParam("session"));
    }

    private List<UcpLine> lines(RoutingContext ctx) {
        return UcpLine.read(BodyReader.of(ctx), documents.publicUrl() + "/s/");
    }

    private void create(RoutingContext ctx) {
        List<UcpLine> lines = lines(ctx);
        answer(
                ctx,
                201,
                () -> sessions.page(lines).compose(hosted -> {
                    rateLimit.takeAgentCart(request.address(ctx.request()), hosted.scope());
                    return sessions.create(ctx, hosted, lines);
                }));
    }

    private void update(RoutingContext ctx) {
        List<UcpLine> lines = lines(ctx);
        answer(ctx, 200, () -> sessions.update(ctx, id(ctx), lines));
    }

    /** Sends a session, or why there is none, which is no error of the protocol. */
    private static void answer(RoutingContext ctx, int status, Supplier<Future<JsonObject>> work) {
        Future.succeededFuture()
                .compose(begun -> work.get())
                .onSuccess(session -> send(ctx, status, "no-store", session))
                .onFailure(failure -> {
                    if (failure instanceof UcpRefusal refusal) {
                        send(ctx, 200, "no-store", UcpDocuments.refusal(refusal.messages()));
                    } else {
                        ctx.fail(failure);
                    }
                });
    }

    private static void send(RoutingContext ctx, int status, String cache, JsonObject document) {
        if (ctx.response().ended() || ctx.response().closed()) {
            return;
        }
        Buffer body = document.toBuffer();
        ctx.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .putHeader("Cache-Control", cache)
                .putHeader("Content-Length", Integer.toString(body.length()));
        if (ctx.request().method().equals(HttpMethod.HEAD)) {
            ctx.response().end();
        } else {
            ctx.response().end(body);
        }
    }
}
