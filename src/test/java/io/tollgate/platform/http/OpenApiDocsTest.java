package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.guide.Guide;
import io.tollgate.platform.guide.Guides;
import io.tollgate.platform.guide.ReferenceTest;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation pages are complete, served by Tollgate alone, and link to no other site. */
class OpenApiDocsTest {
    private final TestApi anyone = TestGateway.shared().api(null);

    static List<String> pages() {
        return Stream.of(
                        Guides.all().stream().map(Guide::path),
                        Guides.manuals().stream().map(Guide::path),
                        Stream.of("/docs/", "/docs/reference/", "/docs/search?q=refund"),
                        ReferenceTest.pages().stream())
                .flatMap(paths -> paths)
                .toList();
    }

    /** URLs that a page loads or links to. */
    private static Set<String> addresses(Reply page) {
        return Pattern.compile("<[a-z]+ (?:[^>]* )?(?:src|href|action)=\"([^\"]*)\"")
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
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; ")
                .endsWith("; frame-ancestors 'none'")
                .doesNotContain("http:", "https:", "*", "unsafe");
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
        assertThat(addresses(page)).filteredOn(address -> address.contains("#")).allSatisfy(address -> {
            String[] parts = address.split("#", 2);
            String target =
                    parts[0].isEmpty() ? page.body() : anyone.get(parts[0]).body();
            assertThat(target).contains("id=\"" + parts[1] + "\"");
        });
    }

    @Test
    void scripts_store_the_color_scheme_and_the_language_only() {
        for (String script : List.of("/docs/docs.js", "/docs/theme.js")) {
            String text = anyone.get(script).expect(200).body();
            assertThat(Pattern.compile("setItem\\('([^']*)'").matcher(text).results())
                    .extracting(stored -> stored.group(1))
                    .containsExactly(script.contains("theme") ? "tollgate-theme" : "tollgate-language");
            assertThat(text).doesNotContain("sessionStorage", "cookie", "indexedDB");
        }
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
    void requests_are_shown_in_four_languages() {
        assertThat(anyone.get("/docs/guides/tickets").expect(200).body())
                .contains("data-language=\"curl\"", "HttpRequest.newBuilder", "await fetch(", "requests.post(");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/openapi.json",
                "/docs",
                "/docs/docs.js",
                "/docs/guides/lists",
                "/docs/guides/lists.md",
                "/docs/reference/events"
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
                "/docs/reference/../../db/migration/V001__sellers_and_keys.sql",
                "/docs/reference/nothing",
                "/docs/security.md",
                "/docs/page.html",
                "/docs/guides/",
                "/docs/guides/../api.md",
                "/docs/guides/..%2fapi.md"
            })
    void other_files_cannot_be_reached(String path) {
        assertThat(anyone.get(path).status()).isIn(400, 404);
    }
}
