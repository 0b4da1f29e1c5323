package io.tollgate.storefront.pages;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.CartDrafts;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The links of reminders. One leads to the page with the restored cart. The other one stops reminders; opening it only
 * asks, because programs that scan mail open links.
 */
record CartPages(HostedPages pages, CartDrafts drafts, CartLinks links) {
    private static final String CART = "/s/:seller/cart/:token";
    private static final String REMINDERS = "/s/:seller/reminders/:token";

    /** @param forms reads the bodies of forms */
    void mount(Router router, Handler<RoutingContext> forms) {
        router.route(CART).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(this::restore);
        router.route(REMINDERS).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(this::ask);
        router.post(REMINDERS).handler(forms).handler(this::refuse);
    }

    /** A request with a valid token. The page is null if it was deleted. */
    private record Open(
            RoutingContext ctx,
            RecordTokens.Key key,
            Seller seller,
            CartDrafts.Draft draft,
            @Nullable Hosted hosted) {
        Messages messages() {
            return Messages.of(
                            ctx.request().getParam(Display.LANGUAGE),
                            hosted == null
                                    ? BuyerRequest.preferredLanguage(ctx)
                                    : hosted.page().locale())
                    .in(seller.zone());
        }

        Shell shell(String title) {
            return new Shell(
                    messages(),
                    title,
                    seller.displayName(),
                    seller.logoUrl(),
                    ctx.request().path(),
                    !key.scope().live(),
                    false,
                    null,
                    Display.alone(seller));
        }
    }

    /** @throws ApiError 404 without a valid token of this seller */
    private Future<Open> open(RoutingContext ctx, RecordTokens tokens) {
        RecordTokens.Key key = tokens.key(Objects.requireNonNull(ctx.pathParam("token")));
        if (key == null) {
            throw ApiError.notFound("Page");
        }
        return pages.addresses()
                .sellers()
                .seller(key.scope().sellerId())
                .compose(seller -> drafts.find(key.scope(), key.id()).compose(draft -> {
                    if (draft == null || !seller.name().equals(ctx.pathParam("seller"))) {
                        throw ApiError.notFound("Page");
                    }
                    return pages.byId(seller.id(), draft.pageId())
                            .map(hosted -> new Open(ctx, key, seller, draft, hosted));
                }));
    }

    private void restore(RoutingContext ctx) {
        open(ctx, links.carts())
                .onSuccess(open -> {
                    Hosted hosted = open.hosted();
                    if (hosted == null) {
                        throw ApiError.notFound("Page");
                    }
                    String token = Objects.requireNonNull(ctx.pathParam("token"));
                    PageRenderer.redirect(ctx, SavedCarts.path(hosted, open.draft(), token));
                })
                .onFailure(ctx::fail);
    }

    private void ask(RoutingContext ctx) {
        open(ctx, links.refusals())
                .onSuccess(open -> {
                    Messages messages = open.messages();
                    RemindersView view = new RemindersView(
                            open.shell(messages.text("reminders.title")),
                            messages.text("reminders.text", open.seller().displayName()),
                            Display.keep(ctx, ctx.request().path()),
                            messages.text("reminders.stop"));
                    PageRenderer.send(
                            ctx,
                            200,
                            "reminders.jte",
                            view,
                            view.shell().display().policy());
                })
                .onFailure(ctx::fail);
    }

    private void refuse(RoutingContext ctx) {
        open(ctx, links.refusals())
                .compose(open -> drafts.refuseReminders(
                                open.key().scope(), open.key().id())
                        .map(open))
                .onSuccess(open -> {
                    Messages messages = open.messages();
                    String title = messages.text("reminders.stopped.title");
                    NoticeView view = new NoticeView(
                            open.shell(title),
                            title,
                            messages.text(
                                    "reminders.stopped.text", open.seller().displayName()),
                            null,
                            "",
                            null);
                    PageRenderer.send(
                            ctx, 200, "notice.jte", view, view.shell().display().policy());
                })
                .onFailure(ctx::fail);
    }
}
