package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.server.RequestLog;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Answers the messages of agents. Stateless: each response depends on its request only. */
final class McpServer {
    static final String CALL = "tools/call";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The version of the API. */
    private static final String VERSION = "1.0";

    /** Definitions change with a new version of Tollgate only. */
    private static final Duration DEFINITIONS_TTL = Duration.ofHours(1);

    private static final String INSTRUCTIONS = """
            Tollgate sells tickets, products and subscriptions on hosted pages. These tools are its API. Amounts are \
            integers in the smallest unit of their currency. The API key decides whether calls read and write live or \
            test records; a live key can read test records with livemode=false. Tools that change something return \
            first what would change, with a confirmationToken; ask the user, then call the tool again with the same \
            arguments and the token.""";

    private final Tools tools;
    private final ToolDefinitions definitions;
    private final ToolCalls calls;

    McpServer(Tools tools, ToolDefinitions definitions, ToolCalls calls) {
        this.tools = tools;
        this.definitions = definitions;
        this.calls = calls;
    }

    /** Returns the response to a message, whose caller and body are in the context. */
    Future<ApiResponse> answer(RoutingContext ctx) {
        RpcRequest request;
        try {
            request = RpcRequest.of(BodyReader.of(ctx));
        } catch (RpcError unreadable) {
            return Future.succeededFuture(failed(null, unreadable));
        }
        if (request.isNotification()) {
            // Clients tell that they are initialized, or that they cancel a request: nothing depends on either.
            return Future.succeededFuture(new ApiResponse(202, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer()));
        }
        return Future.succeededFuture()
                .compose(read -> result(ctx, request))
                .map(result -> ApiResponse.ok(request.result(result)))
                .recover(failure -> failure instanceof RpcError error
                        ? Future.succeededFuture(failed(request.id(), error))
                        : Future.failedFuture(failure));
    }

    private static ApiResponse failed(@Nullable JsonNode id, RpcError error) {
        return ApiResponse.of(error.status(), RpcRequest.error(id, error));
    }

    private Future<ObjectNode> result(RoutingContext ctx, RpcRequest request) {
        Revision revision = Revision.of(request, ctx.request().headers());
        if (revision == Revision.INITIALIZED) {
            return switch (request.method()) {
                case "initialize" -> Future.succeededFuture(initialized(request));
                case "ping" -> Future.succeededFuture(JSON.objectNode());
                case "tools/list" -> list(ctx, request);
                case CALL -> call(ctx, request, UserDialog.NONE);
                default -> throw unknownMethod(200, request);
            };
        }
        return switch (request.method()) {
            case "server/discover" -> Future.succeededFuture(cacheable(complete(discovered())));
            case "tools/list" -> list(ctx, request).map(list -> cacheable(complete(list)));
            case CALL -> call(ctx, request, UserDialog.of(request)).map(McpServer::complete);
            default -> throw unknownMethod(404, request);
        };
    }

    private static RpcError unknownMethod(int status, RpcRequest request) {
        return new RpcError(
                status, RpcError.METHOD_NOT_FOUND, "Method not found: " + ApiError.shortened(request.method()));
    }

    private static ObjectNode initialized(RpcRequest request) {
        String requested = request.params().path("protocolVersion").asText();
        boolean supported = Revision.EARLIER.contains(requested);
        ObjectNode result = JSON.objectNode()
                .put("protocolVersion", supported ? requested : Revision.EARLIER.get(0))
                .put("instructions", INSTRUCTIONS);
        result.set("serverInfo", serverInfo());
        result.putObject("capabilities").putObject("tools");
        return result;
    }

    private static ObjectNode discovered() {
        ObjectNode result = JSON.objectNode().put("instructions", INSTRUCTIONS);
        result.set("supportedVersions", Revision.supported());
        result.putObject("capabilities").putObject("tools");
        return result;
    }

    private Future<ObjectNode> list(RoutingContext ctx, RpcRequest request) {
        if (request.params().has("cursor")) {
            throw new RpcError(200, RpcError.INVALID_PARAMS, "Invalid cursor: the list has one page");
        }
        return definitions.json(ctx.vertx()).map(json -> {
            ObjectNode list = JSON.objectNode();
            list.putRawValue("tools", new RawValue(json));
            return list;
        });
    }

    private Future<ObjectNode> call(RoutingContext ctx, RpcRequest request, UserDialog dialog) {
        JsonNode name = request.params().path("name");
        JsonNode arguments = request.params().path("arguments");
        Tool tool = tools.named(name.asText());
        if (tool == null) {
            throw new RpcError(200, RpcError.INVALID_PARAMS, "Unknown tool: " + ApiError.shortened(name.asText()));
        }
        if (!arguments.isMissingNode() && !arguments.isObject()) {
            throw new RpcError(200, RpcError.INVALID_PARAMS, "arguments must be an object");
        }
        RequestLog.addToRoute(ctx, tool.name());
        return calls.call(ctx, tool, arguments instanceof ObjectNode given ? given : JSON.objectNode(), dialog);
    }

    /** Adds what results of the stateless revision have: their type, and who returns them. */
    private static ObjectNode complete(ObjectNode result) {
        ObjectNode meta = result.get("_meta") instanceof ObjectNode given ? given : result.putObject("_meta");
        meta.set("io.modelcontextprotocol/serverInfo", serverInfo());
        return result.has("resultType") ? result : result.put("resultType", "complete");
    }

    private static ObjectNode cacheable(ObjectNode result) {
        return result.put("ttlMs", DEFINITIONS_TTL.toMillis()).put("cacheScope", "public");
    }

    private static ObjectNode serverInfo() {
        return JSON.objectNode()
                .put("name", "tollgate")
                .put("title", "Tollgate")
                .put("version", VERSION);
    }
}
