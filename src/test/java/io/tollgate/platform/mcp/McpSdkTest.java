package io.tollgate.platform.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The official client for Java, which nobody here wrote, calls tools. It begins with {@code initialize}. */
class McpSdkTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(150);

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();

    private McpSyncClient client(String key) {
        HttpClientStreamableHttpTransport transport = HttpClientStreamableHttpTransport.builder(gateway.url())
                .endpoint("/mcp")
                .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + key))
                .build();
        return McpClient.sync(transport)
                .requestTimeout(TIMEOUT)
                .initializationTimeout(TIMEOUT)
                .build();
    }

    @Test
    void reads_and_writes() {
        String id =
                seller.create(Payments.RESOURCE, true, record -> {}).get("id").textValue();
        try (McpSyncClient client = client(seller.liveKey())) {
            McpSchema.InitializeResult opened = client.initialize();
            assertThat(opened.protocolVersion()).isEqualTo("2025-11-25");
            assertThat(opened.serverInfo().name()).isEqualTo("tollgate");
            List<McpSchema.Tool> tools = client.listTools().tools();
            assertThat(tools).map(McpSchema.Tool::name).isEqualTo(Tools.NAMES);
            McpSchema.CallToolResult read = call(client, "get_payment", Map.of("paymentId", id));
            assertThat(read.isError()).isFalse();
            assertThat(data(read.structuredContent())).containsEntry("id", id);
            McpSchema.CallToolResult wrong = call(client, "get_payment", Map.of("paymentId", "x"));
            assertThat(wrong.isError()).isTrue();
            Map<String, Object> coupon =
                    new HashMap<>(Map.of("label", "x", "code", "SDK", "duration", "once", "percentOff", 10));
            McpSchema.CallToolResult preview = call(client, "create_coupon", coupon);
            coupon.put(Confirmations.ARGUMENT, ((Map<?, ?>) preview.structuredContent()).get(Confirmations.ARGUMENT));
            McpSchema.CallToolResult done = call(client, "create_coupon", coupon);
            assertThat(((Map<?, ?>) done.structuredContent()).get("status")).isEqualTo("done");
            assertThat(seller.live().get("/v1/coupons").total()).isEqualTo(1);
            client.ping();
        }
    }

    private static McpSchema.CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> data(Object content) {
        return (Map<String, Object>) ((Map<?, ?>) content).get("data");
    }
}
