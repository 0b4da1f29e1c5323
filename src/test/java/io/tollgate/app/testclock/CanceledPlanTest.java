package io.tollgate.app.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Payment plans of three monthly payments that the seller cancels at a date. */
class CanceledPlanTest {
    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private JsonNode plan() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private void buy() {
        Shelf shelf = shop.page("{'name': 'Box', 'testmode': true, 'productData': {'title': 'Box', 'prices': [{"
                + "'amount': 1000, 'currency': 'eur', 'paymentPlan': {'interval': 'month', 'intervalCount': 1,"
                + " 'planIterations': 3}}]}}");
        Shown order = ada.order(shelf.path()).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    private Reply cancelAfter(int days) {
        Instant at = Instant.parse(plan().get("startDate").textValue()).plus(Duration.ofDays(days));
        return test.post(
                "/v1/subscriptions/" + plan().get("id").textValue() + "/cancel", "{\"cancelAt\": \"" + at + "\"}");
    }

    private void afterAYear(String status, int payments) {
        JsonNode clock = test.post("/v1/test-clock", "{\"advance\": \"P1Y\"}")
                .expect(200)
                .json();
        assertThat(clock.get("complete").booleanValue()).as(clock.toString()).isTrue();
        assertThat(plan().get("status").textValue()).isEqualTo(status);
        assertThat(test.get("/v1/subscription-payments").ids()).hasSize(payments);
    }

    /** The end of the plan is at the processor, where the later date would replace it. */
    @Test
    void dateAfterItsEndIsRejected() {
        buy();
        assertThat(cancelAfter(200).problems()).containsExactly("cancelAt");
        assertThat(plan().get("canceledAt").isNull()).isTrue();
        afterAYear("completed", 3);
    }

    @Test
    void laterDateReplacesAnEarlierOneUntilItsEnd() {
        buy();
        cancelAfter(10).expect(200);
        assertThat(cancelAfter(93).problems()).containsExactly("cancelAt");
        cancelAfter(45).expect(200);
        afterAYear("canceled", 2);
    }
}
