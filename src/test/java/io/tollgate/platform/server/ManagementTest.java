package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.TestEndpoints;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Health and metrics on their separate port. */
class ManagementTest {
    private final TestGateway gateway = TestGateway.shared();
    private final TestApi management = new TestApi(gateway.managementUrl(), null);

    @Test
    void health_is_on_the_management_port_only() {
        assertThat(management.get("/health/live").expect(200).body()).isEqualTo("{\"status\":\"live\"}");
        assertThat(management.get("/health/ready").expect(200).body()).isEqualTo("{\"status\":\"ready\"}");
        management.get("/").expect(404);
        management.get("/v1/payments").expect(404);
        for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
            gateway.api(null).get(path).expect(404);
        }
    }

    @Test
    void other_methods_are_refused_on_its_paths_only() {
        for (String path : List.of("/health/live", "/health/ready", "/metrics")) {
            for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "INVENTED")) {
                Reply refusal = management.send(method, path, Map.of()).expect(405);
                assertThat(refusal.header("Allow")).isEqualTo("GET, HEAD");
                management.send(method, path + "/more", Map.of()).expect(404);
            }
            Reply head = management.send("HEAD", path, Map.of()).expect(200);
            assertThat(head.body()).isEmpty();
            assertThat(head.header("Content-Type"))
                    .isEqualTo(management.get(path).expect(200).header("Content-Type"));
        }
    }

    /** HTTP/2 would allow floods of control frames, which no limit stops. */
    @Test
    void http_2_is_not_spoken_in_clear_text() {
        int port = URI.create(gateway.managementUrl()).getPort();
        String said = RawHttp.text(port, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        assertThat(said).startsWith("HTTP/").contains(" 501 ");
    }

    @Test
    void labels_do_not_grow_with_what_callers_invent() {
        TestSeller seller = gateway.seller();
        String id =
                seller.create(Payments.RESOURCE, true, payment -> {}).get("id").textValue();
        for (int i = 0; i < 30; i++) {
            seller.live().get("/v1/payments/" + id).expect(200);
            seller.live().get("/v1/invented" + i).expect(404);
            seller.live().get("/invented" + i + "/" + id).expect(404);
            seller.live().get("/v1/payments?search=invented" + i).expect(200);
            seller.live().send("INVENTED" + i, "/v1/payments", Map.of()).expect(405);
            gateway.api("invented" + i).get("/v1/payments").expect(401);
        }
        Reply metrics = management.get("/metrics").expect(200);
        assertThat(metrics.header("Content-Type")).startsWith("text/plain");
        assertThat(metrics.body())
                .doesNotContainIgnoringCase("invented")
                .doesNotContain(id, seller.id(), seller.liveKey());
        assertThat(labels(metrics.body(), "route"))
                .hasSizeLessThan(TestEndpoints.all().size() + 40);
        assertThat(labels(metrics.body(), "method")).contains("other").hasSizeLessThan(9);
        assertThat(metrics.body()).contains("tollgate_tenant_violations_total");
    }

    @Test
    void each_gateway_of_a_process_shows_its_own_pools() {
        try (TestGateway other = TestGateway.start(Map.of("eventLoops", "1"))) {
            String shown =
                    new TestApi(other.managementUrl(), null).get("/metrics").body();
            assertThat(labels(shown, "pool_name")).contains("transactions", "lists");
        }
        // Its end takes no metric from the others.
        assertThat(labels(management.get("/metrics").body(), "pool_name")).contains("transactions", "lists");
    }

    /** Returns the values of a label. */
    private static Set<String> labels(String metrics, String label) {
        return Pattern.compile(label + "=\"([^\"]*)\"")
                .matcher(metrics)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }
}
