package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Pauses of subscriptions: what is charged before, during and after them. */
class PauseTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final TestApi test = shop.seller().test();

    private JsonNode subscription() {
        return test.get("/v1/subscriptions").expect(200).json().at("/data/0");
    }

    private Reply send(String operation, String body) {
        String id = subscription().get("id").textValue();
        return test.post("/v1/subscriptions/" + id + "/" + operation, body);
    }

    private void advance(String time) {
        JsonNode moved = test.post("/v1/test-clock", "{\"advance\": \"" + time + "\"}")
                .expect(200)
                .json();
        assertThat(moved.get("complete").booleanValue()).isTrue();
    }

    private long payments() {
        return test.get("/v1/subscription-payments").total();
    }

    private void subscribe(String more, String card) {
        String path = shop.page("{'name': 'Box', 'locale': 'en-US', 'testmode': true, 'productData': {'title': 'Box',"
                        + " 'prices': [{'amount': 1000, 'currency': 'eur', " + more + "}]}}")
                .path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
    }

    private void subscribe() {
        subscribe("'recurring': {'interval': 'month', 'intervalCount': 1}", VISA);
    }

    @Test
    void nothingIsChargedUntilItIsResumed() {
        subscribe();
        JsonNode paused = send("pause", "{}").expect(200).json().get("data");
        assertThat(paused.get("status").textValue()).isEqualTo("paused");
        assertThat(paused.get("pausedAt").textValue()).isNotNull();
        assertThat(paused.get("resumesAt").isNull()).isTrue();
        assertThat(paused).isEqualTo(subscription());
        int mails = new OutboxReader(shop).purposes("ada@example.com").size();
        advance("P70D");
        assertThat(payments()).isEqualTo(1);
        assertThat(subscription().get("status").textValue()).isEqualTo("paused");
        assertThat(subscription().get("pausedAt")).isEqualTo(paused.get("pausedAt"));
        assertThat(new OutboxReader(shop).purposes("ada@example.com")).hasSize(mails);

        JsonNode resumed = send("resume", "").expect(200).json().get("data");
        assertThat(resumed.get("status").textValue()).isEqualTo("active");
        assertThat(resumed.get("pausedAt").isNull()).isTrue();
        assertThat(payments()).isEqualTo(1);
        advance("P31D");
        assertThat(payments()).isEqualTo(2);
        assertThat(subscription().get("status").textValue()).isEqualTo("active");
    }

    @Test
    void aPauseEndsAtItsTime() {
        subscribe();
        Instant begun = Instant.parse(subscription().get("currentPeriodStart").textValue());
        String end = Times.text(begun.plus(45, ChronoUnit.DAYS));
        JsonNode paused = send("pause", "{\"resumesAt\": \"" + end + "\"}")
                .expect(200)
                .json()
                .get("data");
        assertThat(paused.get("resumesAt").textValue()).isEqualTo(end);
        advance("P40D");
        assertThat(subscription().get("status").textValue()).isEqualTo("paused");
        advance("P10D");
        assertThat(subscription().get("status").textValue()).isEqualTo("active");
        assertThat(subscription().get("resumesAt").isNull()).isTrue();
        assertThat(payments()).isEqualTo(1);
        advance("P20D");
        assertThat(payments()).isEqualTo(2);
    }

    /** Control: without a pause, the same time charges three periods. */
    @Test
    void timeWithoutAPauseCharges() {
        subscribe();
        advance("P70D");
        assertThat(payments()).isEqualTo(3);
    }

    @Test
    void repeatingIsHarmless() {
        subscribe();
        send("resume", "").expect(200);
        send("pause", "{}").expect(200);
        JsonNode first = subscription();
        assertThat(send("pause", "{}").expect(200).json().get("data")).isEqualTo(first);
        send("resume", "").expect(200);
        assertThat(send("resume", "").expect(200).json().at("/data/status").textValue())
                .isEqualTo("active");
    }

    @Test
    void whatCannotBePausedSaysWhy() {
        assertThat(test.post("/v1/subscriptions/" + "0".repeat(24) + "/pause", "{}")
                        .status())
                .isEqualTo(404);
        subscribe("'paymentPlan': {'interval': 'month', 'intervalCount': 1, 'planIterations': 3}", VISA);
        assertThat(send("pause", "{}").expect(409).json().get("code").textValue())
                .isEqualTo("subscription_not_pausable");
        assertThat(send("pause", "{\"resumesAt\": \"2020-01-01T00:00:00Z\"}").problems())
                .containsExactly("resumesAt");
        assertThat(send("pause", "{\"until\": 1}").problems()).containsExactly("until");
        send("cancel", "{\"cancelImmediately\": true}").expect(200);
        assertThat(send("pause", "{}").expect(409).json().get("code").textValue())
                .isEqualTo("subscription_ended");
        assertThat(send("resume", "").expect(409).json().get("code").textValue())
                .isEqualTo("subscription_ended");
    }

    @Test
    void aPausedSubscriptionEndsWhenItIsCanceled() {
        subscribe();
        send("pause", "{}").expect(200);
        send("cancel", "{\"cancelAtPeriodEnd\": true}").expect(200);
        assertThat(subscription().get("status").textValue()).isEqualTo("paused");
        advance("P40D");
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        assertThat(subscription().get("pausedAt").isNull()).isTrue();
        assertThat(payments()).isEqualTo(1);
    }
}
