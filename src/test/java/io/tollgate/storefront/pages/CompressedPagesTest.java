package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.support.Wire;
import io.tollgate.support.Wire.Answer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages, their files and JSON are compressed for clients that accept it, and nothing that repeats a secret is. */
class CompressedPagesTest {
    private static final Pattern ASSET = Pattern.compile("(?:href|src)=\"(/s/-/[^\"]+\\.(?:css|js))\"");
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");
    private static final int SAMPLES = 30;

    private final TestShop shop = TestShop.open();
    private final Wire wire = new Wire(shop.gateway().url());

    private static String withoutProof(String page) {
        return CSRF.matcher(page).replaceAll("");
    }

    @Test
    void aPageIsTheSameWithAndWithoutCompression() {
        String path = shop.product(1_900).path();
        Answer plain = wire.get(path);
        Answer packed = wire.packed(path);
        assertThat(plain.isCompressed()).isFalse();
        assertThat(packed.isCompressed()).isTrue();
        assertThat(packed.sent()).isLessThan(plain.sent() / 2);
        assertThat(withoutProof(packed.text())).isEqualTo(withoutProof(plain.text()));
        assertThat(plain.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(packed.header("Vary")).contains("Accept-Encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip;q=0", "br", "deflate, br;q=0.5"})
    void clientsThatDoNotAcceptGzipGetPlainPages(String accepted) {
        String path = shop.product(1_900).path();
        assertThat(wire.get(path, "Accept-Encoding", accepted).isCompressed()).isFalse();
        assertThat(wire.get("/embed.js", "Accept-Encoding", accepted).isCompressed())
                .isFalse();
    }

    @Test
    void stylesAndScriptsAreCompressedAndKeepTheirEtag() {
        Matcher assets = ASSET.matcher(wire.packed(shop.product(1_900).path()).text());
        Set<String> paths = new HashSet<>(Set.of("/embed.js"));
        assets.results().map(found -> found.group(1)).forEach(paths::add);
        assertThat(paths).hasSizeGreaterThan(2);
        for (String path : paths) {
            Answer plain = wire.get(path);
            Answer packed = wire.packed(path);
            assertThat(packed.isCompressed()).as(path).isTrue();
            assertThat(packed.body()).isEqualTo(plain.body());
            String tag = Objects.requireNonNull(packed.header("ETag"));
            assertThat(plain.header("ETag")).isEqualTo(tag);
            Answer known = wire.get(path, "Accept-Encoding", "gzip", "If-None-Match", tag);
            assertThat(known.status()).isEqualTo(304);
            assertThat(known.header("Vary")).isEqualTo("Accept-Encoding");
        }
    }

    @Test
    void longListsAndRecordsAreCompressedAndKeepTheirEtag() {
        for (int i = 0; i < 10; i++) {
            shop.product(1_900);
        }
        String one = shop.product(2_100).id();
        String key = "Bearer " + shop.seller().liveKey();
        for (String path : Set.of("/v1/checkout-pages?limit=20", "/v1/checkout-pages/" + one)) {
            Answer plain = wire.get(path, "Authorization", key);
            Answer packed = wire.get(path, "Authorization", key, "Accept-Encoding", "gzip");
            assertThat(packed.isCompressed()).as(path).isTrue();
            assertThat(packed.sent()).isLessThan(plain.sent() / 2);
            assertThat(packed.text()).isEqualTo(plain.text());
            assertThat(packed.header("ETag")).isEqualTo(plain.header("ETag"));
            assertThat(packed.header("Vary")).contains("Accept-Encoding");
        }
        assertThat(wire.get("/v1/account", "Authorization", "Bearer x", "Accept-Encoding", "gzip")
                        .isCompressed())
                .isFalse();
    }

    @Test
    void theLengthOfACompressedPageVaries() {
        String path = shop.product(1_900).path();
        Set<Integer> overhead = new HashSet<>();
        for (int i = 0; i < SAMPLES; i++) {
            byte[] sent = wire.packed(path).response().body();
            overhead.add((int) sent[10]);
        }
        assertThat(overhead).hasSizeGreaterThan(1);
    }

    @Test
    void noCompressedPageRepeatsASecretOfTheBrowser() {
        String path = shop.product(1_900).path() + "?embed=https%3A%2F%2Fshop.example";
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        ada.get(path).expect(200);
        String cookie = ada.cookie("tollgate_visit");
        String visit = cookie.substring(0, cookie.indexOf('.'));
        Set<String> parts = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Answer page = wire.get(path, "Accept-Encoding", "gzip", "Cookie", "tollgate_visit=" + cookie);
            assertThat(page.isCompressed()).isTrue();
            assertThat(page.text()).doesNotContain(visit, cookie);
            MatchResult proof = CSRF.matcher(page.text()).results().findFirst().orElseThrow();
            // The masked visit, the number, the id of the key, which is no secret, and the signature.
            String[] values = proof.group(1).split("[~.]");
            assertThat(values).hasSize(4);
            parts.addAll(List.of(values[0], values[1], values[3]));
        }
        assertThat(parts).hasSize(9);
    }

    @Test
    void aPageWithTheAddressOfAnOwnOrderIsNotCompressed() {
        Shelf shelf = shop.product(1_900);
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String order = ada.order(shelf.path(), Map.of()).expect(303).path();
        String cookie = "tollgate_visit=" + ada.cookie("tollgate_visit");
        Answer own = wire.get(shelf.path(), "Accept-Encoding", "gzip", "Cookie", cookie);
        assertThat(own.text()).contains(order);
        assertThat(own.isCompressed()).isFalse();
        assertThat(wire.packed(shelf.path()).isCompressed()).isTrue();
    }

    @Test
    void pagesThatAreNotStoredAreNotCompressed() {
        Shelf shelf = shop.product(1_900);
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String order = ada.order(shelf.path(), Map.of()).expect(303).path();
        Matcher edit = Pattern.compile("href=\"([^\"]*[?&;]openOrder=[^\"]*)\"")
                .matcher(ada.get(order).expect(200).html());
        assertThat(edit.find()).isTrue();
        Answer restored = wire.get(edit.group(1).replace("&amp;", "&"), "Accept-Encoding", "gzip");
        assertThat(restored.header("Cache-Control")).isEqualTo("no-store");
        assertThat(restored.isCompressed()).isFalse();
        Answer portal = wire.packed("/s/" + shop.seller().name() + "/portal");
        assertThat(portal.header("Cache-Control")).isEqualTo("no-store");
        assertThat(portal.isCompressed()).isFalse();
    }
}
