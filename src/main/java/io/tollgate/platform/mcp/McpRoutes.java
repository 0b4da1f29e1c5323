package io.tollgate.platform.mcp;

import io.tollgate.platform.api.Api;
import io.tollgate.platform.api.Deadline;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.requestlog.RequestRecorder;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.server.FailureHandler;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.ServerLimits;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import java.net.URI;
import java.util.List;

/**
 * Mounts the server for agents. A request is checked as those of the API: origin, API key, type and length of the body,
 * rate limit.
 */
public final class McpRoutes {
    private static final String PATH = "/mcp";
    private static final String METADATA = "/.well-known/oauth-protected-resource";

    /** Longer than the longest body of an endpoint, whose arguments are one part of the message. */
    private static final int BYTES_MAX = 640 * 1024;

    private final McpServer server;
    private final String publicUrl;
    private final ServerLimits limits;

    /**
     * @param apart events about records that no resource declares
     * @param key signs confirmations
     * @param publicUrl at which clients reach this server, without a trailing slash
     * @param recorder records the calls of tools
     */
    public McpRoutes(
            List<Endpoint> endpoints,
            List<EventPayload> apart,
            RotatingKey key,
            Clock clock,
            String publicUrl,
            ServerLimits limits,
            RequestRecorder recorder) {
        Tools tools = new Tools(endpoints);
        this.server = new McpServer(
                tools,
                new ToolDefinitions(endpoints, apart, tools),
                new ToolCalls(new Confirmations(key, clock), recorder));
        this.publicUrl = publicUrl;
        this.limits = limits;
    }

    public void mount(Router router, AuthenticationHandler authentication, RateLimit rateLimit) {
        for (String path : List.of(METADATA, METADATA + PATH)) {
            Api.reading(router, path, request -> {
                request.refuseParameters();
                return Future.succeededFuture(ApiResponse.ok(metadata()));
            });
        }
        router.route(PATH).handler(this::checkOrigin).handler(this::challenge);
        router.route(PATH)
                .method(HttpMethod.POST)
                .handler(authentication)
                .handler(rateLimit::show)
                .handler(BodyReader.ofJson(BYTES_MAX, limits.bodyTimeoutMillis()))
                .handler(rateLimit)
                .handler(new Deadline(limits.requestTimeoutMillis()))
                .handler(ctx -> Api.answer(ctx, request -> {
                    request.refuseParameters();
                    return server.answer(ctx);
                }));
        router.route(PATH)
                .handler(ctx -> ctx.fail(
                        ApiError.methodNotAllowed(ctx.request().method().name(), "POST")));
    }

    /** Rejects requests of pages of other sites, which a browser may send to a server in its own network. */
    private void checkOrigin(RoutingContext ctx) {
        for (String origin : ctx.request().headers().getAll("Origin")) {
            if (!origin.equalsIgnoreCase(origin(publicUrl))) {
                throw ApiError.forbidden("origin_not_allowed", "Pages of other sites cannot call this server");
            }
        }
        ctx.next();
    }

    private static String origin(String url) {
        URI uri = URI.create(url);
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    private void challenge(RoutingContext ctx) {
        FailureHandler.challenge(ctx, "Bearer resource_metadata=\"" + publicUrl + METADATA + "\"");
        ctx.next();
    }

    /** Returns the metadata of RFC 9728. There is no authorization server: sellers create the keys. */
    private Buffer metadata() {
        return new JsonObject()
                .put("resource", publicUrl + PATH)
                .put("resource_name", "Tollgate")
                .put("bearer_methods_supported", new JsonArray().add("header"))
                .put("resource_documentation", publicUrl + "/docs/agents")
                .toBuffer();
    }
}
