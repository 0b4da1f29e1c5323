package io.tollgate.storefront.pages;

import io.tollgate.platform.http.Etag;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The script that sites include to embed hosted pages. Its address is part of the interface and does not change, so
 * browsers ask for changes after an hour.
 */
final class EmbedScript {
    static final String PATH = "/embed.js";
    private static final Buffer SCRIPT = read();
    private static final String TAG = Etag.of(SCRIPT);

    private EmbedScript() {}

    private static Buffer read() {
        try (InputStream file = EmbedScript.class.getResourceAsStream("/storefront/embed.js")) {
            if (file == null) {
                throw new IllegalStateException("storefront/embed.js is missing");
            }
            return Buffer.buffer(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("embed.js", e);
        }
    }

    static void mount(Router router) {
        router.route(PATH).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(EmbedScript::send);
    }

    private static void send(RoutingContext ctx) {
        var response = ctx.response()
                .putHeader("Content-Type", "text/javascript; charset=utf-8")
                .putHeader("Cache-Control", "public, max-age=3600, stale-while-revalidate=86400")
                .putHeader("Cross-Origin-Resource-Policy", "cross-origin")
                .putHeader("Access-Control-Allow-Origin", "*")
                .putHeader("ETag", TAG);
        if (Etag.isKnown(ctx.request().headers().getAll("If-None-Match"), TAG)) {
            response.setStatusCode(304).end();
            return;
        }
        response.putHeader("Content-Length", Integer.toString(SCRIPT.length()));
        if (ctx.request().method().equals(HttpMethod.HEAD)) {
            response.end();
        } else {
            response.end(SCRIPT);
        }
    }
}
