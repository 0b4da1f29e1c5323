package io.tollgate.app.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payment plans that a coupon or a setup fee gives another number of charges than payments. */
class PlanWithCouponTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private void buy(String coupon, String price) {
        test.post("/v1/coupons", ("{'label': 'Gift', 'code': 'GIFT', " + coupon + "}").replace('\'', '"'))
                .expect(201);
        Shelf shelf = shop.page("{'name': 'Box', 'testmode': true, 'showCouponCodeField': true, 'productData': {"
                + "'title': 'Box', 'prices': [{'amount': 1000, 'currency': 'eur', " + price + "}]}}");
        Shown order = ada.order(shelf.path(), Map.of("couponCode", "GIFT")).expect(303);
        assertThat(ada.pay(order.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    private JsonNode afterTwoYears() {
        JsonNode clock = test.post("/v1/test-clock", "{\"advance\": \"P2Y\"}")
                .expect(200)
                .json();
        assertThat(clock.get("complete").booleanValue()).as(clock.toString()).isTrue();
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private List<Long> amounts() {
        List<JsonNode> payments = new ArrayList<>();
        test.get("/v1/subscription-payments?limit=100")
                .expect(200)
                .json()
                .get("data")
                .forEach(payments::add);
        payments.sort(Comparator.comparing(payment -> payment.get("createdAt").textValue()));
        return payments.stream()
                .map(payment -> payment.get("amount").longValue())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"once,2", "forever,0"})
    void planWithTrialAndAFreePaymentCompletes(String duration, int charges) {
        buy(
                "'percentOff': 100, 'duration': '" + duration + "'",
                "'setupFee': 500, 'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3,"
                        + " 'trialPeriodDays': 14}");
        JsonNode plan = afterTwoYears();
        assertThat(plan.get("status").textValue()).as(plan.toString()).isEqualTo("completed");
        assertThat(amounts()).startsWith(500L).hasSize(1 + charges);
    }

    /** The first twelve invoices charge nothing: more than are read at once. */
    @Test
    void subscriptionThatIsFreeForAYearIsRecordedAfterwards() {
        buy(
                "'percentOff': 100, 'duration': 'repeating', 'durationInMonths': 12",
                "'recurring': {'interval': 'month', 'intervalCount': 1}");
        assertThat(afterTwoYears().get("status").textValue()).isEqualTo("active");
        assertThat(amounts()).hasSize(13).containsOnly(1_000L);
    }

    @Test
    void amountIsDeductedOnceFromASetupFeeAndTheFirstPayment() {
        buy(
                "'amountOff': 1200, 'currency': 'eur', 'duration': 'once', 'appliesToSetupFee': true",
                "'setupFee': 500, 'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}");
        JsonNode plan = afterTwoYears();
        assertThat(plan.get("status").textValue()).isEqualTo("completed");
        assertThat(amounts()).containsExactly(300L, 1_000L, 1_000L);
    }
}
