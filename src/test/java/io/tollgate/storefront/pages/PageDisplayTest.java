package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How a page is shown: as a preview, embedded, in the seller's color, and with values of its address. */
class PageDisplayTest {
    private static final String POLICY = "Content-Security-Policy";
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(shop.gateway().url() + path)).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String body(String more) {
        return "{'name': 'Mug', 'locale': 'en-US', " + more
                + "'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}";
    }

    private JsonNode change(Shelf shelf, String body) {
        return shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + shelf.id(), body.replace('\'', '"'))
                .expect(200)
                .json()
                .get("data");
    }

    @Test
    void variantOptionsShowTheirPictures() {
        String image = FileSamples.upload(shop.seller().live(), "image", "oak.png", FileSamples.png(8, 8))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        Shelf page = shop.page("{'name': 'Frame', 'productData': {'title': 'Frame', 'prices': [{'amount': 1900,"
                + " 'currency': 'eur'}], 'variants': [{'name': 'Wood', 'options': [{'name': 'Oak', 'imageId': '" + image
                + "'}, {'name': 'Ash'}]}]}}");
        assertThat(ada.get(page.path()).expect(200).html())
                .containsOnlyOnce("/files/" + shop.seller().id() + "/" + image + "\" alt=\"\" width=\"120\"");
    }

    @Test
    void soldOutProductSaysOnlyThat() {
        Shelf gone = shop.page("{'name': 'Gone', 'locale': 'en-US', 'productData': {'title': 'Gone', 'stock': 0,"
                + " 'hasUnlimitedStock': false, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        assertThat(ada.get(gone.path()).expect(200).html())
                .contains("This is sold out.", "columns closed")
                .doesNotContain("fewer are left");
    }

    @Test
    void draftIsShownByItsPreviewLinkOnly() {
        Shelf draft = shop.page(body("'status': 'draft', "));
        String preview = draft.record().get("previewUrl").textValue();
        assertThat(preview).startsWith(draft.record().get("url").textValue() + "?preview=");
        ada.get(draft.path()).expect(404);
        String path = draft.path() + preview.substring(preview.indexOf('?'));
        assertThat(ada.get(path).expect(200).html()).contains("Preview:", "Mug", "noindex");
        assertThat(ada.order(path).expect(409).html()).contains("This is a preview.");
        ada.get(path.replace("preview=", "preview=9")).expect(404);
        assertThat(change(draft, "{'status': 'published'}").get("previewUrl").isNull())
                .isTrue();
        assertThat(ada.get(draft.path()).expect(200).html()).doesNotContain("Preview:");
        ada.order(draft.path()).expect(303);
    }

    private static String previewPath(Shelf draft) {
        String preview = draft.record().get("previewUrl").textValue();
        return draft.path() + preview.substring(preview.indexOf('?'));
    }

    @Test
    void previewOfAnEventShowsItsFormAndTakesNoOrder() {
        Shelf draft = shop.event("'status': 'draft', ", "", "{'name': 'Guest', 'price': 1900}");
        ada.get(draft.path()).expect(404);
        String path = previewPath(draft);
        assertThat(ada.get(path).expect(200).html())
                .contains("Preview:", "Guest", "name=\"csrf\"", "noindex")
                .doesNotContain("class=\"notice");
        String type = draft.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        assertThat(ada.order(path, Map.of("tickets." + type, "1")).expect(409).html())
                .contains("This is a preview. Nothing was ordered.");
    }

    @Test
    void previewOfAFormStoresNothing() {
        Shelf draft = shop.form("{'name': 'News', 'locale': 'en-US', 'status': 'draft'}");
        assertThat(ada.order(previewPath(draft)).expect(409).html())
                .contains("This is a preview. Nothing was sent or stored.")
                .doesNotContain("ordered");
    }

    @Test
    void addressSetsTheTextsOfAnEventThatAllowsIt() {
        String values = "?title=Blue%20concert&description=%3Cb%3Efor%20you%3C%2Fb%3E";
        String type = "{'name': 'Guest', 'price': 1900}";
        Shelf open = shop.event("'allowDynamicTitle': true, 'allowDynamicDescription': true, ", "", type);
        assertThat(ada.get(open.path() + values).html()).contains("Blue concert", "&lt;b&gt;for you&lt;/b&gt;");
        Shelf fixed = shop.event("", "", type);
        assertThat(ada.get(fixed.path() + values).html())
                .contains("Concert</h1>")
                .doesNotContain("<p>&lt;b&gt;for you");
    }

    @Test
    void previewOfAnotherPageShowsNothing() {
        Shelf one = shop.page(body("'status': 'draft', 'slug': 'one', "));
        Shelf other = shop.page(body("'status': 'draft', 'slug': 'other', "));
        String preview = one.record().get("previewUrl").textValue();
        ada.get(other.path() + preview.substring(preview.indexOf('?'))).expect(404);
    }

    @Test
    void onlyEmbeddedPagesCanBeFramed() throws Exception {
        Shelf open = shop.page(body(""));
        assertThat(get(open.path()).headers().firstValue(POLICY).orElseThrow()).contains("frame-ancestors 'none'");
        assertThat(get(open.path() + "?embed=1").headers().firstValue(POLICY).orElseThrow())
                .contains("frame-ancestors https: http://localhost:* http://127.0.0.1:*");
        Shelf closed = shop.page(body("'allowEmbed': false, "));
        assertThat(get(closed.path() + "?embed=1").headers().firstValue(POLICY).orElseThrow())
                .contains("frame-ancestors 'none'");
        Shelf listed = shop.page(body("'allowedEmbedOrigins': ['https://shop.example'], "));
        assertThat(get(listed.path() + "?embed=1").headers().firstValue(POLICY).orElseThrow())
                .endsWith("frame-ancestors https://shop.example");
        shop.seller()
                .live()
                .patch(
                        "/v1/checkout-pages/" + listed.id(),
                        "{\"allowedEmbedOrigins\": [\"https://shop.example; script-src *\"]}")
                .expect(400);
    }

    @Test
    void embeddedPageNeedsNoCookieButItsOwnOrigin() throws Exception {
        Shelf shelf = shop.page(body(""));
        String path = shelf.path() + "?embed=https%3A%2F%2Fshop.example";
        HttpResponse<String> page = get(path);
        assertThat(page.headers().firstValue("Set-Cookie").orElseThrow())
                .contains("SameSite=None", "Secure", "Partitioned");
        assertThat(page.body()).contains("data-parent=\"https://shop.example\"");
        Map<String, String> form = ada.form(new Shown(200, path, page.body()));
        Buyer without = new Buyer(shop.gateway().url(), "ada@example.com");
        without.post(path, form).expect(403);
        without.post(path, form, "Origin", "https://shop.example").expect(403);
        without.post(shelf.path(), form, "Origin", shop.gateway().url()).expect(403);
        Shown ordered = without.post(path, form, "Origin", shop.gateway().url()).expect(303);
        assertThat(ordered.path()).endsWith("?embed=https%3A%2F%2Fshop.example");
    }

    @Test
    void embeddedPageLeavesLanguageAndBackgroundToTheSite() throws Exception {
        Shelf shelf = shop.page(body(""));
        assertThat(get(shelf.path()).body()).contains("hreflang");
        String embedded =
                get(shelf.path() + "?embed=https%3A%2F%2Fshop.example").body();
        assertThat(embedded).contains("class=\"embedded\"").doesNotContain("hreflang");
        Matcher styles = Pattern.compile("href=\"([^\"]*/page\\.css)\"").matcher(embedded);
        assertThat(styles.find()).isTrue();
        assertThat(get(styles.group(1)).body()).contains(".embedded { background: transparent; }");
    }

    @Test
    void embedScriptIsCachedAndForAllSites() throws Exception {
        HttpResponse<String> script = get("/embed.js");
        assertThat(script.headers().firstValue("Cross-Origin-Resource-Policy")).contains("cross-origin");
        assertThat(script.headers().firstValue("Cache-Control").orElseThrow()).contains("max-age=3600");
        String tag = script.headers().firstValue("ETag").orElseThrow();
        assertThat(get("/embed.js", "If-None-Match", tag).statusCode()).isEqualTo(304);
    }

    @Test
    void accentColorStylesThePages() throws Exception {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"accentColor\": \"#ffe600\"}")
                .expect(200);
        Shelf shelf = shop.page(body(""));
        assertThat(get(shelf.path()).body()).contains("/s/-/theme1/ffe600.css");
        assertThat(get("/s/-/theme1/ffe600.css").body()).contains("--accent:#ffe600;--on-accent:#000000");
        shop.seller().live().patch("/v1/account", "{\"accentColor\": \"red\"}").expect(400);
        assertThat(get("/s/-/theme1/red.css").statusCode()).isEqualTo(404);
    }

    @Test
    void addressSetsPriceAndTextsThatThePageAllows() {
        Shelf shelf = shop.page(body("'allowDynamicPrice': true, 'allowDynamicTitle': true,"
                + " 'allowDynamicDescription': true, 'allowDynamicDiscountedFromPrice': true, "));
        String path = shelf.path() + "?price=1250&title=Blue%20mug&discountedFromPrice=2000"
                + "&description=%3Cb%3Efor%20you%3C%2Fb%3E";
        assertThat(ada.get(path).html())
                .contains("€12.50", "€20.00", "Blue mug", "&lt;b&gt;for you&lt;/b&gt;")
                .doesNotContain("€19.00");
        Shown order = ada.order(path).expect(303);
        ada.pay(order.path(), "4242424242424242");
        ada.comeBack(order.path());
        JsonNode payment = shop.seller().live().get("/v1/payments").json().at("/data/0");
        assertThat(payment.get("amountPaid").longValue()).isEqualTo(1_250);
        assertThat(payment.get("dynamicPrice").longValue()).isEqualTo(1_250);
        assertThat(payment.get("productPrice").longValue()).isEqualTo(1_250);
        assertThat(payment.at("/priceSnapshot/amount").longValue()).isEqualTo(1_900);
        for (String invalid : new String[] {"-1", "100000000", "1.5", "1e3", ""}) {
            assertThat(ada.get(shelf.path() + "?price=" + invalid).html())
                    .as(invalid)
                    .contains("€19.00");
        }
    }

    @Test
    void addressSetsNothingWithoutPermission() {
        Shelf shelf = shop.page(body(""));
        String path = shelf.path() + "?price=1&title=Other&description=Other&label=Other&discountedFromPrice=9900";
        assertThat(ada.get(path).html()).contains("€19.00").doesNotContain(">Other", "€0.01", "€99.00");
        Shown order = ada.order(path).expect(303);
        assertThat(ada.get(order.path()).html()).contains("Pay €19.00");
    }

    @Test
    void addressSelectsThePrice() {
        Shelf shelf = shop.page("{'name': 'Mug', 'locale': 'en-US', 'allowDynamicPreselectedPrice': true,"
                + " 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur', 'label': 'One'},"
                + " {'amount': 3500, 'currency': 'eur', 'label': 'Two', 'badge': 'Best', 'badgeIcon': 'star'}]}}");
        String reference = shelf.record().at("/product/prices/1/reference").textValue();
        Shown page = ada.get(shelf.path() + "?preselectedPrice=" + reference);
        assertThat(ada.form(page))
                .containsEntry(
                        "priceId", shelf.record().at("/product/prices/1/id").textValue());
        assertThat(page.html()).contains("class=\"icon\"");
    }

    @Test
    void pageStaysSmall() throws Exception {
        Shelf shelf = shop.page(body(""));
        int size = get(shelf.path() + "?embed=1").body().length();
        for (String asset : new String[] {"page.css", "page.js", "frame.js", "payment.js", "wait.js"}) {
            size += get(StorefrontAssets.path(asset)).body().length();
        }
        assertThat(size).isLessThan(60_000);
    }
}
