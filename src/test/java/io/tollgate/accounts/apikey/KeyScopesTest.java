package io.tollgate.accounts.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every operation needs the scope that the OpenAPI document names, and no other. */
class KeyScopesTest {
    /** A form without parts. */
    private static final String END = "--b--\r\n";

    private static final String ID = "0".repeat(24);

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();

    /** An operation of the document. */
    private record Operation(String method, String path, String scope) {
        TestApi.Reply send(TestApi api) {
            String type = path.endsWith("/upload") ? "multipart/form-data; boundary=b" : "application/json";
            return method.equals("GET") || method.equals("DELETE")
                    ? api.send(method, path, Map.of())
                    : api.send(
                            method, path, Map.of("Content-Type", type), type.equals("application/json") ? "{}" : END);
        }
    }

    private List<Operation> operations() {
        List<Operation> found = new ArrayList<>();
        JsonNode paths =
                gateway.api(null).get("/openapi.json").expect(200).json().get("paths");
        paths.properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    String scope = operation.getValue().path("x-key-scope").asText();
                    String method = operation.getKey().toUpperCase(Locale.ROOT);
                    found.add(new Operation(method, path.getKey().replaceAll("\\{\\w+}", ID), scope));
                }));
        return found;
    }

    private TestApi with(Set<String> scopes) {
        String key = gateway.keys()
                .create(seller.name(), true, "scopes", List.copyOf(scopes), null)
                .key();
        return gateway.api(key);
    }

    @Test
    void scopesAreThoseOfTheOperations() {
        Set<String> named = new TreeSet<>();
        operations().forEach(operation -> named.add(operation.scope()));
        assertThat(named).containsExactlyElementsOf(KeyScopes.ALL);
        KeyScopes.PRESETS.values().forEach(preset -> assertThat(KeyScopes.ALL).containsAll(preset));
    }

    @Test
    void aKeyWithAllOtherScopesIsRefused() {
        List<Operation> operations = operations();
        assertThat(operations).hasSizeGreaterThan(100);
        for (String scope : KeyScopes.ALL) {
            Set<String> others = new TreeSet<>(KeyScopes.ALL);
            others.remove(scope);
            TestApi api = with(others);
            operations.stream().filter(one -> one.scope().equals(scope)).forEach(operation -> {
                TestApi.Reply reply = operation.send(api).expect(403);
                assertThat(reply.json().at("/code").asText())
                        .as(operation.toString())
                        .isEqualTo("missing_scope");
                assertThat(reply.json().at("/message").asText()).contains(" " + scope + ".");
            });
        }
    }

    @Test
    void aKeyWithOnlyTheScopeIsServed() {
        List<Operation> operations = operations();
        for (String scope : KeyScopes.ALL) {
            TestApi api = with(Set.of(scope));
            operations.stream().filter(one -> one.scope().equals(scope)).forEach(operation -> {
                TestApi.Reply reply = operation.send(api);
                assertThat(reply.json().at("/code").asText())
                        .as(operation + " returned " + reply.status())
                        .isNotEqualTo("missing_scope");
            });
        }
    }

    @Test
    void exportsNeedTheScopeOfTheirList() {
        TestApi exports = with(Set.of("exports:read", "exports:write", "payments:read"));
        String body = "{\"list\": \"%s\", \"format\": \"csv\", \"schedule\": \"once\"}";
        exports.post("/v1/exports", body.formatted("payments")).expect(201);
        assertThat(exports.post("/v1/exports", body.formatted("customers"))
                        .expect(403)
                        .body())
                .contains("customers:read");
        String customers = seller.live()
                .post("/v1/exports", body.formatted("customers"))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        exports.get("/v1/exports/" + customers + "/files").expect(403);
    }

    @Test
    void toolsOfAgentsNeedTheScopeToo() {
        TestApi agent = with(Set.of("events:read"));
        String call = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\","
                + " \"params\": {\"name\": \"%s\", \"arguments\": {}}}";
        Map<String, String> headers = Map.of(
                "Content-Type", "application/json",
                "Accept", "application/json, text/event-stream",
                "MCP-Protocol-Version", "2025-11-25");
        assertThat(agent.send("POST", "/mcp", headers, call.formatted("list_payments"))
                        .expect(200)
                        .body())
                .contains("missing_scope");
        assertThat(agent.send("POST", "/mcp", headers, call.formatted("list_events"))
                        .expect(200)
                        .body())
                .doesNotContain("missing_scope");
    }

    @Test
    void listsAsCsvNeedTheScopeToo() {
        Map<String, String> csv = Map.of("Accept", "text/csv");
        with(Set.of("events:read")).send("GET", "/v1/payments", csv).expect(403);
        with(Set.of("payments:read")).send("GET", "/v1/payments", csv).expect(200);
    }
}
