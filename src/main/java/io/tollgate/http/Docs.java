package io.tollgate.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The published document and its viewer, for everyone: neither needs a key.
 *
 * <p>Each file has a route of its own, so there is no way to any other. The viewer is Swagger UI,
 * from its Maven artefact; its page loads nothing from elsewhere and may not. Files are read and
 * packed when they are first asked for, off the event loop, and shared by all event loops.
 */
public final class Docs {
    /** As in the pom: the viewer's files stand in a folder of this name, and so do their addresses. */
    private static final String VIEWER = "5.34.1";

    private static final String VIEWER_FILES = "/META-INF/resources/webjars/swagger-ui/" + VIEWER + "/";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    private static final Map<String, DocsFile> FILES = new ConcurrentHashMap<>();

    /** How long callers may keep a file without asking again. */
    private enum Keep {
        /** Its address changes with it. */
        FOREVER("public, max-age=31536000, immutable"),
        /** They ask each time whether it changed. */
        ASK("no-cache");

        private final String header;

        Keep(String header) {
            this.header = header;
        }
    }

    /** Scripts and styles of this server only; images may stand in the style sheet itself. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'";

    private Docs() {}

    public static void mount(Router router, List<Endpoint> endpoints) {
        router.route("/").method(HttpMethod.GET).method(HttpMethod.HEAD).handler(Docs::toThePage);
        serve(router, "/openapi.json", Keep.ASK, () -> document(endpoints));
        serve(router, "/docs", Keep.ASK, Docs::page);
        serve(router, "/docs/docs.js", Keep.ASK, () -> own("docs.js", SCRIPT));
        serve(router, "/docs/docs.css", Keep.ASK, () -> own("docs.css", STYLE));
        viewer(router, "swagger-ui-bundle.js", SCRIPT);
        viewer(router, "swagger-ui.css", STYLE);
        viewer(router, "favicon-32x32.png", "image/png");
    }

    private static void toThePage(RoutingContext ctx) {
        ctx.response().setStatusCode(302).putHeader("Location", "/docs").end();
    }

    private static DocsFile document(List<Endpoint> endpoints) {
        return DocsFile.of("application/json", new OpenApi(endpoints).json().getBytes(StandardCharsets.UTF_8));
    }

    private static DocsFile page() {
        String page = new String(DocsFile.read("/docs/index.html"), StandardCharsets.UTF_8);
        return DocsFile.of(HTML, page.replace("{viewer}", VIEWER).getBytes(StandardCharsets.UTF_8));
    }

    private static DocsFile own(String name, String type) {
        return DocsFile.of(type, DocsFile.read("/docs/" + name));
    }

    private static void viewer(Router router, String name, String type) {
        serve(
                router,
                "/docs/" + VIEWER + "/" + name,
                Keep.FOREVER,
                () -> DocsFile.of(type, DocsFile.read(VIEWER_FILES + name)));
    }

    private static void serve(Router router, String path, Keep keep, Supplier<DocsFile> file) {
        router.route(path)
                .method(HttpMethod.GET)
                .method(HttpMethod.HEAD)
                .handler(ctx -> file(ctx, path, file)
                        .compose(found -> {
                            found.send(ctx, headers(keep));
                            return Future.succeededFuture();
                        })
                        .onFailure(ctx::fail));
    }

    private static Future<DocsFile> file(RoutingContext ctx, String path, Supplier<DocsFile> file) {
        DocsFile known = FILES.get(path);
        return known != null
                ? Future.succeededFuture(known)
                : ctx.vertx().executeBlocking(() -> FILES.computeIfAbsent(path, first -> file.get()), false);
    }

    private static Map<String, String> headers(Keep keep) {
        return Map.of(
                "Cache-Control",
                keep.header,
                "Content-Security-Policy",
                POLICY,
                "X-Content-Type-Options",
                "nosniff",
                "Referrer-Policy",
                "no-referrer");
    }
}
