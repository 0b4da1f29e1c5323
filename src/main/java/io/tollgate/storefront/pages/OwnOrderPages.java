package io.tollgate.storefront.pages;

import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.checkout.Checkouts.Own;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer's browser can do with the orders that it has placed and not paid: continue, edit and cancel them. The
 * signed cookie of its visit shows that it has placed them.
 */
record OwnOrderPages(PageAddresses addresses, Checkouts checkouts, RecordTokens tokens, BuyerRequest request) {
    /** The query parameter of a page that names the order to edit. */
    static final String PARAMETER = "openOrder";

    /** Where the form that cancels an order is sent, after the address of the order. */
    static final String CANCEL = "/cancel";

    /** Returns the open orders of the browser at the seller of a page. */
    Future<OpenOrders> open(RoutingContext ctx, SubmittedForm form, FoundPage page) {
        String owner = request.owner(ctx, form, page.seller().name());
        if (owner == null) {
            return Future.succeededFuture(OpenOrders.NONE);
        }
        return checkouts
                .open(new Scope(page.seller().id(), !page.isTest()), owner)
                .map(OpenOrders::new);
    }

    /** Returns links to open orders. */
    List<OpenOrderLink> links(PageRequest<?> open, OpenOrders orders) {
        String seller = open.hosted().seller().name();
        Scope scope = open.hosted().scope();
        return orders.all().stream()
                .map(order -> new OpenOrderLink(
                        Display.keep(open.ctx(), OrderPages.path(seller, tokens.sign(scope, order.id()))),
                        order.title(),
                        open.messages().money(order.total(), order.currency())))
                .toList();
    }

    /** Returns the form of the order that the address names, if this browser has placed it on the page. */
    Future<SavedCarts.Restored> restore(RoutingContext ctx, FoundPage page) {
        String token = BuyerRequest.parameters(ctx).get(PARAMETER);
        RecordTokens.Key key = token == null ? null : tokens.key(token);
        String owner = request.owner(ctx, SubmittedForm.EMPTY, page.seller().name());
        if (key == null
                || owner == null
                || !key.scope().sellerId().equals(page.seller().id())) {
            return Future.succeededFuture(SavedCarts.Restored.NOTHING);
        }
        String pageId = page.id();
        return checkouts
                .own(key.scope(), key.id(), owner)
                .map(own -> own == null || own.inputs() == null || !own.pageId().equals(pageId)
                        ? SavedCarts.Restored.NOTHING
                        : new SavedCarts.Restored(SavedCarts.decode(own.inputs()), "cart.restored"));
    }

    /** Returns what the browser may know of an order; null if it has not placed it. */
    Future<@Nullable Own> own(RoutingContext ctx, Summary order) {
        String owner = request.owner(ctx, SubmittedForm.EMPTY, Objects.requireNonNull(ctx.pathParam("seller")));
        return owner == null ? Future.succeededFuture(null) : checkouts.own(order.scope(), order.id(), owner);
    }

    /** Returns the address of the page that shows an order as its buyer had filled it in. */
    String editPath(RoutingContext ctx, String pagePath, Summary order, Own own) {
        String inputs = own.inputs();
        return Display.keep(
                ctx,
                inputs == null
                        ? pagePath
                        : SavedCarts.path(pagePath, inputs, PARAMETER, tokens.sign(order.scope(), order.id())));
    }

    /** Returns how the browser edits and cancels an open order; null if it has not placed it. */
    PaymentView.@Nullable Own view(RoutingContext ctx, String pagePath, String path, Summary order, @Nullable Own own) {
        return own == null
                ? null
                : new PaymentView.Own(
                        editPath(ctx, pagePath, order, own),
                        Display.keep(ctx, path + CANCEL),
                        request.csrf(ctx, request.visitId(ctx, SubmittedForm.EMPTY)));
    }

    /** Cancels an order for the browser that has placed it, and shows the order. */
    void cancel(RoutingContext ctx) {
        SubmittedForm form = SubmittedForm.of(BodyReader.of(ctx));
        request.requireOwn(ctx, form);
        String token = Objects.requireNonNull(ctx.pathParam("token"));
        String sellerName = Objects.requireNonNull(ctx.pathParam("seller"));
        RecordTokens.Key key = tokens.key(token);
        String owner = request.owner(ctx, form, sellerName);
        if (key == null || owner == null) {
            ctx.fail(ApiError.notFound("Order"));
            return;
        }
        addresses
                .sellers()
                .seller(key.scope().sellerId())
                .compose(seller -> {
                    if (!seller.name().equals(sellerName)) {
                        throw ApiError.notFound("Order");
                    }
                    return checkouts.own(key.scope(), key.id(), owner);
                })
                .compose(own -> {
                    if (own == null) {
                        throw ApiError.notFound("Order");
                    }
                    return checkouts.cancel(key.scope(), key.id());
                })
                .onSuccess(canceled -> PageRenderer.redirect(ctx, OrderPages.path(sellerName, token)))
                .onFailure(ctx::fail);
    }
}
