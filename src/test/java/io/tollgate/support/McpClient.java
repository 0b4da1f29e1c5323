package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi.Reply;
import java.util.HashMap;
import java.util.Map;

/** An agent that speaks the stateless revision of the Model Context Protocol with one API key. */
public record McpClient(TestApi api) {
    public static final String REVISION = "2026-07-28";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Sends a message with the headers that its revision requires. */
    public Reply send(String method, ObjectNode params) {
        return send(method, params, Map.of());
    }

    /** @param changed headers in place of the required ones; an empty value leaves one out */
    public Reply send(String method, ObjectNode params, Map<String, String> changed) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "Content-Type",
                "application/json",
                "Accept",
                "application/json, text/event-stream",
                "MCP-Protocol-Version",
                REVISION,
                "Mcp-Method",
                method));
        if (params.has("name")) {
            headers.put("Mcp-Name", params.get("name").asText());
        }
        headers.putAll(changed);
        headers.values().removeIf(String::isEmpty);
        ObjectNode message =
                JSON.objectNode().put("jsonrpc", "2.0").put("id", 7).put("method", method);
        message.set("params", params);
        return api.send("POST", "/mcp", headers, message.toString());
    }

    /** Returns parameters with the metadata that every request has. */
    public static ObjectNode params() {
        ObjectNode params = JSON.objectNode();
        params.putObject("_meta")
                .put("io.modelcontextprotocol/protocolVersion", REVISION)
                .putObject("io.modelcontextprotocol/clientCapabilities");
        return params;
    }

    /** Returns the parameters of a call. */
    public static ObjectNode call(String tool, JsonNode arguments) {
        ObjectNode params = params().put("name", tool);
        params.set("arguments", arguments);
        return params;
    }

    /** Calls a tool and returns the result. */
    public JsonNode call(String tool, String arguments) {
        return send("tools/call", call(tool, TestApi.json(arguments.replace('\'', '"'))))
                .expect(200)
                .json()
                .get("result");
    }

    /** Calls a tool that writes, and confirms it. Returns what the API returned. */
    public JsonNode write(String tool, String arguments) {
        ObjectNode given = (ObjectNode) TestApi.json(arguments.replace('\'', '"'));
        JsonNode token = call(tool, arguments).at("/structuredContent/confirmationToken");
        return call(tool, given.set("confirmationToken", token).toString());
    }
}
