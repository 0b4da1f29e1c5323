package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.http.StaticFile;
import io.tollgate.platform.openapi.OpenApi;
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
 * Serves the documentation without authentication: guides, the reference and the OpenAPI document.
 *
 * <p>Each file has its own route, so that no other file can be requested. The reference is Scalar, from its Maven
 * artifact. Pages load nothing from other hosts. Files are rendered and compressed on their first request, off the
 * event loop, and shared by all event loops.
 */
public final class Docs {
    /** The version in the pom, which is part of the path. */
    private static final String SCALAR = "0.6.60";

    private static final String SCALAR_FILE = "/META-INF/resources/webjars/scalar/scalar.js";
    private static final String SCALAR_PATH = "/docs/" + SCALAR + "/scalar.js";

    private static final String REFERENCE_PATH = "/docs/reference";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String MARKDOWN = "text/markdown; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";

    /** Scripts that run in this order after the page is parsed. */
    private static final String REFERENCE_HEAD =
            "<script defer src=\"" + SCALAR_PATH + "\"></script><script defer src=\"/docs/reference.js\"></script>";

    /** The container of the reference. Scalar adds its own landmark for the main content. */
    private static final String REFERENCE = "<div id=\"content\" tabindex=\"-1\"><div id=\"reference\">"
            + "<p class=\"loading\">Loading the reference. It needs JavaScript; the same content is in"
            + " <a href=\"/openapi.json\">openapi.json</a>.</p></div></div>";

    private static final Map<String, StaticFile> FILES = new ConcurrentHashMap<>();

    /** How long clients may cache a file. */
    private enum CachePolicy {
        /** For files whose path changes with their content. */
        FOREVER("public, max-age=31536000, immutable"),
        /** For files that clients revalidate on each use. */
        ASK("no-cache");

        private final String header;

        CachePolicy(String header) {
            this.header = header;
        }
    }

    /** Allows scripts and styles of this server only. Images may also be data URLs in style sheets. */
    private static final String POLICY = policy("");

    /**
     * Also allows the style elements that the Scalar script adds, each by its hash, and style attributes. The hashes
     * change with the version of Scalar; a browser logs missing ones.
     */
    private static final String REFERENCE_POLICY = policy(" 'sha256-OxNrVuibC5ZDCoV20gXPZEbZ+zMbVO/uzOpNWDxdpW0='"
            + " 'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE='"
            + " 'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU='"
            + " 'sha256-9N0roUVL5nrrjsk+GVzVft7ZUV8OHjMjmV+NeHpJ81k='"
            + " 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; style-src-attr 'unsafe-inline'");

    private final Router router;
    private final List<Endpoint> endpoints;

    private Docs(Router router, List<Endpoint> endpoints) {
        this.router = router;
        this.endpoints = endpoints;
    }

    private static String policy(String styles) {
        return "default-src 'none'; script-src 'self'; style-src 'self'" + styles
                + "; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'";
    }

    public static void mount(Router router, List<Endpoint> endpoints) {
        router.route("/").method(HttpMethod.GET).method(HttpMethod.HEAD).handler(Docs::redirect);
        Docs docs = new Docs(router, endpoints);
        docs.serve("/openapi.json", JSON, docs::document);
        docs.serve("/llms.txt", TEXT, Guides::llmsText);
        docs.guides();
        docs.serve(REFERENCE_PATH, HTML, () -> docs.layout().reference(REFERENCE_HEAD, REFERENCE));
        docs.serve("/docs/search.json", JSON, () -> docs.searchIndex().toString());
        docs.own("docs.js", SCRIPT);
        docs.own("theme.js", SCRIPT);
        docs.own("reference.js", SCRIPT);
        docs.own("docs.css", STYLE);
        docs.own("icon.svg", "image/svg+xml");
        docs.serve(SCALAR_PATH, CachePolicy.FOREVER, () -> StaticFile.of(SCRIPT, StaticFile.read(SCALAR_FILE)));
    }

    private static void redirect(RoutingContext ctx) {
        ctx.response().setStatusCode(302).putHeader("Location", "/docs").end();
    }

    private void guides() {
        for (String name : Guides.NAMES) {
            serve(Guide.pathOf(name), HTML, () -> layout().page(Guides.named(name)));
            serve(Guide.markdownPathOf(name), MARKDOWN, () -> Guides.named(name).markdown());
        }
    }

    private String document() {
        return new OpenApi(endpoints).json();
    }

    private PageLayout layout() {
        List<String> tags = endpoints.stream()
                .map(endpoint -> OpenApi.tag(endpoint.resource()))
                .distinct()
                .toList();
        return new PageLayout(new String(StaticFile.read("/docs/page.html"), StandardCharsets.UTF_8), tags);
    }

    /** Returns the search index: sections of guides, and endpoints. */
    private ArrayNode searchIndex() {
        ArrayNode index = Guides.searchIndex();
        for (Endpoint endpoint : endpoints) {
            String tag = OpenApi.tag(endpoint.resource());
            String operation = endpoint.method().name() + " " + endpoint.path();
            index.addObject()
                    .put(
                            "url",
                            PageLayout.referencePath(tag) + "/"
                                    + endpoint.method().name() + endpoint.path())
                    .put("page", "API reference")
                    .put("heading", endpoint.summary())
                    .put("text", operation);
        }
        return index;
    }

    private void own(String name, String type) {
        serve("/docs/" + name, CachePolicy.ASK, () -> StaticFile.of(type, StaticFile.read("/docs/" + name)));
    }

    private void serve(String path, String type, Supplier<String> text) {
        serve(path, CachePolicy.ASK, () -> StaticFile.of(type, text.get().getBytes(StandardCharsets.UTF_8)));
    }

    private void serve(String path, CachePolicy keep, Supplier<StaticFile> file) {
        router.route(path)
                .method(HttpMethod.GET)
                .method(HttpMethod.HEAD)
                .handler(ctx -> file(ctx, path, file)
                        .compose(found -> {
                            found.send(ctx, headers(keep, path));
                            return Future.succeededFuture();
                        })
                        .onFailure(ctx::fail));
    }

    private static Future<StaticFile> file(RoutingContext ctx, String path, Supplier<StaticFile> file) {
        StaticFile known = FILES.get(path);
        return known != null
                ? Future.succeededFuture(known)
                : ctx.vertx().executeBlocking(() -> FILES.computeIfAbsent(path, first -> file.get()), false);
    }

    private static Map<String, String> headers(CachePolicy keep, String path) {
        return Map.of(
                "Cache-Control",
                keep.header,
                "Content-Security-Policy",
                path.equals(REFERENCE_PATH) ? REFERENCE_POLICY : POLICY,
                "X-Content-Type-Options",
                "nosniff",
                "Referrer-Policy",
                "no-referrer");
    }
}
