package io.tollgate.storefront.pages;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.catalog.model.PageBehavior.Following;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a visitor goes after a purchase or a submission: to the confirmation, to another page of the seller,
 * or to another address. In this order: the address that the page's query sets, the action of the funnel's confirmation
 * step, the action of the page.
 */
record AfterPurchase(HostedPages pages) {
    /** The query parameter that sets the address, if the page allows it. */
    static final String REDIRECT = "redirectUrl";

    /** The next page: a confirmation, or another address. */
    sealed interface Next permits Confirmation, Leave {}

    /**
     * @param title null for the standard title
     * @param messageHtml HTML, not cleaned; null without a message
     */
    record Confirmation(@Nullable String title, @Nullable String messageHtml) implements Next {}

    /**
     * @param url an absolute URL, or a path of Tollgate
     * @param insideEmbed whether an embedded page leads there in its own frame
     */
    record Leave(String url, boolean insideEmbed) implements Next {}

    Future<Next> of(Hosted hosted, Summary order) {
        return of(
                hosted.seller(),
                hosted.behavior(),
                confirmation(
                        hosted.behavior(),
                        hosted.content().customizeCheckoutConfirmation(),
                        hosted.content().confirmationCheckoutTitle(),
                        hosted.content().confirmationCheckoutMessage()),
                RedirectAddress.of(order));
    }

    /** @param own the confirmation that follows unless the page leads elsewhere */
    Future<Next> of(Seller seller, PageBehavior behavior, Confirmation own, RedirectAddress address) {
        String set = set(behavior, address.queryParameters());
        if (set != null) {
            return Future.succeededFuture(new Leave(set, behavior.redirectUrlInsideEmbed()));
        }
        Following following = behavior.following();
        return switch (following.action()) {
            case "redirect" ->
                Future.succeededFuture(redirect(following, behavior.redirectUrlInsideEmbed(), address, own));
            case "checkout" -> otherPage(seller, following.pageId(), own);
            default -> Future.succeededFuture(own);
        };
    }

    /** Returns the texts of the confirmation: those of the funnel step, or else those of the page. */
    static Confirmation confirmation(
            PageBehavior behavior, boolean custom, @Nullable String title, @Nullable String message) {
        return behavior.confirmationStep()
                .map(step -> confirmation(
                        step.customizeCheckoutConfirmation(),
                        step.confirmationCheckoutTitle(),
                        step.confirmationCheckoutMessage()))
                .orElseGet(() -> confirmation(custom, title, message));
    }

    /**
     * Returns the URL of another site that can follow the form of a page at this address, without the values of the
     * order; null if there is none.
     */
    static @Nullable String target(PageBehavior behavior, Map<String, String> parameters) {
        String set = set(behavior, parameters);
        if (set != null) {
            return set;
        }
        Following following = behavior.following();
        String url = following.url();
        return following.action().equals("redirect") && url != null && RedirectAddress.isAllowed(url) ? url : null;
    }

    /** Returns the URL that the page's query sets; null if it sets none, or none that is allowed. */
    private static @Nullable String set(PageBehavior behavior, Map<String, String> parameters) {
        String set = parameters.get(REDIRECT);
        return behavior.allowDynamicRedirectUrl() && set != null && RedirectAddress.isAllowed(set) ? set : null;
    }

    private static Confirmation confirmation(boolean custom, @Nullable String title, @Nullable String message) {
        return custom ? new Confirmation(title, message) : new Confirmation(null, null);
    }

    private static Next redirect(
            Following following, boolean insideEmbed, RedirectAddress address, Confirmation otherwise) {
        String url = following.url();
        return url == null || !RedirectAddress.isAllowed(url)
                ? otherwise
                : new Leave(address.build(url, following.path(), following.query()), insideEmbed);
    }

    private Future<Next> otherPage(Seller seller, @Nullable String pageId, Confirmation otherwise) {
        return pageId == null
                ? Future.succeededFuture(otherwise)
                : pages.publishedSlug(seller.id(), pageId)
                        .map(slug -> slug == null ? otherwise : new Leave("/s/" + seller.name() + "/" + slug, true));
    }

    /**
     * Sends the visitor to the next page. An embedded page reports its purchases first, and asks the site to lead the
     * whole window.
     */
    static void leave(RoutingContext ctx, Leave leave, Shell shell) {
        boolean own = leave.url().startsWith("/");
        boolean inFrame = own || leave.insideEmbed();
        if (shell.display().embedded() && (!inFrame || shell.reportsPurchase())) {
            String url = own ? Display.keep(ctx, leave.url()) : leave.url();
            LeaveView view = new LeaveView(shell, shell.title(), url, inFrame);
            PageRenderer.send(ctx, 200, "leave.jte", view, shell.display().policy());
        } else if (own) {
            PageRenderer.redirect(ctx, leave.url());
        } else {
            ctx.response().setStatusCode(303).putHeader("Location", leave.url()).end();
        }
    }
}
