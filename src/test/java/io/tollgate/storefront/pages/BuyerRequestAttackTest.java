package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests for hosted pages whose forms, headers or paths no browser sends. Each has a defined outcome. */
class BuyerRequestAttackTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private RawHttp.Response raw(String head, String body) {
        RawHttp.Response response = RawHttp.send(
                        shop.gateway().port(), head + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .responses()
                .get(0);
        BuyerAttackTest.plain(new Shown(response.status(), "", response.body()));
        return response;
    }

    private String post(Shelf shelf, String headers) {
        return "POST " + shelf.path() + " HTTP/1.1\r\nHost: localhost:"
                + shop.gateway().port() + "\r\n" + headers;
    }

    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";

    @ParameterizedTest
    @CsvSource({
        "'a=%zz', 400",
        "'a=%', 400",
        "'a=%00', 400",
        "'fields.x=\u00ff\u00fe', 400",
        "'csrf=%ff%fe', 400",
        "'%ff=x', 400",
        "'a=%ed%a0%80', 400",
        "'a=%c0%ae', 400",
        "'a=%c3', 400",
        "'a=%c3%bc', 403",
        "'=&=&&&', 403",
        "'', 403",
        "'csrf=x&csrf=y', 403"
    })
    void unreadableFormsAreRejected(String body, int status) {
        Shelf shelf = shop.product(1_900);
        assertThat(raw(post(shelf, FORM), body).status()).isEqualTo(status);
    }

    @Test
    void largeFormsAreRejected() {
        Shelf shelf = shop.product(1_900);
        assertThat(RawHttp.send(
                                shop.gateway().port(),
                                post(shelf, FORM) + "Content-Length: 65537\r\n\r\n" + "a".repeat(65_537))
                        .responses()
                        .get(0)
                        .status())
                .isEqualTo(413);
        assertThat(raw(post(shelf, FORM), "a=1&".repeat(1_200)).status()).isEqualTo(400);
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 1_200; i++) {
            many.append('n').append(i).append("=&");
        }
        assertThat(raw(post(shelf, FORM), many.toString()).status()).isEqualTo(400);
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        form.put("couponCode", "x".repeat(20_000));
        BuyerAttackTest.plain(ada.post(shelf.path(), form).expect(422));
        form.replaceAll((name, value) -> value.equals("Ada Lovelace") ? "x".repeat(30_000) : value);
        BuyerAttackTest.plain(ada.post(shelf.path(), form).expect(422));
        assertThat(shop.seller().live().get("/v1/payments").total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "multipart/form-data; boundary=x", "text/plain", "x"})
    void otherTypesOfFormsAreRejected(String type) {
        Shelf shelf = shop.product(1_900);
        assertThat(raw(post(shelf, "Content-Type: " + type + "\r\n"), "{}").status())
                .isEqualTo(415);
    }

    @Test
    void headersChangeNeitherAddressesNorMethods() {
        Shelf shelf = shop.product(1_900);
        String get = "GET " + shelf.path() + " HTTP/1.1\r\nHost: localhost:"
                + shop.gateway().port() + "\r\n";
        for (String header : List.of(
                "X-Forwarded-Host: evil.example",
                "X-Original-URL: /v1/payments",
                "X-Rewrite-URL: /v1/payments",
                "X-HTTP-Method-Override: DELETE",
                "Forwarded: host=evil.example",
                "Cookie: tollgate_visit=<script>; tollgate_visit=\"",
                "Accept-Language: " + "x,".repeat(500),
                "User-Agent: <script>alert(1)</script>",
                "Referer: https://evil.example/\"><script>")) {
            RawHttp.Response page = raw(get + header + "\r\n", "");
            assertThat(page.status()).as(header).isEqualTo(200);
            assertThat(page.body()).as(header).contains("Mug").doesNotContain("evil.example", "<script>");
        }
        for (String method : List.of("PUT", "DELETE", "PATCH")) {
            assertThat(raw(get.replaceFirst("GET", method), "").status()).isIn(404, 405);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/s/",
                "/s//",
                "/s/SELLER",
                "/s/SELLER/",
                "/s/SELLER/SLUG/../../../v1/payments",
                "/s/SELLER/SLUG/%2e%2e/%2e%2e/%2e%2e/v1/payments",
                "/s/SELLER/SLUG%00",
                "/s/SELLER/SLUG%2f..%2fx",
                "/s/SELLER/SLUG;x=1",
                "/s/SELLER/SLUG/summary",
                "/s/SELLER/SLUG/x/y",
                "/s/-/x/page.css",
                "/s/-/../../../etc/passwd",
                "/s/-/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
                "/s/SELLER'--/SLUG",
                "/s/SELLER/SLUG'%20OR%20'1'='1",
                "/s/%c3%28/%ff",
                "/S/SELLER/SLUG",
                "/s\\SELLER\\SLUG"
            })
    void otherPathsFindNothing(String path) {
        Shelf shelf = shop.product(1_900);
        String slug = shelf.path().replaceFirst(".*/", "");
        String target = path.replace("SELLER", shop.seller().name()).replace("SLUG", slug);
        RawHttp.Response page = raw(
                "GET " + target + " HTTP/1.1\r\nHost: localhost:"
                        + shop.gateway().port() + "\r\n",
                "");
        assertThat(page.status()).as(target).isIn(400, 401, 404);
        assertThat(page.body()).doesNotContain("root:", "\"data\"");
    }

    @Test
    void languagesOfTheAddressAreNotCopiedIntoHeadersOrPages() {
        Shelf shelf = shop.product(0);
        BuyerAttackTest.plain(ada.get(shelf.path() + "?lang=de%0d%0aSet-Cookie:x=1"))
                .expect(400);
        String evil = "?lang=de%22%3E%3Cscript%3E&x=%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
        Shown page = BuyerAttackTest.plain(ada.get(shelf.path() + evil)).expect(200);
        assertThat(page.html()).doesNotContain("<script>alert");
        Shown order = BuyerAttackTest.plain(ada.post(shelf.path() + evil, ada.form(page)))
                .expect(303);
        assertThat(order.path()).doesNotContain("lang", "\r", "\n");
    }
}
