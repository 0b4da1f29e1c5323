package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The processor's rules for the amounts of a currency: when prices are entered, orders placed, and refunds made. */
class CurrencyRulesTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Reply post(String path, String body) {
        return shop.seller().live().post(path, body.replace('\'', '"'));
    }

    private Reply patch(String path, String body) {
        return shop.seller().live().patch(path, body.replace('\'', '"'));
    }

    private Shelf page(String prices, String more) {
        return shop.page("{'name': 'Wool', 'locale': 'en-US', " + more + "'productData': {'title': 'Wool', 'prices': ["
                + prices + "]}}");
    }

    private static String event(String currency, String type) {
        return "{'name': 'Concert', 'eventDetails': {'currency': '" + currency + "', 'location': 'Hall'},"
                + " 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', " + type + "}]}]}";
    }

    private JsonNode quote(String body) {
        return post("/v1/quotes", body).expect(200).json().get("data");
    }

    @Test
    void prices_that_can_never_be_charged_are_refused_by_field() {
        Reply refused = post("/v1/checkout-pages", """
                {'name': 'Wool', 'productData': {'title': 'Wool',
                 'prices': [{'amount': 1050, 'currency': 'isk', 'setupFee': 5}],
                 'variants': [{'name': 'Size', 'options': [{'name': 'L', 'additionalChargeAmount': 30}]}]}}
                """);
        assertThat(refused.problems())
                .containsExactlyInAnyOrder(
                        "productData.prices[0].amount",
                        "productData.prices[0].setupFee",
                        "productData.variants[0].options[0].additionalChargeAmount");
        assertThat(refused.body()).contains("must be a multiple of 100, because ISK has no minor unit");
        assertThat(post("/v1/events", event("kwd", "'price': 1005, 'feeAmount': 11"))
                        .problems())
                .containsExactlyInAnyOrder(
                        "ticketGroups[0].ticketTypes[0].price", "ticketGroups[0].ticketTypes[0].feeAmount");
    }

    @Test
    void changes_of_amounts_and_currencies_are_held_to_the_same_rules() {
        Shelf page = page("{'amount': 1050, 'currency': 'eur'}", "");
        String product = "/v1/products/" + page.record().at("/product/id").textValue();
        assertThat(patch(product, "{'price': {'currency': 'isk'}}").problems()).containsExactly("price.amount");
        patch(product, "{'price': {'currency': 'isk', 'amount': 1100}}").expect(200);
        Shelf event = shop.event(event("eur", "'price': 1001"));
        assertThat(patch("/v1/events/" + event.id(), "{'eventDetails': {'currency': 'ugx'}}")
                        .problems())
                .containsExactly("eventDetails.currency");
        String group = event.record().at("/ticketGroups/0/id").textValue();
        String types = "/v1/events/" + event.id() + "/ticket-groups/" + group + "/ticket-types";
        patch(
                        types + "/"
                                + event.record()
                                        .at("/ticketGroups/0/ticketTypes/0/id")
                                        .textValue(),
                        "{'price': 1000}")
                .expect(200);
        patch("/v1/events/" + event.id(), "{'eventDetails': {'currency': 'ugx'}}")
                .expect(200);
        assertThat(post(types, "{'name': 'Box', 'price': 150}").problems()).containsExactly("price");
    }

    @Test
    void fees_deposits_and_discounts_are_held_to_the_same_rules() {
        String fees = "'fees': [{'name': 'F', 'amount': 1050}], 'paymentOptions': [{'type': 'partial', 'name': 'P',"
                + " 'partialAmount': 150}]";
        String off = "'discounts': [{'quantityCondition': '%s', 'minQuantity': 2, 'amountOff': 30}]";
        String ofProduct = off.formatted("checkout_quantity");
        String ofEvent = "'currency': '%s', " + off.formatted("total_quantity");
        String isk = "'prices': [{'amount': 5000, 'currency': 'isk'}]";
        Reply refused = post(
                "/v1/checkout-pages", "{'name': 'A', " + fees + ", 'productData': {" + isk + ", " + ofProduct + "}}");
        assertThat(refused.problems())
                .containsExactlyInAnyOrder(
                        "fees[0].amount", "paymentOptions[0].partialAmount", "productData.discounts[0].amountOff");
        assertThat(refused.body()).contains("must be a multiple of 100, because ISK has no minor unit");
        assertThat(post("/v1/events", "{'name': 'A', " + fees + ", 'eventDetails': {" + ofEvent.formatted("ugx") + "}}")
                        .problems())
                .containsExactlyInAnyOrder(
                        "fees[0].amount", "paymentOptions[0].partialAmount", "eventDetails.discounts[0].amountOff");
        JsonNode page = post("/v1/checkout-pages", "{'name': 'A', 'productData': {" + isk + "}}")
                .expect(201)
                .json()
                .get("data");
        String one = "/v1/checkout-pages/" + page.get("id").textValue();
        String product = "/v1/products/" + page.at("/product/id").textValue();
        assertThat(patch(one, "{" + fees + "}").problems())
                .containsExactlyInAnyOrder("fees[0].amount", "paymentOptions[0].partialAmount");
        assertThat(patch(product, "{" + ofProduct + "}").problems()).containsExactly("discounts[0].amountOff");
        patch(product, "{'price': {'currency': 'eur'}, " + ofProduct + "}").expect(200);
        assertThat(patch(product, "{'price': {'currency': 'isk'}}").problems()).containsExactly("price.currency");
        patch(product, "{'discounts': []}").expect(200);
        patch(one, "{" + fees + "}").expect(200);
        assertThat(patch(product, "{'price': {'currency': 'isk'}}").problems()).containsExactly("price.currency");
    }

    @Test
    void fees_and_discounts_of_events_are_held_to_the_same_rules() {
        String ofEvent = "'currency': '%s', 'discounts': [{'quantityCondition': 'total_quantity', 'minQuantity': 2,"
                + " 'amountOff': 30}]";
        JsonNode event = post("/v1/events", "{'name': 'A', 'eventDetails': {" + ofEvent.formatted("eur") + "}}")
                .expect(201)
                .json()
                .get("data");
        String path = "/v1/events/" + event.get("id").textValue();
        String kwd = "{'eventDetails': {'currency': 'kwd'%s}}";
        assertThat(patch(path, kwd.formatted(""))
                        .expect(200)
                        .json()
                        .at("/data/eventDetails/currency")
                        .textValue())
                .isEqualTo("kwd");
        assertThat(patch(path, "{'eventDetails': {'currency': 'isk'}}").problems())
                .containsExactly("eventDetails.currency");
        patch(path, kwd.formatted(", 'discounts': []")).expect(200);
        patch(path, "{'fees': [{'name': 'F', 'amount': 1010}]}").expect(200);
        assertThat(patch(path, "{'fees': [{'name': 'F', 'amount': 1015}]}").problems())
                .containsExactly("fees[0].amount");
        assertThat(patch(path, "{'eventDetails': {'currency': 'isk'}}").problems())
                .containsExactly("eventDetails.currency");
    }

    @Test
    void totals_are_rounded_in_quote_summary_charge_and_invoice() {
        Shelf page =
                page("{'amount': 100000, 'currency': 'isk'}", "'fees': [{'name': 'Service', 'percentage': 1.05}], ");
        JsonNode quote = quote("{'pageId': '" + page.id() + "'}");
        assertThat(quote.get("amount").longValue()).isEqualTo(101_100);
        assertThat(quote.at("/steps/2/type").textValue()).isEqualTo("rounding");
        assertThat(quote.at("/steps/2/amount").longValue()).isEqualTo(50);
        assertThat(quote.at("/lines/0/total").longValue()).isEqualTo(101_100);
        assertThat(ada.get(page.path()).html()).contains("Rounding");
        Shown order = ada.order(page.path()).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        JsonNode payment =
                shop.seller().live().get("/v1/payments").expect(200).json().at("/data/0");
        assertThat(payment.get("amountPaid").longValue()).isEqualTo(101_100);
        JsonNode invoice = shop.seller()
                .live()
                .get("/v1/invoices/" + payment.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(invoice.at("/fees/1/name").textValue()).isEqualTo("Rounding");
        assertThat(invoice.at("/fees/1/amount").longValue()).isEqualTo(50);

        String refund = "/v1/payments/" + payment.get("id").textValue() + "/refund";
        Reply odd = post(refund, "{'amount': 1050}");
        assertThat(odd.problems()).containsExactly("amount");
        assertThat(odd.body()).contains("multiple of 100");
        post(refund, "{'amount': 1100}").expect(200);
        post(refund, "{}").expect(200);
    }

    @Test
    void totals_below_the_minimum_are_refused_before_the_payment() {
        Shelf page = page("{'amount': 40, 'currency': 'eur'}", "");
        Reply quote = post("/v1/quotes", "{'pageId': '" + page.id() + "'}");
        assertThat(quote.problems()).containsExactly("amount");
        assertThat(quote.body()).contains("charges nothing between 0 and 50 eur");
        Shown refused = ada.order(page.path());
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.html()).contains("The smallest payment is €0.50");
        assertThat(shop.seller().live().get("/v1/payments").total()).isZero();
        // The buyer of two pays enough.
        assertThat(quote("{'pageId': '" + page.id() + "', 'quantity': 2}")
                        .get("amount")
                        .longValue())
                .isEqualTo(80);
    }

    @Test
    void payments_outside_of_the_processor_have_no_minimum() {
        Shelf page = page(
                "{'amount': 40, 'currency': 'eur'}",
                "'paymentOptions': [{'type': 'manual', 'name': 'Invoice', 'manualType': 'invoice',"
                        + " 'enabled': true}], ");
        assertThat(quote("{'pageId': '" + page.id() + "'}").get("amount").longValue())
                .isEqualTo(40);
        ada.order(page.path(), Map.of("paymentOption", "invoice")).expect(303);
    }

    @Test
    void renewals_below_the_minimum_are_refused_with_the_order() {
        Shelf page = page(
                "{'amount': 40, 'currency': 'eur', 'setupFee': 500,"
                        + " 'recurring': {'interval': 'month', 'intervalCount': 1}}",
                "");
        assertThat(ada.order(page.path()).html()).contains("The smallest payment is €0.50");
    }
}
