package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fees for payment methods apply to orders that the processor collects, everywhere alike. */
class PaymentMethodFeeTest {
    private static final String CARDS_ONLY = "{'processor': {'multiple': {'enabled': false}}}";
    private static final String FEE = "[{'name': 'Card fee', 'amount': 150, 'applyToSpecificPaymentMethods': true,"
            + " 'paymentMethods': ['card', 'link']}]";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf mug(String price) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'paymentMethods': " + CARDS_ONLY + ", 'fees': " + FEE
                + ", 'paymentOptions': [{'type': 'full', 'name': 'By card'},"
                + " {'type': 'manual', 'manualType': 'invoice', 'name': 'By invoice'}],"
                + " 'productData': {'title': 'Mug', 'prices': [{" + price + "'currency': 'eur'}]}}");
    }

    private long quote(Shelf page, String option) {
        String body = "{\"pageId\": \"" + page.id() + "\"" + option + "}";
        return api.post("/v1/quotes", body)
                .expect(200)
                .json()
                .at("/data/amount")
                .longValue();
    }

    private JsonNode payment() {
        return api.get("/v1/payments").expect(200).json().at("/data/0");
    }

    private long invoiced(JsonNode payment) {
        String path = "/v1/invoices/" + payment.get("invoiceId").textValue();
        return api.get(path).expect(200).json().at("/data/amount").longValue();
    }

    @Test
    void feeIsChargedByCard() {
        Shelf mug = mug("'amount': 1900, ");
        assertThat(ada.get(mug.path()).html()).contains("Card fee", "€20.50");
        assertThat(quote(mug, "")).isEqualTo(2050);
        Shown order = ada.order(mug.path()).expect(303);
        assertThat(ada.get(order.path()).html()).contains("€20.50");
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("€20.50");
        assertThat(payment().get("amount").longValue()).isEqualTo(2050);
        assertThat(invoiced(payment())).isEqualTo(2050);
    }

    @Test
    void feeIsNotChargedByInvoice() {
        Shelf mug = mug("'amount': 1900, ");
        assertThat(quote(mug, ", \"paymentOption\": {\"manualType\": \"invoice\"}"))
                .isEqualTo(1900);
        Shown order = ada.order(mug.path(), Map.of(Inputs.OPTION, "invoice")).expect(303);
        assertThat(ada.get(order.path()).html()).contains("€19.00").doesNotContain("Card fee");
        assertThat(payment().get("amount").longValue()).isEqualTo(1900);
        assertThat(invoiced(payment())).isEqualTo(1900);
    }

    @Test
    void feeIsChargedWithEachPaymentOfASubscription() {
        Shelf box = mug("'amount': 1000, 'recurring': {'interval': 'month', 'intervalCount': 1}, ");
        assertThat(quote(box, ", \"paymentOption\": {\"manualType\": \"invoice\"}"))
                .isEqualTo(1150);
        Shown order = ada.order(box.path()).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order.path());
        JsonNode subscription = api.get("/v1/subscriptions").expect(200).json().at("/data/0");
        assertThat(subscription.get("amount").longValue()).isEqualTo(1150);
    }

    @Test
    void pageCannotOfferMethodsWhoseFeeIsUnknown() {
        Shelf mug = mug("'amount': 1900, ");
        String path = "/v1/checkout-pages/" + mug.id();
        for (String all : List.of("null", "{\"processor\": {\"multiple\": {\"enabled\": true}}}")) {
            assertThat(api.patch(path, "{\"paymentMethods\": " + all + "}").problems())
                    .as(all)
                    .containsExactly("paymentMethods");
        }
        api.patch(path, "{\"fees\": [], \"paymentMethods\": null}").expect(200);
        assertThat(api.patch(path, "{\"fees\": " + FEE.replace('\'', '"') + "}").problems())
                .containsExactly("fees[0].paymentMethods");
    }
}
