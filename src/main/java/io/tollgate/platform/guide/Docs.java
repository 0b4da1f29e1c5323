package io.tollgate.platform.guide;

import io.tollgate.platform.api.Api;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.StaticFile;
import io.tollgate.platform.openapi.OpenApi;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.Json;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Serves the documentation without authentication: guides, manuals, the reference, search and the OpenAPI document.
 *
 * <p>Each file has its own route, so that no other file can be requested. Pages load nothing from other hosts. Files
 * are rendered and compressed on their first request, off the event loop, and shared by all event loops.
 */
public final class Docs {
    private static final String HTML = DocsSite.HTML;
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String MARKDOWN = "text/markdown; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";

    private static final Map<String, StaticFile> FILES = new ConcurrentHashMap<>();

    private static final Map<String, DocsSite> SITES = new ConcurrentHashMap<>();

    /** Searches that run or wait; further ones return 503. */
    private static final int SEARCHES_MAX = 8;

    private static final AtomicInteger SEARCHES = new AtomicInteger();

    /** Allows scripts and styles of this server only. Images may also be data URLs in style sheets. */
    private static final Map<String, String> HEADERS = Map.of(
            "Cache-Control",
            "no-cache",
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer");

    private final Router router;
    private final List<Endpoint> endpoints;
    private final List<EventPayload> events;

    private Docs(Router router, List<Endpoint> endpoints, List<EventPayload> events) {
        this.router = router;
        this.endpoints = endpoints;
        this.events = events;
    }

    /** @param events about records that no resource declares */
    public static void mount(Router router, List<Endpoint> endpoints, List<EventPayload> events) {
        router.route("/").method(HttpMethod.GET).method(HttpMethod.HEAD).handler(Docs::redirect);
        Docs docs = new Docs(router, endpoints, events);
        docs.serve("/openapi.json", JSON, docs::document);
        docs.serve("/llms.txt", TEXT, Guides::llmsText);
        docs.guides();
        DocsSite.paths(docs.tags())
                .forEach(path -> docs.serveFile(path, () -> docs.site().page(path)));
        docs.own("docs.js", SCRIPT);
        docs.own("theme.js", SCRIPT);
        docs.own("docs.css", STYLE);
        docs.own("icon.svg", "image/svg+xml");
        docs.search("/docs/search", HTML, query -> docs.site().results(query));
        docs.search("/docs/search.json", JSON, query -> Json.encode(docs.site().find(query)));
    }

    private static void redirect(RoutingContext ctx) {
        ctx.response().setStatusCode(302).putHeader("Location", "/docs").end();
    }

    private void guides() {
        Stream.concat(Guides.NAMES.stream(), Guides.MANUALS.stream()).forEach(name -> {
            serve(Guide.pathOf(name), HTML, () -> layout().page(Guides.named(name)));
            serve(Guide.markdownPathOf(name), MARKDOWN, () -> Guides.named(name).markdown());
        });
    }

    private String document() {
        return new OpenApi(endpoints, events).json();
    }

    /** Blocks on the first call, which renders all pages of the reference. */
    private DocsSite site() {
        return SITES.computeIfAbsent("", first -> new DocsSite(layout(), new OpenApi(endpoints, events).tree()));
    }

    private PageLayout layout() {
        return new PageLayout(new String(StaticFile.read("/docs/page.html"), StandardCharsets.UTF_8), tags());
    }

    private List<String> tags() {
        return endpoints.stream()
                .map(endpoint -> OpenApi.tag(endpoint.resource()))
                .distinct()
                .toList();
    }

    private void own(String name, String type) {
        serveFile("/docs/" + name, () -> StaticFile.of(type, StaticFile.read("/docs/" + name)));
    }

    private void serve(String path, String type, Supplier<String> text) {
        serveFile(path, () -> StaticFile.of(type, text.get().getBytes(StandardCharsets.UTF_8)));
    }

    private void serveFile(String path, Supplier<StaticFile> file) {
        get(path)
                .handler(ctx -> file(ctx, path, file)
                        .compose(found -> {
                            found.send(ctx, HEADERS);
                            return Future.succeededFuture();
                        })
                        .onFailure(ctx::fail));
    }

    private Route get(String path) {
        return router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD);
    }

    /** Serves the results of searches for the parameter {@code q}, which are computed on a worker. */
    private void search(String path, String type, UnaryOperator<String> results) {
        Api.reading(router, path, request -> {
            RoutingContext ctx = request.context();
            String query = Objects.requireNonNullElse(ctx.request().getParam("q"), "");
            if (SEARCHES.incrementAndGet() > SEARCHES_MAX) {
                SEARCHES.decrementAndGet();
                throw ApiError.unavailable();
            }
            return ctx.vertx()
                    .executeBlocking(() -> results.apply(query), false)
                    .onComplete(done -> SEARCHES.decrementAndGet())
                    .map(found -> {
                        ApiResponse response = ApiResponse.ok(type, Buffer.buffer(found));
                        HEADERS.forEach(response::with);
                        return response;
                    });
        });
    }

    private static Future<StaticFile> file(RoutingContext ctx, String path, Supplier<StaticFile> file) {
        StaticFile known = FILES.get(path);
        return known != null
                ? Future.succeededFuture(known)
                : ctx.vertx().executeBlocking(() -> FILES.computeIfAbsent(path, first -> file.get()), false);
    }
}
