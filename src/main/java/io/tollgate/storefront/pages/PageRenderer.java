package io.tollgate.storefront.pages;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.http.Gzip;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;

/** Renders views with their templates and sends them with the headers of a page. */
public final class PageRenderer {
    private static final String PACKAGE = "io.tollgate.storefront.templates";

    private static final TemplateEngine ENGINE =
            TemplateEngine.createPrecompiled(null, ContentType.Html, PageRenderer.class.getClassLoader(), PACKAGE);

    private PageRenderer() {}

    /** Loads the templates. Their first use would otherwise delay the first buyers. */
    static void prepare() {
        List.of(
                        "checkout.jte",
                        "checkoutUpdate.jte",
                        "event.jte",
                        "eventUpdate.jte",
                        "payment.jte",
                        "confirmation.jte",
                        "notice.jte",
                        "offer.jte",
                        "leave.jte",
                        "overdue.jte",
                        "reminders.jte",
                        "form.jte",
                        "submitted.jte",
                        "portal/entry.jte",
                        "portal/login.jte",
                        "portal/home.jte",
                        "portal/order.jte",
                        "portal/cancel.jte")
                .forEach(ENGINE::prepareForRendering);
    }

    /**
     * The sources that a page may use besides its own: none, or those of the processor.
     *
     * @param processor sources as in a content security policy; empty for none
     */
    public static String policy(String processor) {
        String more = processor.isEmpty() ? "" : " " + processor;
        String frames = processor.isEmpty() ? "'none'" : processor;
        return "default-src 'none'; script-src 'self'" + more + "; style-src 'self'; img-src 'self' https: data:;"
                + " font-src 'self'; connect-src 'self'" + more + "; frame-src " + frames
                + "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    }

    /** Redirects after a form, keeping the language that the visitor selected and the embedding of the page. */
    static void redirect(RoutingContext ctx, String path) {
        ctx.response()
                .setStatusCode(303)
                .putHeader("Location", Display.keep(ctx, path))
                .end();
    }

    static Buffer render(String template, Object view) {
        Utf8ByteOutput output = new Utf8ByteOutput();
        ENGINE.render(template, view, output);
        return Buffer.buffer(output.toByteArray());
    }

    /** Sends a page that only this buyer may see, and that browsers do not store. It is not compressed. */
    public static void sendUnstored(RoutingContext ctx, int status, String template, Object view) {
        headers(ctx, status, policy("")).putHeader("Cache-Control", "no-store").putHeader("X-Robots-Tag", "noindex");
        end(ctx, render(template, view));
    }

    private static HttpServerResponse headers(RoutingContext ctx, int status, String policy) {
        return ctx.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "text/html; charset=utf-8")
                .putHeader("Content-Security-Policy", policy)
                // Posts of the form need their origin, which no-referrer would remove.
                .putHeader("Referrer-Policy", "same-origin")
                .putHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin");
    }

    /**
     * Sends a page. A successful response to GET has an ETag. Pages with personal data that the address restores are
     * neither stored nor compressed.
     */
    static void send(RoutingContext ctx, int status, String template, Object view, String policy) {
        send(ctx, status, template, view, policy, true);
    }

    /**
     * Sends a page as {@link #send}, but not compressed: it repeats an address that only this buyer may know, and may
     * contain text of whoever has made its link.
     */
    static void sendUncompressed(RoutingContext ctx, int status, String template, Object view, String policy) {
        send(ctx, status, template, view, policy, false);
    }

    private static void send(
            RoutingContext ctx, int status, String template, Object view, String policy, boolean compressible) {
        Buffer body = render(template, view);
        HttpServerResponse response = headers(ctx, status, policy).putHeader("Cache-Control", "private, no-cache");
        Set<String> parameters = BuyerRequest.parameters(ctx).keySet();
        boolean restores = parameters.contains(CartLinks.PARAMETER) || parameters.contains(OwnOrderPages.PARAMETER);
        if (restores) {
            // The restored cart or order has personal data, for everybody who knows the address.
            response.putHeader("Cache-Control", "no-store").putHeader("X-Robots-Tag", "noindex");
        } else {
            response.putHeader("Vary", "Accept-Encoding");
        }
        if (status == 200 && !ctx.request().method().equals(HttpMethod.POST)) {
            String tag = "W/" + Etag.of(body);
            response.putHeader("ETag", tag);
            if (Etag.isKnown(ctx.request().headers().getAll("If-None-Match"), tag)) {
                response.setStatusCode(304).end();
                return;
            }
        }
        if (compressible && !restores && body.length() >= Gzip.BYTES_MIN && Gzip.isAcceptedBy(ctx.request())) {
            response.putHeader("Content-Encoding", "gzip");
            end(ctx, Gzip.page(body.getBytes()));
        } else {
            end(ctx, body);
        }
    }

    private static void end(RoutingContext ctx, Buffer body) {
        HttpServerResponse response = ctx.response().putHeader("Content-Length", Integer.toString(body.length()));
        if (ctx.request().method().equals(HttpMethod.HEAD)) {
            response.end();
        } else {
            response.end(body);
        }
    }
}
