package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import java.util.ArrayList;
import java.util.List;

/** A subscription of a test's seller in test mode, for tests that change it. */
class UpdateScene {
    static final String VISA = "4242424242424242";
    static final String MONTHLY = "'recurring': {'interval': 'month', 'intervalCount': 1}";

    final TestShop shop = TestShop.open();
    final TestApi test = shop.seller().test();

    JsonNode subscription() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    Reply update(String body) {
        String id = subscription().get("id").textValue();
        return test.post("/v1/subscriptions/" + id + "/update", body.replace('\'', '"'));
    }

    JsonNode updated(String body) {
        return update(body).expect(200).json().get("data");
    }

    void advance(String time) {
        JsonNode moved = test.post("/v1/test-clock", "{\"advance\": \"" + time + "\"}")
                .expect(200)
                .json();
        assertThat(moved.get("complete").booleanValue()).isTrue();
    }

    List<Long> payments() {
        List<Long> amounts = new ArrayList<>();
        test.get("/v1/subscription-payments")
                .expect(200)
                .json()
                .get("data")
                .forEach(payment -> amounts.add(
                        payment.get("paid").booleanValue()
                                ? payment.get("amount").longValue()
                                : -1L));
        return amounts;
    }

    void subscribe(String prices, String card) {
        subscribe(prices, card, "}");
    }

    void subscribe(String prices, String card, String more) {
        String page = shop.page("{'name': 'Box', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Box',"
                        + " 'prices': [" + prices + "]" + more + "}")
                .path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(page).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    void subscribe() {
        subscribe("{'amount': 1000, 'currency': 'eur', " + MONTHLY + "}", VISA);
    }
}
