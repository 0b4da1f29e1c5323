package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.guide.Guide;
import io.tollgate.platform.guide.Guides;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation pages are complete, served by Tollgate alone, and link to no other site. */
class OpenApiDocsTest {
    private static final String SCALAR = "/docs/0.6.60/scalar.js";

    private final TestApi anyone = TestGateway.shared().api(null);

    static List<String> pages() {
        return Stream.concat(
                        Guides.all().stream().map(Guide::path),
                        Stream.of("/docs/", "/docs/reference", "/docs/reference/"))
                .toList();
    }

    /** URLs that a page loads or links to. */
    private static Set<String> addresses(Reply page) {
        return Pattern.compile("(?:src|href|action)=\"([^\"]*)\"")
                .matcher(page.body())
                .results()
                .map(address -> address.group(1))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void the_page_loads_nothing_from_elsewhere(String path) {
        Reply page = anyone.get(path).expect(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(page.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
                .doesNotContain("http:", "https:", "*", "unsafe-eval");
        assertThat(page.body())
                .doesNotContain("<style", " style=", "javascript:")
                .doesNotContainPattern("<[^>]* on[a-z]+=")
                .doesNotContainPattern("<script(?! src=| defer src=)");
        assertThat(addresses(page)).hasSizeGreaterThan(10).allSatisfy(address -> {
            assertThat(address).matches("[/#](?!/).*");
            if (address.startsWith("/")) {
                anyone.get(address.replaceFirst("#.*", "")).expect(200);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("pages")
    void anchors_of_links_exist(String path) {
        Reply page = anyone.get(path).expect(200);
        assertThat(addresses(page))
                .filteredOn(address -> address.contains("#") && !address.startsWith("/docs/reference#"))
                .allSatisfy(address -> {
                    String[] parts = address.split("#", 2);
                    String target = parts[0].isEmpty()
                            ? page.body()
                            : anyone.get(parts[0]).body();
                    assertThat(target).contains("id=\"" + parts[1] + "\"");
                });
    }

    /** Scalar adds styles; the policy allows them by hash, on its page only. */
    @Test
    void only_the_reference_allows_inline_styles() throws Exception {
        String script = anyone.get(SCALAR).expect(200).body();
        Matcher style = Pattern.compile("createTextNode\\(`((?:[^`\\\\]++|\\\\.)*+)`\\)")
                .matcher(script);
        assertThat(style.find()).isTrue();
        String text = style.group(1).replaceAll("\\\\(.)", "$1");
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        assertThat(anyone.get("/docs/reference").header("Content-Security-Policy"))
                .as("hashes in Docs are those of this version of Scalar")
                .contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'")
                .endsWith("frame-ancestors 'none'")
                .contains("; script-src 'self'; ", "; style-src-attr 'unsafe-inline'; ");
        assertThat(anyone.get("/docs").header("Content-Security-Policy"))
                .contains("; style-src 'self'; ")
                .doesNotContain("unsafe");
    }

    @Test
    void the_reference_sends_nothing_to_its_vendor() {
        assertThat(anyone.get("/docs/reference.js").expect(200).body())
                .contains(
                        "withDefaultFonts: false",
                        "telemetry: false",
                        "agent: { disabled: true",
                        "mcp: { disabled: true",
                        "hideClientButton: true",
                        "persistAuth: false")
                .doesNotContain("proxyUrl");
    }

    @Test
    void each_guide_is_markdown_too_and_listed_for_language_models() {
        Reply list = anyone.get("/llms.txt").expect(200);
        assertThat(list.header("Content-Type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(list.body()).startsWith("# Tollgate\n\n> ").contains("(/openapi.json)");
        for (Guide guide : Guides.all()) {
            Reply markdown = anyone.get(guide.markdownPath()).expect(200);
            assertThat(markdown.header("Content-Type")).isEqualTo("text/markdown; charset=utf-8");
            assertThat(markdown.body()).startsWith("# " + guide.title() + "\n\n");
            assertThat(anyone.get(guide.path()).body()).contains("href=\"" + guide.markdownPath() + "\"");
            if (!guide.name().equals(Guide.INDEX)) {
                assertThat(list.body()).contains("- [" + guide.title() + "](" + guide.markdownPath() + "): ");
            }
        }
    }

    @Test
    void every_guide_in_the_folder_is_served() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/docs/guides"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Guides.NAMES.stream().map(name -> name + ".md").toList());
        }
    }

    @Test
    void search_leads_to_sections_and_endpoints() {
        List<String> urls = new ArrayList<>();
        anyone.get("/docs/search.json")
                .expect(200)
                .json()
                .forEach(found -> urls.add(found.get("url").textValue()));
        assertThat(urls)
                .doesNotHaveDuplicates()
                .contains("/docs/guides/writes#avoid-lost-updates", "/docs/reference#tag/payments/GET/v1/payments");
        assertThat(urls).filteredOn(url -> !url.startsWith("/docs/reference#")).allSatisfy(url -> {
            String[] parts = url.split("#");
            String page = anyone.get(parts[0]).expect(200).body();
            assertThat(parts.length == 1 || page.contains("id=\"" + parts[1] + "\""))
                    .isTrue();
        });
    }

    @Test
    void requests_are_shown_in_four_languages() {
        assertThat(anyone.get("/docs/guides/tickets").expect(200).body())
                .contains("data-language=\"curl\"", "HttpRequest.newBuilder", "await fetch(", "requests.post(");
    }

    @Test
    void versioned_assets_are_cached() {
        Reply script = anyone.get(SCALAR).expect(200);
        assertThat(script.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(script.header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(script.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/openapi.json", "/docs", "/docs/docs.js", "/docs/guides/lists", "/docs/guides/lists.md", SCALAR
            })
    void unchanged_pages_are_not_sent_again(String path) {
        Reply first = anyone.get(path).expect(200);
        Reply again = anyone.send("GET", path, Map.of("If-None-Match", first.header("ETag")))
                .expect(304);
        assertThat(again.body()).isEmpty();
        anyone.send("GET", path, Map.of("If-None-Match", "W/\"other\"")).expect(200);
    }

    @Test
    void clients_that_accept_gzip_get_it() {
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
    void the_root_redirects_to_the_documentation() {
        assertThat(anyone.get("/").expect(302).header("Location")).isEqualTo("/docs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/index.html",
                "/docs/../openapi/document.json",
                "/docs/..%2f..%2fopenapi%2fdocument.json",
                "/docs/%2e%2e/%2e%2e/logback.xml",
                "/docs/0.6.60/../../../../db/migration/V001__sellers_and_keys.sql",
                "/docs/0.6.60/",
                "/docs/0.6.60/index.html",
                "/docs/page.html",
                "/docs/guides/",
                "/docs/guides/../api.md",
                "/docs/guides/..%2fapi.md"
            })
    void other_files_cannot_be_reached(String path) {
        assertThat(anyone.get(path).status()).isIn(400, 404);
    }
}
