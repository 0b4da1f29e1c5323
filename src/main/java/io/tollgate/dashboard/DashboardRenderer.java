package io.tollgate.dashboard;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * Renders views with their templates and sends them with the headers of a page. Pages are neither stored by browsers
 * nor compressed, because they contain secrets of forms.
 */
final class DashboardRenderer {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
            null, ContentType.Html, DashboardRenderer.class.getClassLoader(), "io.tollgate.storefront.templates");
    private static final String FOLDER = "dashboard/";
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none';"
                    + " frame-ancestors 'none'";

    private DashboardRenderer() {}

    /** Loads the templates. Their first use would otherwise delay a request. Blocks. */
    static void prepare() {
        List.of(
                        "signIn",
                        "openLink",
                        "notice",
                        "home",
                        "search",
                        "door",
                        "deliveries",
                        "erasure",
                        "processor",
                        "memberSessions",
                        "list",
                        "record",
                        "action",
                        "settings",
                        "newKey",
                        "account",
                        "recovery",
                        "recoveryCodes",
                        "confirm",
                        "templates",
                        "editor",
                        "share")
                .forEach(name -> ENGINE.prepareForRendering(FOLDER + name + ".jte"));
    }

    /** @param template name without its folder and suffix */
    static void send(RoutingContext ctx, int status, String template, Object view) {
        Utf8ByteOutput output = new Utf8ByteOutput();
        ENGINE.render(FOLDER + template + ".jte", view, output);
        Buffer body = Buffer.buffer(output.toByteArray());
        HttpServerResponse response = ctx.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "text/html; charset=utf-8")
                .putHeader("Content-Length", Integer.toString(body.length()))
                .putHeader("Content-Security-Policy", POLICY)
                // Posts of forms need their origin, which no-referrer would remove.
                .putHeader("Referrer-Policy", "same-origin")
                .putHeader("Permissions-Policy", "camera=" + camera(template) + ", geolocation=(), microphone=()")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin")
                .putHeader("Cache-Control", "no-store")
                .putHeader("X-Robots-Tag", "noindex");
        if (ctx.request().method().equals(HttpMethod.HEAD)) {
            response.end();
        } else {
            response.end(body);
        }
    }

    /** Returns who may use the camera: the page that reads the codes of tickets. */
    private static String camera(String template) {
        return template.equals("door") ? "(self)" : "()";
    }

    /** Sends JSON to the script of a page. */
    static void sendJson(RoutingContext ctx, Buffer body) {
        ctx.response()
                .putHeader("Content-Type", "application/json; charset=utf-8")
                .putHeader("Content-Length", Integer.toString(body.length()))
                .putHeader("Cache-Control", "no-store")
                .end(body);
    }

    /** Redirects to a page after a form, or to the one that a path stands for. */
    static void redirect(RoutingContext ctx, String path) {
        ctx.response()
                .setStatusCode(303)
                .putHeader("Location", path)
                .putHeader("Cache-Control", "no-store")
                .end();
    }
}
