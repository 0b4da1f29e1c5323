package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A seller whose product has license keys, and a subscriber in test mode, whose clock moves. */
abstract class LicenseKeyScene {
    static final String VISA = "4242424242424242";
    static final String LATER_DECLINED = "4000000000007403";
    static final String REFUND_FAILS = "4000000000005126";
    static final String EMAIL = "ada@example.com";
    static final String MONTHLY = "'recurring': {'interval': 'month', 'intervalCount': 1}";
    static final String TRIAL = "'recurring': {'interval': 'month', 'intervalCount': 1, 'trialPeriodDays': 14}";
    static final String PLAN = "'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}";

    final TestShop shop = TestShop.open();
    final TestApi test = shop.seller().test();
    final TestApi anyone = shop.gateway().api(null);
    final Buyer ada = new Buyer(shop.gateway().url(), EMAIL);

    Shelf page(String price, String settings) {
        return shop.page("{'name': 'App', 'locale': 'en-US', " + settings + "'productData': {'title': 'App',"
                + " 'generateLicenseKeys': true, 'prices': [{'amount': 1000, 'currency': 'eur', " + price + "}]}}");
    }

    Shown subscribe(String price, String card) {
        Shown order = ada.order(page(price, "'testmode': true, ").path()).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        return ada.comeBack(order.path());
    }

    static JsonNode subscription(TestApi by) {
        return by.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    static String keyPath(TestApi by) {
        return "/v1/subscriptions/" + subscription(by).get("id").textValue() + "/license-key";
    }

    static JsonNode key(TestApi by) {
        return by.get(keyPath(by)).expect(200).json().get("data");
    }

    JsonNode validate(JsonNode key, String more) {
        return anyone.send(
                        "POST",
                        "/api/v1/license-keys/validate",
                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        "key=" + key.get("key").textValue() + more)
                .expect(200)
                .json()
                .get("data");
    }

    void valid(String status) {
        JsonNode shown = validate(key(test), "");
        assertThat(shown.get("subscriptionStatus").textValue()).isEqualTo(status);
        assertThat(shown.get("disabled").booleanValue()).as(status).isFalse();
        assertThat(key(test).get("disabled").booleanValue()).isFalse();
    }

    void notValid(String status) {
        JsonNode key = key(test);
        JsonNode shown = validate(key, "&incrementUses=true");
        assertThat(shown.get("subscriptionStatus").textValue()).isEqualTo(status);
        assertThat(shown.get("disabled").booleanValue()).as(status).isTrue();
        assertThat(shown.get("uses")).isEqualTo(key.get("uses"));
        assertThat(key.get("disabled").booleanValue()).isTrue();
    }

    void advance(String duration) {
        assertThat(test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}")
                        .expect(200)
                        .json()
                        .get("complete")
                        .booleanValue())
                .isTrue();
    }

    void cancel(String body) {
        test.post("/v1/subscriptions/" + subscription(test).get("id").textValue() + "/cancel", body)
                .expect(200);
    }

    Reply refund(int payment, String body) {
        List<String> ids = new ArrayList<>(test.get("/v1/subscription-payments").ids());
        ids.sort(null);
        return test.post("/v1/subscription-payments/" + ids.get(payment) + "/refund", body)
                .expect(200);
    }

    void disable(boolean disabled, int status) {
        test.patch(keyPath(test), "{\"disabled\":" + disabled + "}").expect(status);
    }

    long keys() {
        return TestSeller.rows(
                        "SELECT count(*) FROM license_key WHERE seller_id = $1",
                        shop.seller().id())
                .iterator()
                .next()
                .getLong(0);
    }
}
