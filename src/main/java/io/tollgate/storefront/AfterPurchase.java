package io.tollgate.storefront;

import io.tollgate.catalog.PageBehavior;
import io.tollgate.checkout.Checkouts.Summary;
import io.tollgate.checkoutpage.HostedPages;
import io.tollgate.checkoutpage.HostedPages.HostedPage;
import io.vertx.core.Future;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a buyer goes after a purchase: to the confirmation, to another page of the seller, or to another
 * address. In this order: the address that the page's query sets, the confirmation step of the funnel, the action of
 * the page.
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

    Future<Next> of(HostedPage hosted, Summary order) {
        PageBehavior behavior = hosted.behavior();
        String set = order.facts().queryParameters().get(REDIRECT);
        if (behavior.allowDynamicRedirectUrl() && set != null && RedirectAddress.isAllowed(set)) {
            return Future.succeededFuture(new Leave(set, behavior.redirectUrlInsideEmbed()));
        }
        PageBehavior.StepConfig step = behavior.confirmationStep().orElse(null);
        if (step != null) {
            return Future.succeededFuture(confirmation(
                    step.customizeCheckoutConfirmation(),
                    step.confirmationCheckoutTitle(),
                    step.confirmationCheckoutMessage()));
        }
        Confirmation own = confirmation(
                hosted.content().customizeCheckoutConfirmation(),
                hosted.content().confirmationCheckoutTitle(),
                hosted.content().confirmationCheckoutMessage());
        return switch (Objects.requireNonNullElse(behavior.afterPaymentAction(), "confirmation")) {
            case "redirect" -> Future.succeededFuture(redirect(behavior, order, own));
            case "checkout" -> otherPage(hosted, behavior.redirectPageId(), own);
            default -> Future.succeededFuture(own);
        };
    }

    private static Confirmation confirmation(boolean custom, @Nullable String title, @Nullable String message) {
        return custom ? new Confirmation(title, message) : new Confirmation(null, null);
    }

    private static Next redirect(PageBehavior behavior, Summary order, Confirmation otherwise) {
        String url = behavior.redirectUrl();
        if (url == null || !RedirectAddress.isAllowed(url)) {
            return otherwise;
        }
        String address = new RedirectAddress(order).build(url, behavior.redirectUrlPath(), behavior.redirectUrlQuery());
        return new Leave(address, behavior.redirectUrlInsideEmbed());
    }

    private Future<Next> otherPage(HostedPage hosted, @Nullable String pageId, Confirmation otherwise) {
        return pageId == null
                ? Future.succeededFuture(otherwise)
                : pages.publishedSlug(hosted.seller().id(), pageId)
                        .map(slug -> slug == null
                                ? otherwise
                                : new Leave("/s/" + hosted.seller().name() + "/" + slug, true));
    }
}
