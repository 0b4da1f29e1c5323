package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The viewer is served whole, by Tollgate alone, and leads nowhere else. */
class OpenApiDocsTest {
    private final TestApi anyone = TestGateway.shared().api(null);

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/docs/"})
    void the_page_loads_nothing_from_elsewhere(String path) {
        Reply page = anyone.get(path).expect(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self';")
                .doesNotContain("unsafe", "http:", "https:", "*");
        Set<String> addresses = new HashSet<>();
        Pattern.compile("(?:src|href)=\"([^\"]*)\"")
                .matcher(page.body())
                .results()
                .forEach(address -> addresses.add(address.group(1)));
        assertThat(addresses).hasSize(6).allSatisfy(address -> {
            assertThat(address).startsWith("/");
            anyone.get(address).expect(200);
        });
    }

    @Test
    void what_never_changes_under_its_address_may_be_kept() {
        Reply script = anyone.get("/docs/5.34.1/swagger-ui-bundle.js").expect(200);
        assertThat(script.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(script.header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(script.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openapi.json", "/docs", "/docs/docs.js", "/docs/5.34.1/swagger-ui.css"})
    void what_the_caller_has_already_is_not_sent_again(String path) {
        Reply first = anyone.get(path).expect(200);
        Reply again = anyone.send("GET", path, Map.of("If-None-Match", first.header("ETag")))
                .expect(304);
        assertThat(again.body()).isEmpty();
        anyone.send("GET", path, Map.of("If-None-Match", "W/\"other\"")).expect(200);
    }

    @Test
    void callers_that_take_it_get_it_packed() {
        Reply packed = anyone.send("GET", "/openapi.json", Map.of("Accept-Encoding", "br, gzip"))
                .expect(200);
        assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(packed.header("Vary")).isEqualTo("Accept-Encoding");
        Reply plain = anyone.send("GET", "/openapi.json", Map.of("Accept-Encoding", "gzip;q=0"))
                .expect(200);
        assertThat(plain.header("Content-Encoding")).isNull();
    }

    @Test
    void head_answers_without_a_body() {
        Reply head = anyone.send("HEAD", "/docs", Map.of()).expect(200);
        assertThat(head.body()).isEmpty();
        assertThat(Integer.parseInt(head.header("Content-Length"))).isPositive();
    }

    @Test
    void the_root_leads_to_the_page() {
        assertThat(anyone.get("/").expect(302).header("Location")).isEqualTo("/docs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/index.html",
                "/docs/../openapi/document.json",
                "/docs/..%2f..%2fopenapi%2fdocument.json",
                "/docs/%2e%2e/%2e%2e/logback.xml",
                "/docs/5.34.1/../../../../db/migration/V001__sellers_and_keys.sql",
                "/docs/5.34.1/",
                "/docs/5.34.1/index.html"
            })
    void there_is_no_way_to_other_files(String path) {
        assertThat(anyone.get(path).status()).isIn(400, 404);
    }
}
