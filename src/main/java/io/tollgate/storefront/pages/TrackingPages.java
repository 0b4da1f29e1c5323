package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The page with a seller's tracking codes, which the confirmation shows in a hidden frame. The frame has an opaque
 * origin: the codes reach neither the confirmation nor its address. Its own address has no more than they may know, and
 * is signed, so that nobody can report invented orders.
 */
record TrackingPages(HostedPages pages, LinkSigner signer) {
    static final String PATH = "/tracking";

    /** Scripts of any site run, without the origin of Tollgate. The frame can neither navigate nor send forms. */
    private static final String POLICY = "sandbox allow-scripts; default-src 'none';"
            + " script-src 'unsafe-inline' 'unsafe-eval' https:; img-src https: data:; connect-src https:;"
            + " style-src 'unsafe-inline' https:; font-src https:; frame-src https:; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'self' " + Display.ANY_SITE;

    private static final String ORDER = "orderId";
    private static final String AMOUNT = "amount";
    private static final String CURRENCY = "currency";
    private static final String SIGNATURE = "signature";
    private static final Pattern SAFE = Pattern.compile("[0-9a-zA-Z]{1,32}");

    /** Returns the address of the frame; null if the page has no tracking codes. */
    @Nullable
    String path(Hosted hosted, Summary order) {
        if (hosted.behavior().trackingCodes() == null
                || hosted.behavior().trackingCodes().isBlank()
                || order.orderId() == null) {
            return null;
        }
        String amount = String.valueOf(order.quote().total());
        return hosted.path() + PATH + "?" + ORDER + "=" + order.orderId()
                + "&" + AMOUNT + "=" + amount + "&" + CURRENCY + "=" + order.currency() + "&" + SIGNATURE + "="
                + signer.sign(signed(hosted, order.orderId(), amount, order.currency()));
    }

    private static String signed(Hosted hosted, String orderId, String amount, String currency) {
        return "tracking\n" + hosted.seller().id() + "\n" + hosted.page().id() + "\n" + orderId + "\n" + amount + "\n"
                + currency;
    }

    void show(RoutingContext ctx) {
        FoundPage found = PageDispatch.page(ctx);
        if (found.kind() == PageKind.FORM) {
            throw ApiError.notFound("Page");
        }
        pages.complete(found, Map.of()).compose(hosted -> show(ctx, hosted)).onFailure(ctx::fail);
    }

    private Future<Void> show(RoutingContext ctx, Hosted hosted) {
        Map<String, String> given = BuyerRequest.parameters(ctx);
        String order = given.getOrDefault(ORDER, "");
        String amount = given.getOrDefault(AMOUNT, "");
        String currency = given.getOrDefault(CURRENCY, "");
        boolean valid = hosted.behavior().trackingCodes() != null
                && SAFE.matcher(order).matches()
                && SAFE.matcher(amount).matches()
                && SAFE.matcher(currency).matches()
                && signer.isValid(signed(hosted, order, amount, currency), given.getOrDefault(SIGNATURE, ""));
        if (!valid) {
            throw ApiError.notFound("Page");
        }
        String html = "<!doctype html><html><head><meta charset=\"utf-8\"><title>Tracking</title>"
                + "<script>window.tollgate=Object.freeze({orderId:\"" + order + "\",amount:" + amount
                + ",currency:\"" + currency + "\"})</script></head><body>"
                + hosted.behavior().trackingCodes() + "</body></html>";
        return ctx.response()
                .putHeader("Content-Type", "text/html; charset=utf-8")
                .putHeader("Content-Security-Policy", POLICY)
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader("X-Robots-Tag", "noindex")
                .putHeader("Cache-Control", "private, no-store")
                .end(html);
    }
}
