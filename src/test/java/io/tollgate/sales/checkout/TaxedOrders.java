package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;

/** A seller whose pages have taxes that the processor calculates, and orders of them. */
abstract class TaxedOrders {
    static final String VISA = "4242424242424242";

    final TestShop shop = TestShop.open();
    final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    Shelf page(String settings, String product) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'tax': {'enabled': true, 'mode': 'processor'}," + settings
                + "'fields': [{'label': 'Address', 'element': 'address'}],"
                + "'productData': {'title': 'Mug', " + product + "}}");
    }

    static String prices(long amount, String currency) {
        return "'prices': [{'amount': " + amount + ", 'currency': '" + currency + "'}]";
    }

    static Map<String, String> address(Shelf shelf, String country, String... parts) {
        String id = "";
        for (JsonNode field : shelf.record().get("fields")) {
            id = field.get("element").asText().equals("address")
                    ? field.get("id").textValue()
                    : id;
        }
        Map<String, String> form = new HashMap<>();
        form.put("fields." + id + ".billing.country", country);
        form.put("fields." + id + ".billing.line1", "Main Street 1");
        form.put("fields." + id + ".billing.city", "Town");
        form.put("fields." + id + ".billing.postalCode", "10115");
        form.put("fields." + id + ".billing.state", "");
        for (int i = 0; i < parts.length; i += 2) {
            form.put("fields." + id + ".billing." + parts[i], parts[i + 1]);
        }
        return form;
    }

    static JsonNode only(TestApi api, String path) {
        JsonNode all = api.get(path).expect(200).json().get("data");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    JsonNode payment() {
        return only(shop.seller().live(), "/v1/payments");
    }

    JsonNode buy(Shelf shelf, Map<String, String> form) {
        Shown order = ada.order(shelf.path(), form).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you for your order");
        return payment();
    }

    int transactions() {
        return SimulatorState.objects(shop.seller(), true, "tax.transaction").size();
    }

    void refund(JsonNode payment, String body) {
        shop.seller()
                .live()
                .post("/v1/payments/" + payment.get("id").textValue() + "/refund", body)
                .expect(200);
    }
}
