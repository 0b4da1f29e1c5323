package io.tollgate.platform.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.McpClient;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages in both revisions of the protocol, and requests that are none. */
class McpProtocolTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Map<String, String> TYPE = Map.of("Content-Type", "application/json");

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final McpClient agent = new McpClient(seller.live());

    private static void assertError(Reply reply, int status, int code) {
        JsonNode body = reply.expect(status).json();
        assertThat(body.at("/error/code").intValue()).as("%s", body).isEqualTo(code);
        assertThat(body.get("id").intValue()).isEqualTo(7);
        assertThat(body.has("result")).isFalse();
    }

    private Reply earlier(String method, String params, Map<String, String> headers) {
        ObjectNode message =
                JSON.objectNode().put("jsonrpc", "2.0").put("id", 7).put("method", method);
        message.set("params", TestApi.json(params.replace('\'', '"')));
        return seller.live().send("POST", "/mcp", headers, message.toString());
    }

    @Test
    void discovery() {
        JsonNode result = agent.send("server/discover", McpClient.params())
                .expect(200)
                .json()
                .get("result");
        assertThat(result.get("supportedVersions"))
                .map(JsonNode::textValue)
                .containsExactly("2026-07-28", "2025-11-25", "2025-06-18");
        assertThat(result.at("/capabilities/tools").isObject()).isTrue();
        assertThat(result.get("resultType").textValue()).isEqualTo("complete");
        assertThat(result.get("ttlMs").intValue()).isPositive();
        assertThat(result.get("cacheScope").textValue()).isEqualTo("public");
        assertThat(result.at("/_meta/io.modelcontextprotocol~1serverInfo/name").textValue())
                .isEqualTo("tollgate");
        JsonNode list =
                agent.send("tools/list", McpClient.params()).expect(200).json().get("result");
        assertThat(list.get("ttlMs").intValue()).isPositive();
        assertThat(list.get("cacheScope").textValue()).isEqualTo("public");
    }

    @Test
    void headers_repeat_the_body() {
        for (Map<String, String> wrong : List.of(
                Map.of("MCP-Protocol-Version", ""),
                Map.of("MCP-Protocol-Version", "2025-11-25"),
                Map.of("Mcp-Method", ""),
                Map.of("Mcp-Method", "tools/call"),
                Map.of("Mcp-Method", "TOOLS/LIST"))) {
            assertError(agent.send("tools/list", McpClient.params(), wrong), 400, RpcError.HEADER_MISMATCH);
        }
        ObjectNode call = McpClient.call("get_account", JSON.objectNode());
        for (String wrong : List.of("", "get_event", "=?base64?Z2V0X2V2ZW50?=", "=?base64?!?=")) {
            assertError(agent.send("tools/call", call, Map.of("Mcp-Name", wrong)), 400, RpcError.HEADER_MISMATCH);
        }
        agent.send("tools/call", call, Map.of("Mcp-Name", "=?base64?Z2V0X2FjY291bnQ=?="))
                .expect(200);
    }

    @Test
    void versions_and_metadata() {
        ObjectNode other = McpClient.params();
        ((ObjectNode) other.get("_meta")).put("io.modelcontextprotocol/protocolVersion", "1900-01-01");
        Reply unsupported = agent.send("server/discover", other, Map.of("MCP-Protocol-Version", "1900-01-01"));
        assertError(unsupported, 400, RpcError.UNSUPPORTED_VERSION);
        assertThat(unsupported.json().at("/error/data/supported/0").textValue()).isEqualTo("2026-07-28");
        assertThat(unsupported.json().at("/error/data/requested").textValue()).isEqualTo("1900-01-01");
        assertError(agent.send("server/discover", JSON.objectNode()), 400, RpcError.INVALID_PARAMS);
        for (String name : List.of("protocolVersion", "clientCapabilities")) {
            ObjectNode params = McpClient.params();
            ((ObjectNode) params.get("_meta")).remove("io.modelcontextprotocol/" + name);
            assertError(agent.send("server/discover", params), 400, RpcError.INVALID_PARAMS);
        }
    }

    @Test
    void unknown_methods_and_tools() {
        for (String method : List.of("initialize", "ping", "prompts/list", "resources/list", "no/method")) {
            assertError(agent.send(method, McpClient.params()), 404, RpcError.METHOD_NOT_FOUND);
        }
        for (String tool : List.of("no_tool", "", "upload_file", "Get_Account")) {
            assertError(
                    agent.send("tools/call", McpClient.call(tool, JSON.objectNode())),
                    tool.isEmpty() ? 400 : 200,
                    tool.isEmpty() ? RpcError.HEADER_MISMATCH : RpcError.INVALID_PARAMS);
        }
        assertError(
                agent.send("tools/call", McpClient.call("get_account", JSON.arrayNode())),
                200,
                RpcError.INVALID_PARAMS);
        assertError(agent.send("tools/list", McpClient.params().put("cursor", "x")), 200, RpcError.INVALID_PARAMS);
    }

    @Test
    void clients_that_initialize() {
        String client = "{'protocolVersion': '%s', 'capabilities': {}, 'clientInfo': {'name': 'x', 'version': '1'}}";
        for (Map.Entry<String, String> version : Map.of(
                        "2025-11-25", "2025-11-25", "2025-06-18", "2025-06-18", "2024-11-05", "2025-11-25")
                .entrySet()) {
            Reply reply = earlier("initialize", client.formatted(version.getKey()), TYPE);
            JsonNode result = reply.expect(200).json().get("result");
            assertThat(result.get("protocolVersion").textValue()).isEqualTo(version.getValue());
            assertThat(result.at("/serverInfo/name").textValue()).isEqualTo("tollgate");
            assertThat(result.at("/capabilities/tools").isObject()).isTrue();
            assertThat(reply.header("Mcp-Session-Id")).isNull();
        }
        Map<String, String> headers = Map.of("Content-Type", "application/json", "MCP-Protocol-Version", "2025-11-25");
        assertThat(earlier("ping", "{}", headers).expect(200).json().get("result"))
                .isEmpty();
        JsonNode list = earlier("tools/list", "{}", headers).expect(200).json().get("result");
        assertThat(list.get("tools")).hasSize(Tools.NAMES.size());
        assertThat(list.has("resultType")).isFalse();
        assertThat(earlier("tools/call", "{'name': 'get_account'}", headers)
                        .expect(200)
                        .json()
                        .at("/result/structuredContent"))
                .isEqualTo(seller.live().get("/v1/account").json());
        assertError(earlier("server/discover", "{}", headers), 200, RpcError.METHOD_NOT_FOUND);
        assertError(
                earlier("ping", "{}", Map.of("Content-Type", "application/json", "MCP-Protocol-Version", "2024-11-05")),
                400,
                RpcError.UNSUPPORTED_VERSION);
    }

    @Test
    void bodies_that_are_no_requests() {
        for (String broken : List.of("{", "{\"a\":1,\"a\":2}", "\ufeff{}")) {
            JsonNode body =
                    seller.live().send("POST", "/mcp", TYPE, broken).expect(400).json();
            assertThat(body.at("/error/code").intValue()).isEqualTo(RpcError.PARSE_ERROR);
            assertThat(body.get("id").isNull()).isTrue();
        }
        for (String invalid : List.of(
                "[]",
                "[{'jsonrpc':'2.0','id':1,'method':'ping'}]",
                "'ping'",
                "{'id':1,'method':'ping'}",
                "{'jsonrpc':'1.0','id':1,'method':'ping'}",
                "{'jsonrpc':'2.0','id':null,'method':'ping'}",
                "{'jsonrpc':'2.0','id':1.5,'method':'ping'}",
                "{'jsonrpc':'2.0','id':{},'method':'ping'}",
                "{'jsonrpc':'2.0','id':1,'method':1}",
                "{'jsonrpc':'2.0','id':1,'result':{}}",
                "{'jsonrpc':'2.0','id':1,'method':'ping','params':[]}")) {
            JsonNode body = seller.live()
                    .send("POST", "/mcp", TYPE, invalid.replace('\'', '"'))
                    .expect(400)
                    .json();
            assertThat(body.at("/error/code").intValue()).as(invalid).isEqualTo(RpcError.INVALID_REQUEST);
        }
        Reply accepted = seller.live()
                .send("POST", "/mcp", TYPE, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertThat(accepted.expect(202).body()).isEmpty();
    }

    @Test
    void requests_that_are_rejected_before_their_body_is_read() {
        Reply anonymous = new McpClient(gateway.api(null)).send("tools/list", McpClient.params());
        assertThat(anonymous.expect(401).json().get("error").textValue()).isEqualTo("Unauthorized");
        String challenge = String.valueOf(anonymous.header("WWW-Authenticate"));
        assertThat(challenge).startsWith("Bearer resource_metadata=\"http").endsWith("/oauth-protected-resource\"");
        assertThat(gateway.api("sk_live_wrong").post("/mcp", "{}").status()).isEqualTo(401);
        assertThat(gateway.api(null).get("/v1/payments").header("WWW-Authenticate"))
                .isEqualTo("Bearer");
        for (String method : List.of("GET", "DELETE", "PUT")) {
            Reply other = seller.live().send(method, "/mcp", Map.of());
            assertThat(other.expect(405).header("Allow")).isEqualTo("POST");
        }
        seller.live()
                .send("POST", "/mcp", Map.of("Content-Type", "text/plain"), "{}")
                .expect(415);
        seller.live().post("/mcp?x=1", "{}").expect(400);
    }

    @Test
    void metadata_of_the_resource() {
        for (String path : List.of("", "/mcp")) {
            JsonNode metadata = gateway.api(null)
                    .get("/.well-known/oauth-protected-resource" + path)
                    .expect(200)
                    .json();
            assertThat(metadata.get("resource").textValue()).endsWith("/mcp");
            assertThat(metadata.at("/bearer_methods_supported/0").textValue()).isEqualTo("header");
        }
    }

    /** A page in a browser could otherwise reach a gateway in the network of its visitor. */
    @Test
    void pages_of_other_sites_are_rejected() {
        for (String origin : List.of("https://evil.example", "null", "http://127.0.0.1:1", "http://localhost")) {
            agent.send("tools/list", McpClient.params(), Map.of("Origin", origin))
                    .expect(403);
        }
        agent.send("tools/list", McpClient.params(), Map.of("Origin", "http://localhost:" + gateway.port()))
                .expect(200);
    }

    @Test
    void long_bodies() {
        String name = "x".repeat(70_000);
        JsonNode tooLong = agent.call("create_coupon", "{'label': '" + name + "'}");
        assertThat(McpToolsTest.error(tooLong, 413)).contains("65536");
        // A page has texts in HTML, so that its endpoint accepts more.
        assertThat(McpToolsTest.error(agent.call("create_form", "{'name': '" + name + "'}"), 400))
                .contains("name must");
        seller.live()
                .send("POST", "/mcp", TYPE, "{\"a\":\"" + "x".repeat(700_000) + "\"}")
                .expect(413);
    }

    @Test
    void requests_count_against_the_rate_limit() {
        assertThat(agent.send("server/discover", McpClient.params()).header("RateLimit-Limit"))
                .isNotNull();
        try (TestGateway strict =
                TestGateway.startPatient(Map.of("rateLimits.keyBurst", "1", "rateLimits.keyPerSecond", "1"))) {
            McpClient eager = new McpClient(strict.api(seller.liveKey()));
            // Requests one after the other could take longer than the second of a request.
            assertThat(Parallel.times(
                            20,
                            i -> eager.send("server/discover", McpClient.params())
                                    .status()))
                    .contains(429)
                    .isSubsetOf(200, 429);
        }
    }
}
