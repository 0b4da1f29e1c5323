package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HEAD has the same head as GET, and no body. */
class HeadTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private static Reply assertLikeGet(TestApi api, String path, Map<String, String> headers) {
        Reply head = api.send("HEAD", path, headers);
        Reply get = api.send("GET", path, headers);
        assertThat(head.body()).isEmpty();
        assertThat(head.status()).isEqualTo(get.status());
        assertThat(lasting(head)).as("%s", path).isEqualTo(lasting(get));
        return head;
    }

    private static Reply assertLikeGet(TestApi api, String path) {
        return assertLikeGet(api, path, Map.of());
    }

    private static Map<String, String> lasting(Reply reply) {
        Map<String, String> headers = new HashMap<>();
        reply.headers().forEach((name, values) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), values.get(0)));
        headers.keySet().removeAll(List.of("request-id", "date", "ratelimit-remaining", "ratelimit-reset"));
        return headers;
    }

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    @ParameterizedTest
    @MethodSource("resources")
    void lists_and_records_have_a_head(Resource resource) {
        String id = seller.create(resource, true, record -> {}).get("id").textValue();
        Reply list = assertLikeGet(api, resource.path());
        assertThat(list.status()).isEqualTo(200);
        assertThat(Integer.parseInt(list.header("Content-Length"))).isPositive();
        assertThat(assertLikeGet(api, resource.path() + "/" + id).header("ETag"))
                .isNotNull();
    }

    @Test
    void rejections_have_a_head() {
        assertThat(assertLikeGet(api, "/v1/payments?limit=0").status()).isEqualTo(400);
        assertThat(assertLikeGet(api, "/v1/payments/" + "0".repeat(24)).status())
                .isEqualTo(404);
        assertThat(assertLikeGet(api, "/v1/no").status()).isEqualTo(404);
        assertThat(assertLikeGet(TestGateway.shared().api(null), "/v1/payments").status())
                .isEqualTo(401);
        assertThat(api.send("HEAD", "/v1/quotes", Map.of()).expect(405).header("Allow"))
                .isEqualTo("POST");
        assertThat(api.send("PUT", "/v1/payments", Map.of()).expect(405).header("Allow"))
                .isEqualTo("GET, HEAD");
    }

    @Test
    void files_have_a_head() {
        TestApi anyone = TestGateway.shared().api(null);
        Reply made = FileSamples.upload(api, "image", "a.png", FileSamples.png(4, 4));
        String address = made.expect(201).json().at("/data/location").textValue();
        String path = address.replaceFirst("^https?://[^/]+", "");
        assertThat(assertLikeGet(anyone, path).header("Content-Type")).isEqualTo("image/png");
        assertLikeGet(api, "/v1/files/" + made.json().at("/data/id").textValue() + "/download");
    }

    /** An unannounced body would be read as the next response. */
    @Test
    void nothing_follows_a_head_on_its_connection() {
        String key = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + seller.liveKey() + "\r\n";
        String requests = "HEAD /v1/payments" + key + "\r\nHEAD /v1/no" + key + "\r\nGET /v1/payments" + key
                + "Connection: close\r\n\r\n";
        String sent = RawHttp.text(TestGateway.shared().port(), requests);
        assertThat(sent.split("HTTP/1.1 ", -1)).hasSize(4);
        assertThat(sent).containsOnlyOnce("{").endsWith("{\"data\":[],\"total\":0,\"has_more\":false}");
    }
}
