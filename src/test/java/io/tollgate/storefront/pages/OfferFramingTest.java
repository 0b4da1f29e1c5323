package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Overdue;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages on which one click charges a saved card are in no frame of a site that the seller has not named. */
class OfferFramingTest {
    private static final String VISA = "4242424242424242";
    private static final String SHOP = "?embed=https%3A%2F%2Fshop.example";
    private static final String EVIL = "?embed=https%3A%2F%2Fevil.example";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), Overdue.EMAIL);

    private HttpResponse<String> get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(shop.gateway().url() + path))
                .timeout(Duration.ofSeconds(60))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String ancestors(HttpResponse<String> page) {
        String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
        return policy.replaceAll("(?s).*frame-ancestors ([^;]+).*", "$1").strip();
    }

    /** Buys from a page that makes an offer, and returns the path of the order. */
    private String buy(String settings, String embedding) {
        Shelf lid = shop.product(700);
        Shelf mug = shop.page("{'name': 'Mug', 'locale': 'en-US', " + settings
                + "'funnelSteps': [{'type': 'upsell', 'enabled': true, 'config': {'action': 'checkout', 'pageId': '"
                + lid.id() + "'}}], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        String page = mug.path() + embedding;
        Shown order = ada.post(
                        page, ada.form(ada.get(page)), "Origin", shop.gateway().url())
                .expect(303);
        String path = order.path().replaceAll("\\?.*", "");
        assertThat(ada.pay(path, VISA)).isEqualTo("succeeded");
        ada.get(path + "/return").expect(303);
        return path;
    }

    private void assertLeaves(HttpResponse<String> page) {
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("data-leave").doesNotContain("value=\"accept\"");
    }

    @Test
    void offerOfAPageThatAnySiteEmbedsIsInNoFrame() throws Exception {
        String order = buy("", SHOP);
        for (String embedding : List.of(SHOP, EVIL, "?embed=1")) {
            assertLeaves(get(order + embedding));
        }
        HttpResponse<String> outside = get(order);
        assertThat(outside.body()).contains("value=\"accept\"");
        assertThat(ancestors(outside)).isEqualTo("'none'");
    }

    @Test
    void offerIsInTheFrameOfTheListedSiteOfThePurchaseOnly() throws Exception {
        String listed = "'allowedEmbedOrigins': ['https://shop.example', 'https://evil.example'], ";
        String order = buy(listed, SHOP);
        HttpResponse<String> offer = get(order + SHOP);
        assertThat(offer.body()).contains("value=\"accept\"");
        assertThat(ancestors(offer)).isEqualTo("https://shop.example");
        assertLeaves(get(order + EVIL));
        assertLeaves(get(order + "?embed=1"));
    }

    @Test
    void offerAfterAPurchaseOutsideOfFramesIsInNone() throws Exception {
        String order = buy("'allowedEmbedOrigins': ['https://shop.example'], ", "");
        assertLeaves(get(order + SHOP));
    }

    @Test
    void overduePageIsInNoFrame() throws Exception {
        Overdue overdue = new Overdue(shop);
        overdue.fail(Overdue.WITHOUT_FUNDS);
        assertThat(ancestors(get(overdue.path() + EVIL))).isEqualTo("'none'");
    }
}
