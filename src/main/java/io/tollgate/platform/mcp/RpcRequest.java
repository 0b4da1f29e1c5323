package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.JsonBody;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A message of a client (JSON-RPC 2.0).
 *
 * @param id a string or an integer; null for a notification, which gets no response
 * @param params empty without parameters
 */
record RpcRequest(@Nullable JsonNode id, String method, ObjectNode params) {
    private static final String VERSION = "2.0";

    /** @throws RpcError if the body is not one message */
    static RpcRequest of(Buffer body) {
        JsonNode tree;
        try {
            tree = JsonBody.parse(body);
        } catch (ApiError notJson) {
            throw new RpcError(400, RpcError.PARSE_ERROR, String.valueOf(notJson.getMessage()));
        }
        JsonNode id = tree.path("id");
        JsonNode params = tree.path("params");
        boolean valid = tree.path("jsonrpc").asText().equals(VERSION)
                && tree.path("method").isTextual()
                && (id.isMissingNode() || id.isTextual() || id.isIntegralNumber())
                && (params.isMissingNode() || params.isObject());
        if (!valid) {
            throw new RpcError(
                    400,
                    RpcError.INVALID_REQUEST,
                    "The body must be one JSON-RPC 2.0 request with a method, an id that is a string or an integer, "
                            + "and params that are an object");
        }
        return new RpcRequest(
                id.isMissingNode() ? null : id,
                tree.get("method").textValue(),
                params instanceof ObjectNode given ? given : JsonNodeFactory.instance.objectNode());
    }

    boolean isNotification() {
        return id == null;
    }

    /** Returns metadata of the protocol, or a missing node. */
    JsonNode meta(String name) {
        JsonNode value = params.path("_meta").get("io.modelcontextprotocol/" + name);
        return value == null ? MissingNode.getInstance() : value;
    }

    /** Returns the response with a result. */
    Buffer result(ObjectNode result) {
        return Buffer.buffer(envelope(id).set("result", result).toString());
    }

    /** Returns the response with an error. The id is null if the request could not be read. */
    static Buffer error(@Nullable JsonNode id, RpcError error) {
        ObjectNode envelope = envelope(id);
        ObjectNode described =
                envelope.putObject("error").put("code", error.code()).put("message", error.getMessage());
        if (error.data() != null) {
            described.set("data", error.data());
        }
        return Buffer.buffer(envelope.toString());
    }

    private static ObjectNode envelope(@Nullable JsonNode id) {
        ObjectNode envelope = JsonNodeFactory.instance.objectNode().put("jsonrpc", VERSION);
        envelope.set("id", id == null ? JsonNodeFactory.instance.nullNode() : id);
        return envelope;
    }
}
