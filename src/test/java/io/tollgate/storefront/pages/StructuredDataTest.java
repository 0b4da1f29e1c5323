package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What hosted pages say to search engines, messengers and agents in their head. */
class StructuredDataTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/ld\\+json\">(.*?)</script>", Pattern.DOTALL);
    private static final String SCHEMA = "https://schema.org/";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private String html(String path) {
        return ada.get(path).expect(200).html();
    }

    private JsonNode data(Shelf shelf) throws IOException {
        return data(html(shelf.path()));
    }

    private static JsonNode data(String html) throws IOException {
        Matcher found = DATA.matcher(html);
        assertThat(found.find()).as(html).isTrue();
        return new ObjectMapper().readTree(found.group(1));
    }

    private static String head(String html) {
        return html.substring(0, html.indexOf("</head>"));
    }

    private Shelf product(String prices, String more) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'sku': 'MUG-1',"
                + " 'description': '<p>Blue &amp; <b>round</b></p>', " + more + "'prices': [" + prices + "]}}");
    }

    @Test
    void aProductHasAnOffer() throws IOException {
        Shelf shelf = product("{'amount': 1905, 'currency': 'eur'}", "");
        String url = shelf.record().get("url").textValue();
        JsonNode data = data(shelf);
        assertThat(data.get("@context").textValue()).isEqualTo("https://schema.org");
        assertThat(data.get("@type").textValue()).isEqualTo("Product");
        assertThat(data.get("name").textValue()).isEqualTo("Mug");
        assertThat(data.get("description").textValue()).isEqualTo("Blue & round");
        assertThat(data.get("sku").textValue()).isEqualTo("MUG-1");
        assertThat(data.get("url").textValue()).isEqualTo(url);
        assertThat(data.at("/offers/@type").textValue()).isEqualTo("Offer");
        assertThat(data.at("/offers/price").textValue()).isEqualTo("19.05");
        assertThat(data.at("/offers/priceCurrency").textValue()).isEqualTo("EUR");
        assertThat(data.at("/offers/availability").textValue()).isEqualTo(SCHEMA + "InStock");
        assertThat(head(html(shelf.path())))
                .contains(
                        "<link rel=\"canonical\" href=\"" + url + "\">",
                        "<meta property=\"og:title\" content=\"Mug\">",
                        "<meta property=\"og:description\" content=\"Blue &amp; round\">",
                        "<meta property=\"og:url\" content=\"" + url + "\">",
                        "<meta name=\"twitter:card\" content=\"summary\">")
                .doesNotContain("noindex");
    }

    @Test
    void severalPricesAreOneOfferWithARange() throws IOException {
        JsonNode offers = data(product(
                        "{'label': 'One', 'amount': 1900, 'currency': 'jpy'},"
                                + " {'label': 'Set', 'amount': 7600, 'currency': 'jpy'},"
                                + " {'label': 'Friends', 'amount': 100, 'currency': 'jpy', 'hidden': true}",
                        ""))
                .get("offers");
        assertThat(offers.get("@type").textValue()).isEqualTo("AggregateOffer");
        assertThat(offers.get("lowPrice").textValue()).isEqualTo("1900");
        assertThat(offers.get("highPrice").textValue()).isEqualTo("7600");
        assertThat(offers.get("offerCount").intValue()).isEqualTo(2);
        assertThat(offers.at("/offers/1/name").textValue()).isEqualTo("Set");
        assertThat(offers.at("/offers/1/price").textValue()).isEqualTo("7600");
    }

    @Test
    void aPriceThatTheBuyerChoosesHasAMinimumOnly() throws IOException {
        JsonNode offer = data(product("{'amount': 500, 'currency': 'eur', 'payWhatYouWant': true}", ""))
                .get("offers");
        assertThat(offer.has("price")).isFalse();
        assertThat(offer.at("/priceSpecification/minPrice").textValue()).isEqualTo("5.00");
    }

    @Test
    void aSubscriptionIsNoPriceThatIsPaidOnce() throws IOException {
        JsonNode offer = data(product(
                        "{'amount': 900, 'currency': 'eur', 'setupFee': 1500,"
                                + " 'recurring': {'interval': 'month', 'intervalCount': 3}}",
                        ""))
                .get("offers");
        assertThat(offer.has("price")).isFalse();
        JsonNode regular = offer.at("/priceSpecification/0");
        assertThat(regular.get("price").textValue()).isEqualTo("9.00");
        assertThat(regular.get("priceComponentType").textValue()).isEqualTo(SCHEMA + "Subscription");
        assertThat(regular.at("/referenceQuantity/value").intValue()).isEqualTo(3);
        assertThat(regular.at("/referenceQuantity/unitCode").textValue()).isEqualTo("MON");
        assertThat(offer.at("/priceSpecification/1/price").textValue()).isEqualTo("15.00");
    }

    @Test
    void anOfferContainsTheCheapestOptionThatMustBeChosen() throws IOException {
        Shelf shelf = product(
                "{'amount': 1900, 'currency': 'eur'}",
                "'variants': [{'name': 'Size', 'required': true, 'options': ["
                        + "{'name': 'L', 'additionalChargeAmount': 700},"
                        + " {'name': 'S', 'additionalChargeAmount': 250}]},"
                        + "{'name': 'Box', 'options': [{'name': 'Wood', 'additionalChargeAmount': 990}]}],");
        assertThat(data(shelf).at("/offers/price").textValue()).isEqualTo("21.50");
        assertThat(html(shelf.path())).contains("21.50");
    }

    @ParameterizedTest
    @CsvSource({"0, SoldOut", "3, InStock"})
    void aProductWithoutStockIsSoldOut(int stock, String availability) throws IOException {
        Shelf shelf =
                product("{'amount': 1900, 'currency': 'eur'}", "'hasUnlimitedStock': false, 'stock': " + stock + ", ");
        assertThat(data(shelf).at("/offers/availability").textValue()).isEqualTo(SCHEMA + availability);
    }

    @Test
    void anEventHasTheTimesOfItsZoneAndAnOfferForEachTicket() throws IOException {
        Shelf shelf = shop.event(
                "",
                "",
                "{'name': 'Seat', 'price': 1900, 'feeAmount': 150},"
                        + " {'name': 'Last', 'price': 900, 'capacity': 1, 'showAvailableQuantity': true},"
                        + " {'name': 'Child', 'pricing': 'free'},"
                        + " {'name': 'Patron', 'price': 5000, 'pricing': 'pwyw'},"
                        + " {'name': 'Press', 'price': 100, 'hidden': true}");
        JsonNode data = data(shelf);
        assertThat(data.get("@type").textValue()).isEqualTo("Event");
        assertThat(data.get("startDate").textValue()).isEqualTo("2036-09-18T20:00:00+02:00");
        assertThat(data.get("endDate").textValue()).isEqualTo("2036-09-18T22:30:00+02:00");
        assertThat(data.get("eventStatus").textValue()).isEqualTo(SCHEMA + "EventScheduled");
        assertThat(data.get("eventAttendanceMode").textValue()).isEqualTo(SCHEMA + "OfflineEventAttendanceMode");
        assertThat(data.at("/location/name").textValue()).isEqualTo("Town hall");
        JsonNode offers = data.get("offers");
        assertThat(offers).hasSize(4);
        assertThat(offers.at("/0/price").textValue()).isEqualTo("20.50");
        assertThat(offers.at("/0/availability").textValue()).isEqualTo(SCHEMA + "InStock");
        assertThat(offers.at("/1/inventoryLevel/value").intValue()).isEqualTo(1);
        assertThat(offers.at("/2/price").textValue()).isEqualTo("0.00");
        assertThat(offers.at("/3/priceSpecification/minPrice").textValue()).isEqualTo("50.00");
        String last = shelf.record().at("/ticketGroups/0/ticketTypes/1/id").textValue();
        ada.order(shelf.path(), Map.of("tickets." + last, "1")).expect(303);
        JsonNode other = data(new Buyer(shop.gateway().url(), "eve@example.com")
                .get(shelf.path())
                .expect(200)
                .html());
        assertThat(other.at("/offers/1/availability").textValue()).isEqualTo(SCHEMA + "SoldOut");
    }

    @Test
    void ticketsOfAPastEventCannotBeBought() throws IOException {
        JsonNode data = data(shop.event("{'name': 'Concert', 'locale': 'en-US', 'eventDetails': {'currency': 'eur',"
                + " 'startDate': '2020-09-18T18:00:00Z'}, 'ticketGroups': [{'name': 'Hall',"
                + " 'ticketTypes': [{'name': 'Seat', 'price': 1900}]}]}"));
        assertThat(data.get("startDate").textValue()).isEqualTo("2020-09-18T18:00:00Z");
        assertThat(data.at("/offers/0/availability").textValue()).isEqualTo(SCHEMA + "OutOfStock");
    }

    @Test
    void howToJoinOnlineStaysSecret() throws IOException {
        Shelf shelf = shop.event(
                "", "'type': 'hybrid', 'meetingLink': 'https://meet.example/secret', ", "{'name': 'Seat', 'price': 1}");
        JsonNode data = data(shelf);
        assertThat(data.get("eventAttendanceMode").textValue()).isEqualTo(SCHEMA + "MixedEventAttendanceMode");
        assertThat(data.at("/location/1/url")).isEqualTo(data.get("url"));
        assertThat(html(shelf.path())).doesNotContain("meet.example");
    }

    @Test
    void imagesHaveAbsoluteAddresses() throws IOException {
        String image = FileSamples.upload(shop.seller().live(), "image", "mug.png", FileSamples.png(8, 8))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        Shelf shelf = shop.page("{'name': 'Mug', 'locale': 'en-US', 'imageIds': ['" + image
                + "'], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        String url = data(shelf).at("/image/0").textValue();
        String page = shelf.record().get("url").textValue();
        assertThat(url)
                .isEqualTo(page.substring(0, page.indexOf("/s/")) + "/files/"
                        + shop.seller().id() + "/" + image);
        assertThat(head(html(shelf.path())))
                .contains(
                        "<meta property=\"og:image\" content=\"" + url + "\">",
                        "<meta name=\"twitter:card\" content=\"summary_large_image\">");
    }

    @Test
    void textsOfSellersCannotLeaveTheData() throws IOException {
        String name = "</script><script>alert(1)</script><!-- \\\" &amp; \u2028";
        Shelf shelf = shop.page("{'name': 'Mug', 'title': '" + name + "', 'productData': {'title': '" + name
                + "', 'prices': [{'label': '" + name + "', 'amount': 1900, 'currency': 'eur'}]}}");
        String html = html(shelf.path());
        assertThat(html).doesNotContain("<script>alert", "<!-- ");
        JsonObject data = new JsonObject().put("name", name);
        assertThat(data.encode()).as("the control").contains("</script>");
        assertThat(PageMarkup.script(data)).doesNotContain("<", ">", "&");
        assertThat(data(html).get("name").textValue())
                .isEqualTo("</script><script>alert(1)</script><!-- \" &amp; \u2028");
    }

    @Test
    void theAddressDoesNotChangeTheData() throws IOException {
        Shelf shelf = shop.page("{'name': 'Mug', 'allowDynamicTitle': true, 'allowDynamicPrice': true, 'productData':"
                + " {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        String html = html(shelf.path() + "?title=Scam&price=1");
        assertThat(html).contains("Scam");
        assertThat(head(html)).contains("og:title\" content=\"Mug\"").doesNotContain("Scam\">");
        JsonNode data = data(html);
        assertThat(data.get("name").textValue()).isEqualTo("Mug");
        assertThat(data.at("/offers/price").textValue()).isEqualTo("19.00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"'testmode': true | true", "'googleIndex': false | true", "'status': 'archived' | false"})
    void pagesThatMustNotBeIndexedHaveNoData(String setting, boolean card) {
        Shelf shelf = shop.page("{'name': 'Mug', " + setting
                + ", 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        String html = html(shelf.path());
        assertThat(html).contains("noindex").doesNotContain("ld+json");
        assertThat(html.contains("og:title")).isEqualTo(card);
    }

    @Test
    void embeddedPagesAndPreviewsSayNothing() {
        Shelf shelf = product("{'amount': 1900, 'currency': 'eur'}", "");
        assertThat(html(shelf.path() + "?embed=1")).doesNotContain("ld+json", "og:title", "canonical");
        Shelf draft = shop.page("{'name': 'Mug', 'status': 'draft', 'productData': {'title': 'Mug',"
                + " 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        String preview = draft.record().get("previewUrl").textValue();
        assertThat(html(draft.path() + preview.substring(preview.indexOf('?'))))
                .contains("noindex")
                .doesNotContain("ld+json", "og:title", "canonical");
    }

    @Test
    void aFormHasACardOnly() {
        Shelf shelf = shop.form("{'name': 'News', 'title': 'Our news', 'locale': 'en-US'}");
        assertThat(head(html(shelf.path())))
                .contains("og:title\" content=\"Our news\"", "rel=\"canonical\"")
                .doesNotContain("ld+json");
    }
}
