package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.RawHttp;
import io.tollgate.support.RawHttp.Response;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links are built from {@code publicUrl}, whatever host a request names. */
class PublicLinksTest {
    private static final String EVIL = "evil.example";
    private static final Path SOURCES = Path.of("src/main/java/io/tollgate");
    private static final Path TEMPLATES = Path.of("src/main/jte");
    private static final Pattern HOST = Pattern.compile(
            "absoluteURI\\(|\\.authority\\(\\)|\\.scheme\\(\\)|HttpHeader(s|Names)\\.HOST"
                    + "|\"(Host|Forwarded|X-Forwarded-(?!For)[A-Za-z]+|X-Original-Host)\"",
            Pattern.CASE_INSENSITIVE);

    /** Compare the host or validate it, and build nothing from it. */
    private static final List<String> COMPARING = List.of(
            "BuyerRequest.java",
            "OfferRedirects.java",
            "OutboxPages.java",
            "RequestDecoding.java",
            "RequestGuard.java");

    private final TestShop shop = TestShop.open();

    private Response get(String path) {
        return RawHttp.send(
                        shop.gateway().port(),
                        "GET " + path + " HTTP/1.1\r\nHost: " + EVIL + "\r\nConnection: close\r\n\r\n")
                .only();
    }

    @Test
    void noPageRepeatsTheHostOfTheRequest() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 0}");
        Shelf mug = shop.product(1_900);
        Shelf form = shop.form("{'name': 'News'}");
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String order = ada.order(mug.path()).expect(303).path();
        List<String> paths = List.of(
                event.path(),
                event.path() + "/event.ics",
                mug.path(),
                form.path(),
                order,
                order + "/return",
                "/s/" + shop.seller().name() + "/portal",
                "/s/" + shop.seller().name() + "/none");
        for (String path : paths) {
            Response response = get(path);
            assertThat(response.body()).as(path).doesNotContain(EVIL);
            assertThat(response.headers()).as(path).noneMatch(header -> header.contains(EVIL));
        }
        assertThat(get(event.path() + "/event.ics").body().replace("\r\n ", ""))
                .contains(event.record().get("url").textValue());
    }

    private static List<String> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> reads(file, HOST))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !COMPARING.contains(name))
                    .toList();
        }
    }

    private static boolean reads(Path file, Pattern pattern) {
        try {
            return pattern.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Control: each way to read what a request says about its host is found. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "request.absoluteURI()",
                "request.authority()",
                "request.getHeader(\"Host\")",
                "request.headers().get(\"Host\")",
                "request.headers().getAll(\"host\")",
                "request.getHeader(HttpHeaders.HOST)",
                "request.headers().get(\"X-Forwarded-Host\")",
                "request.headers().get(\"x-forwarded-proto\")",
                "request.getHeader(\"Forwarded\")"
            })
    void readingTheHostIsFound(String code) {
        assertThat(HOST.matcher(code).find()).isTrue();
        assertThat(HOST.matcher("request.getHeader(\"X-Forwarded-For\")").find())
                .isFalse();
    }

    @Test
    void noBuilderOfLinksReadsTheHost() throws IOException {
        assertThat(sources(SOURCES.resolve("storefront"))).isEmpty();
        assertThat(sources(SOURCES.resolve("catalog"))).isEmpty();
        assertThat(sources(SOURCES.resolve("sales"))).isEmpty();
        assertThat(sources(SOURCES.resolve("accounts"))).isEmpty();
        // It names the headers that requests to webhooks keep for themselves.
        assertThat(sources(SOURCES.resolve("platform"))).containsExactly("CustomHeaders.java");
        assertThat(sources(TEMPLATES)).isEmpty();
    }
}
