package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a page says while its form is filled in: one response has every part that depends on the choices. */
class LiveOrderTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private String update(Shelf shelf, Map<String, String> changes) {
        Map<String, String> form = ada.form(ada.get(shelf.path()));
        form.putAll(changes);
        return ada.post(shelf.path() + "/summary", form).expect(200).html();
    }

    private static String text(String html) {
        return html.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
    }

    private Shelf mug(String settings, String product) {
        return shop.page("{'name': 'Mug', " + settings + " 'productData': {'title': 'Mug', " + product
                + "'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    @Test
    void buttonAndNoteFollowTheWayToPay() {
        Shelf mug = mug(
                "'locale': 'de-DE', 'paymentOptions': [{'type': 'full', 'name': 'Karte'},"
                        + " {'type': 'manual', 'manualType': 'invoice', 'name': 'Rechnung'}],",
                "");
        String card = ada.get(mug.path()).html();
        assertThat(card).contains("Weiter zur Zahlung", "class=\"safe\"");
        String invoice = update(mug, Map.of("paymentOption", "invoice"));
        assertThat(invoice)
                .contains("data-for=\"submit\"", "Zahlungspflichtig bestellen")
                .doesNotContain("class=\"safe\"");
        assertThat(ada.get(shop.page("{'name': 'Gift', 'locale': 'de-DE', 'productData': {'title': 'Gift', 'prices':"
                                        + " [{'amount': 0, 'currency': 'eur'}]}}")
                                .path())
                        .html())
                .contains("Kostenlos bestellen")
                .doesNotContain("class=\"safe\"");
    }

    private void coupon() {
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{\"code\": \"TENTH\", \"label\": \"Tenth\", \"percentOff\": 10, \"duration\": \"once\"}")
                .expect(201);
    }

    @Test
    void wrongCouponIsToldAtOnceAndKeepsTheTotal() {
        coupon();
        Shelf mug = mug("'locale': 'en-US', 'showCouponCodeField': true,", "");
        String wrong = update(mug, Map.of("couponCode", "NOPE"));
        assertThat(wrong).contains("cannot be used for this order", "€19.00");
        String right = update(mug, Map.of("couponCode", "tenth"));
        assertThat(text(right)).contains("Coupon tenth -€1.90", "The code tenth is applied. Remove", "€17.10");
    }

    @Test
    void linesAndTheLeastTotalAreShownBeforeEverythingIsChosen() {
        Shelf mug = mug(
                "'locale': 'en-US',",
                "'variantsRequired': true, 'variants': [{'name': 'Size', 'selectionType': 'single',"
                        + " 'options': [{'name': 'L',"
                        + " 'additionalChargeAmount': 500}, {'name': 'S', 'additionalChargeAmount': 200}]}],");
        String html = text(ada.get(mug.path()).html());
        assertThat(html).contains("Mug €19.00", "Total from €21.00").doesNotContain("The total appears");
    }

    @Test
    void eventShowsItsCheapestTicketFirst() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 8400}, {'name': 'Box', 'price': 12000}");
        assertThat(text(ada.get(event.path()).html())).contains("Total from €84.00");
    }

    @Test
    void suggestedAmountIsTheFirstTotal() {
        Shelf gift = shop.page("{'name': 'Gift', 'locale': 'en-US', 'productData': {'title': 'Gift', 'prices':"
                + " [{'amount': 500, 'currency': 'eur', 'payWhatYouWant': true, 'pwywSuggestedPrice': 1500}]}}");
        assertThat(text(ada.get(gift.path()).html())).contains("Total €15.00");
    }

    @Test
    void moreTicketsThanAreLeftAreNamedAtTheirType() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1000, 'capacity': 2}, {'name': 'Box', 'price': 1}");
        JsonNode types = event.record().at("/ticketGroups/0/ticketTypes");
        String seat = types.get(0).get("id").textValue();
        Map<String, String> three = Map.of("tickets." + seat, "3");
        String error = "Only 2 left. Choose fewer.";
        assertThat(update(event, three)).contains("<template data-error=\"f-tickets-" + seat + "\">" + error);
        assertThat(ada.order(event.path(), three).expect(409).html())
                .contains("<p class=\"error\" id=\"f-tickets-" + seat + "-error\">" + error);
        assertThat(ada.get(event.path()).html()).contains("max=\"2\"");
    }

    @Test
    void problemsAreListedInTheOrderOfThePage() {
        Shelf mug = mug("'locale': 'en-US', 'showCouponCodeField': true,", "");
        Map<String, String> form = ada.form(ada.get(mug.path()));
        form.replaceAll((name, value) -> name.startsWith("fields.") ? "" : value);
        form.put("couponCode", "NOPE");
        String html = ada.post(mug.path(), form).expect(422).html();
        assertThat(html.indexOf("Email address – ")).isBetween(1, html.indexOf("“NOPE”"));
    }
}
