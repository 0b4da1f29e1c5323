package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions that cost nothing, at first or for ever. A card is saved only if something is charged later. */
class FreeSubscriptionTest {
    private static final String MONTHLY = "'recurring': {'interval': 'month', 'intervalCount': 1}";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf box(int amount, String billing) {
        return shop.page("{'name': 'Box', 'testmode': true, 'showCouponCodeField': true, 'productData': {"
                + "'title': 'Box', 'prices': [{'amount': " + amount + ", 'currency': 'eur', " + billing + "}]}}");
    }

    private void coupon(String duration) {
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{\"label\": \"All\", \"code\": \"ALL\", \"percentOff\": 100, \"duration\": \"%s\"}"
                                .formatted(duration))
                .expect(201);
    }

    private JsonNode record() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private void advance(String duration) {
        JsonNode clock = test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}")
                .expect(200)
                .json();
        assertThat(clock.get("complete").booleanValue()).as(clock.toString()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0,''", "1000,ALL"})
    void subscriptionThatIsAlwaysFreeNeedsNoCard(int amount, String code) {
        Shelf box = box(amount, MONTHLY);
        if (!code.isEmpty()) {
            coupon("forever");
        }
        assertThat(ada.get(box.path()).expect(200).html()).doesNotContain("cannot be bought");
        String order = ada.order(box.path(), code.isEmpty() ? Map.of() : Map.of("couponCode", code))
                .expect(303)
                .path();
        Shown paid = ada.get(order);
        assertThat(paid.expect(303).path()).isEqualTo(order);
        assertThat(ada.get(order).expect(200).html()).contains("Thank you");
        JsonNode subscription = record();
        assertThat(subscription.get("status").textValue()).isEqualTo("active");
        assertThat(subscription.get("amount").longValue()).isZero();
        assertThat(subscription.get("paymentMethod").isNull()).isTrue();
        advance("P65D");
        assertThat(record().get("status").textValue()).isEqualTo("active");
        assertThat(record().get("currentPeriodEnd")).isNotEqualTo(subscription.get("currentPeriodEnd"));
        assertThat(test.get("/v1/subscription-payments").ids()).isEmpty();
        assertThat(SimulatorState.objects(shop.seller(), false, "invoice"))
                .hasSize(3)
                .allMatch(invoice -> invoice.get("status").textValue().equals("paid"));
        assertThat(SimulatorState.objects(shop.seller(), false, "charge")).isEmpty();
        test.post("/v1/subscriptions/" + record().get("id").textValue() + "/cancel", "{\"cancelImmediately\":true}")
                .expect(200);
        assertThat(record().get("status").textValue()).isEqualTo("canceled");
    }

    @Test
    void buttonSaysThatNothingIsCharged() {
        assertThat(ada.get(box(0, MONTHLY).path()).expect(200).html())
                .contains("Order for free")
                .doesNotContain("Continue to payment");
    }

    @Test
    void freeFirstPeriodSavesACardForTheNext() {
        Shelf box = box(1000, MONTHLY);
        coupon("once");
        String order =
                ada.order(box.path(), Map.of("couponCode", "ALL")).expect(303).path();
        assertThat(ada.get(order).expect(200).html()).doesNotContain("Thank you");
        assertThat(test.get("/v1/subscriptions").ids()).isEmpty();
        assertThat(ada.pay(order, "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order).html()).contains("Thank you");
        advance("P40D");
        assertThat(test.get("/v1/subscription-payments").ids()).hasSize(1);
    }

    @Test
    void planThatCostsNothingIsNotSold() {
        Shelf box = box(0, "'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}");
        assertThat(ada.get(box.path()).expect(200).html()).contains("This cannot be bought here yet.");
    }
}
