package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What follows a purchase: the confirmation, files, redirects, and limits for the next purchase. */
class AfterPurchaseTest {
    private static final String VISA = "4242424242424242";
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf free(String more, String product) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', " + more
                + "'productData': {'title': 'Mug', " + product
                + "'prices': [{'amount': 0, 'currency': 'eur'}]}}");
    }

    private Shown bought(Shelf shelf) {
        return bought(shelf.path());
    }

    private Shown bought(String path) {
        return ada.get(ada.order(path).expect(303).path());
    }

    private String orderId() {
        return shop.seller()
                .live()
                .get("/v1/payments")
                .json()
                .at("/data/0/orderId")
                .textValue();
    }

    @Test
    void redirectCarriesValuesOfTheOrder() {
        Shelf shelf = free(
                "'afterPaymentAction': 'redirect', 'redirectUrl': 'https://shop.example/thanks?a=1#top',"
                        + "'redirectUrlPath': [{'key': 'orderId', 'identifier': 'orderId'},"
                        + " {'key': 'fields', 'fieldKey': 'wish'}],"
                        + "'redirectUrlQuery': [{'parameter': 'mail', 'key': 'customer', 'identifier': 'email'},"
                        + " {'parameter': 'none', 'key': 'customer', 'identifier': 'phone'}],"
                        + "'fields': [{'label': 'Email', 'element': 'email', 'type': 'email', 'required': true},"
                        + " {'label': 'Wish', 'key': 'wish'}], ",
                "");
        String wish = "";
        for (JsonNode field : shelf.record().get("fields")) {
            wish = field.get("label").textValue().equals("Wish")
                    ? "fields." + field.get("id").textValue()
                    : wish;
        }
        Shown order = ada.order(shelf.path(), Map.of(wish, "a/b ?&ü")).expect(303);
        Shown left = ada.get(order.path()).expect(303);
        assertThat(left.path())
                .isEqualTo("https://shop.example/thanks/" + orderId()
                        + "/a%2Fb%20%3F%26%C3%BC?a=1&mail=ada%40example.com#top");
        order = ada.order(shelf.path(), Map.of(wish, "..")).expect(303);
        assertThat(ada.get(order.path()).path()).contains("/-?a=1");
    }

    @Test
    void confirmationStepLeadsElsewhere() {
        String next = shop.product(500).id();
        String step = "'afterPaymentAction': 'redirect', 'redirectUrl': 'https://shop.example/page',"
                + "'funnelSteps': [{'type': 'confirmation', 'config': %s}], ";
        Shelf redirect = free(
                step.formatted("{'action': 'redirect', 'redirectUrl': 'https://shop.example/thanks',"
                        + "'redirectUrlPath': [{'key': 'orderId', 'identifier': 'orderId'}], 'redirectUrlQuery': ["
                        + "{'key': 'customer', 'identifier': 'email'},"
                        + "{'parameter': 'mail', 'key': 'customer', 'identifier': 'email'}]}"),
                "");
        assertThat(bought(redirect).expect(303).path())
                .isEqualTo("https://shop.example/thanks/" + orderId() + "?mail=ada%40example.com");
        Shelf page = free(step.formatted("{'action': 'checkout', 'redirectPageId': '" + next + "'}"), "");
        assertThat(bought(page).expect(303).path())
                .startsWith("/s/" + shop.seller().name() + "/");
        Shelf confirmation = free(step.formatted("{'action': 'confirmation'}"), "");
        bought(confirmation).expect(200);
    }

    @Test
    void paidOrderLeadsToAnotherPage() {
        Shelf next = shop.product(500);
        Shelf shelf = shop.page("{'name': 'Mug', 'afterPaymentAction': 'checkout', 'redirectPageId': '" + next.id()
                + "', 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Shown order = ada.order(shelf.path() + "?lang=de").expect(303);
        assertThat(ada.get(order.path()).expect(200).html()).contains("id=\"payment\"");
        ada.pay(order.path().split("\\?")[0], VISA);
        assertThat(ada.comeBack(order.path().split("\\?")[0]).expect(303).path())
                .isEqualTo(next.path());
        shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + next.id(), "{\"status\": \"archived\"}")
                .expect(200);
        assertThat(ada.get(order.path()).expect(200).html()).contains("Vielen Dank");
    }

    @Test
    void addressSetsTheRedirectThatThePageAllows() {
        Shelf open = free("'allowDynamicRedirectUrl': true, ", "");
        Shelf closed = free("'slug': 'closed', ", "");
        String query = "?redirectUrl=https%3A%2F%2Fshop.example%2Fthanks";
        assertThat(bought(open.path() + query).expect(303).path()).isEqualTo("https://shop.example/thanks");
        bought(closed.path() + query).expect(200);
        for (String other : List.of("javascript%3Aalert(1)", "%2F%2Fshop.example", "https%3A%2F%2Fa%40b.example")) {
            bought(open.path() + "?redirectUrl=" + other).expect(200);
        }
    }

    @Test
    void confirmationStepReplacesTheTextsOfThePage() {
        Shelf shelf = free(
                "'customizeCheckoutConfirmation': true, 'confirmationCheckoutTitle': 'Of the page',"
                        + "'afterPaymentAction': 'redirect', 'redirectUrl': 'https://shop.example',"
                        + "'funnelSteps': [{'type': 'confirmation', 'config': {'customizeCheckoutConfirmation': true,"
                        + "'confirmationCheckoutTitle': 'Of the step',"
                        + "'confirmationCheckoutMessage': '<p>Hello<script>alert(1)</script></p>'}}], ",
                "");
        assertThat(bought(shelf).expect(200).html())
                .contains("Of the step", "<p>Hello</p>")
                .doesNotContain("Of the page", "alert(1)");
    }

    private String file(String name) {
        String form = "--x\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nfile\r\n"
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: text/plain\r\n\r\ncontent of " + name + "\r\n--x--\r\n";
        return shop.seller()
                .live()
                .send("POST", "/v1/files/upload", Map.of("Content-Type", "multipart/form-data; boundary=x"), form)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    @Test
    void filesOfTheProductAndOfChosenOptionsAreOffered() {
        String all = file("all.txt");
        String chosen = file("chosen.txt");
        String other = file("other.txt");
        Shelf shelf = free(
                "",
                "'fileIds': ['" + all + "'], 'variants': [{'name': 'Color', 'options': ["
                        + "{'name': 'Red', 'fileIds': ['" + chosen + "']}, {'name': 'Blue', 'fileIds': ['" + other
                        + "']}]}],");
        String variant = shelf.record().at("/product/variants/0/id").textValue();
        String option = shelf.record().at("/product/variants/0/options/0/id").textValue();
        Shown order =
                ada.order(shelf.path(), Map.of("variants." + variant, option)).expect(303);
        assertThat(ada.get(order.path()).html())
                .contains("all.txt", "chosen.txt")
                .doesNotContain("other.txt");
        Shown link = ada.get(order.path() + "/files/" + chosen).expect(302);
        String path = link.path().substring(link.path().indexOf("/files/"));
        assertThat(ada.get(path).expect(200).html()).isEqualTo("content of chosen.txt");
        ada.get(order.path() + "/files/" + other).expect(404);
    }

    @Test
    void filesNeedAPaidOrder() {
        String file = file("book.txt");
        Shelf shelf = shop.page("{'name': 'Book', 'productData': {'title': 'Book', 'fileIds': ['" + file
                + "'], 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Shown order = ada.order(shelf.path()).expect(303);
        ada.get(order.path() + "/files/" + file).expect(404);
        ada.pay(order.path(), VISA);
        ada.get(order.path() + "/files/" + file).expect(302);
    }

    @Test
    void refundedOrderGivesNoFiles() {
        String file = file("book.txt");
        Shelf shelf = shop.page("{'name': 'Book', 'locale': 'en-US', 'productData': {'title': 'Book', 'fileIds': ['"
                + file + "'], 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        Shown order = ada.order(shelf.path()).expect(303);
        ada.pay(order.path(), VISA);
        assertThat(ada.comeBack(order.path()).html()).contains("book.txt");
        String payment = shop.seller()
                .live()
                .get("/v1/payments")
                .expect(200)
                .json()
                .at("/data/0/id")
                .textValue();
        shop.seller().live().post("/v1/payments/" + payment + "/refund", "{}").expect(200);
        assertThat(shop.settles(() -> !ada.get(order.path()).html().contains("book.txt")))
                .isTrue();
        ada.get(order.path() + "/files/" + file).expect(404);
    }

    @Test
    void trackingCodesSeeOnlyTheOrderNumberAndAmount() {
        Shelf shelf = free("'trackingCodes': '<script>window.pixel = 1</script>', ", "");
        Shown confirmation = bought(shelf);
        assertThat(confirmation.html()).doesNotContain("window.pixel");
        Matcher frame = Pattern.compile("<iframe src=\"([^\"]+)\"[^>]*sandbox=\"allow-scripts\"")
                .matcher(confirmation.html());
        assertThat(frame.find()).isTrue();
        String path = frame.group(1).replace("&amp;", "&");
        assertThat(path).doesNotContain(confirmation.path());
        assertThat(ada.get(path).expect(200).html())
                .contains("orderId:\"" + orderId() + "\",amount:0,currency:\"eur\"", "window.pixel = 1");
        ada.get(path.replace("amount=0", "amount=9900")).expect(404);
    }

    @Test
    void limitedProductIsBoughtOnce() {
        Shelf shelf = shop.page("{'name': 'Trial', 'locale': 'en-US', 'productData': {'title': 'Trial',"
                + "'limitPayments': {'enabled': true}, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
        List<Shown> orders =
                Parallel.times(4, i -> new Buyer(shop.gateway().url(), "Bob@example.com").order(shelf.path()));
        assertThat(orders).extracting(Shown::status).containsOnlyOnce(303).contains(409);
        assertThat(orders)
                .filteredOn(order -> order.status() == 409)
                .allMatch(order -> order.html().contains("it can be bought only once"));
        ada.order(shelf.path()).expect(303);
        JsonNode payments = shop.seller().live().get("/v1/payments").json().get("data");
        assertThat(payments).isEmpty();
    }
}
