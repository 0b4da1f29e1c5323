package io.tollgate.storefront.pages;

import io.tollgate.platform.http.StaticFile;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.Map;

/**
 * The script that sites include to embed hosted pages. Its address is part of the interface and does not change, so
 * browsers ask for changes after an hour.
 */
final class EmbedScript {
    static final String PATH = "/embed.js";

    private static final StaticFile SCRIPT =
            StaticFile.of("text/javascript; charset=utf-8", StaticFile.read("/storefront/embed.js"));

    private static final Map<String, String> HEADERS = Map.of(
            "Cache-Control",
            "public, max-age=3600, stale-while-revalidate=86400",
            "Cross-Origin-Resource-Policy",
            "cross-origin",
            "Access-Control-Allow-Origin",
            "*");

    private EmbedScript() {}

    static void mount(Router router) {
        router.route(PATH).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(ctx -> SCRIPT.send(ctx, HEADERS));
    }
}
