package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two forms of the protocol. {@code STATELESS} requests carry their version and the client's capabilities; clients
 * of {@code INITIALIZED} agree on them in their first request. Tollgate keeps no session for either.
 */
enum Revision {
    STATELESS,
    INITIALIZED;

    /** The version of {@code STATELESS}. */
    static final String CURRENT = "2026-07-28";

    /** The versions of {@code INITIALIZED}, newest first. */
    static final List<String> EARLIER = List.of("2025-11-25", "2025-06-18");

    private static final String VERSION_HEADER = "MCP-Protocol-Version";
    private static final String METHOD_HEADER = "Mcp-Method";
    private static final String NAME_HEADER = "Mcp-Name";
    private static final String ENCODED_START = "=?base64?";
    private static final String ENCODED_END = "?=";

    /** Returns all supported versions, newest first. */
    static ArrayNode supported() {
        ArrayNode versions = JsonNodeFactory.instance.arrayNode().add(CURRENT);
        EARLIER.forEach(versions::add);
        return versions;
    }

    /**
     * Returns the revision of a request, whose headers must repeat what its body says.
     *
     * @throws RpcError 400 if a header or metadata is missing or differs, or the version is not supported
     */
    static Revision of(RpcRequest request, MultiMap headers) {
        String header = headers.get(VERSION_HEADER);
        JsonNode version = request.meta("protocolVersion");
        boolean stateless = !version.isMissingNode() || CURRENT.equals(header);
        if (!stateless) {
            if (header != null && !EARLIER.contains(header)) {
                throw unsupported(header);
            }
            return INITIALIZED;
        }
        if (!version.isTextual()) {
            throw missing("protocolVersion", "a string");
        }
        requireSame(VERSION_HEADER, header, version.textValue());
        if (!CURRENT.equals(header)) {
            throw unsupported(version.textValue());
        }
        if (!request.meta("clientCapabilities").isObject()) {
            throw missing("clientCapabilities", "an object");
        }
        requireSame(METHOD_HEADER, headers.get(METHOD_HEADER), request.method());
        if (request.method().equals(McpServer.CALL)) {
            requireSame(
                    NAME_HEADER,
                    decoded(headers.get(NAME_HEADER)),
                    request.params().path("name").asText());
        }
        return STATELESS;
    }

    private static RpcError missing(String name, String type) {
        return new RpcError(
                400, RpcError.INVALID_PARAMS, "params._meta[\"io.modelcontextprotocol/" + name + "\"] must be " + type);
    }

    private static RpcError unsupported(String requested) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.set("supported", supported());
        return new RpcError(
                400, RpcError.UNSUPPORTED_VERSION, "Unsupported protocol version", data.put("requested", requested));
    }

    private static void requireSame(String name, @Nullable String header, String body) {
        if (!body.equals(header)) {
            throw new RpcError(
                    400,
                    RpcError.HEADER_MISMATCH,
                    "Header mismatch: " + name + " must be sent with the value in the body");
        }
    }

    /** Returns the value of a header that may be encoded; null if it is absent or its encoding is invalid. */
    private static @Nullable String decoded(@Nullable String value) {
        if (value == null || !value.startsWith(ENCODED_START) || !value.endsWith(ENCODED_END)) {
            return value;
        }
        String encoded = value.substring(
                ENCODED_START.length(), Math.max(ENCODED_START.length(), value.length() - ENCODED_END.length()));
        try {
            return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException invalid) {
            return null;
        }
    }
}
