package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.pricing.Proportion;
import io.tollgate.support.Buyer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of subscriptions that end with their period, or whose charges a coupon reduces. */
class LimitedUpdateTest extends UpdateScene {
    private void operate(String operation, String body) {
        String id = subscription().get("id").textValue();
        test.post("/v1/subscriptions/" + id + "/" + operation, body.replace('\'', '"'))
                .expect(200);
    }

    /** Returns the exact difference for two further boxes of 10.00 until the end of the period. */
    private long difference(JsonNode done) {
        Instant end = Instant.parse(subscription().get("currentPeriodEnd").textValue());
        Instant start = Instant.parse(subscription().get("currentPeriodStart").textValue());
        Instant at = Instant.parse(done.get("prorationDate").textValue());
        long rest = Duration.between(at, end).toSeconds();
        long whole = Duration.between(start, end).toSeconds();
        return Proportion.halfUp(3_000, rest, whole) - Proportion.halfUp(1_000, rest, whole);
    }

    @Test
    void endingSubscriptionIsChargedTheDifferenceOnly() {
        subscribe();
        operate("cancel", "{'cancelAtPeriodEnd': true}");
        advance("P9DT5H");
        JsonNode done = updated("{'quantity': 3}");
        assertThat(done.get("amountDue").longValue()).isEqualTo(difference(done));
        assertThat(done.get("nextAmount").longValue()).isZero();
        assertThat(done.get("nextChargeAt").isNull()).isTrue();
        advance("P40D");
        assertThat(subscription().get("status").textValue()).isEqualTo("canceled");
        assertThat(payments())
                .containsExactlyInAnyOrder(1000L, done.get("amountDue").longValue());
    }

    @Test
    void undoneCancellationChargesTheNewAmount() {
        subscribe();
        operate("cancel", "{'cancelAtPeriodEnd': true}");
        JsonNode done = updated("{'quantity': 3}");
        operate("uncancel", "{}");
        advance("P32D");
        assertThat(payments())
                .containsExactlyInAnyOrder(1000L, done.get("amountDue").longValue(), 3000L);
    }

    /** What waits for the next charge would be lost. */
    @ParameterizedTest
    @CsvSource({
        "quantity,{'quantity': 1}",
        "proration,{'quantity': 3; 'proration': 'credit_next'}",
        "proration,{'quantity': 3; 'proration': 'none'}"
    })
    void endingSubscriptionHasNoNextCharge(String parameter, String body) {
        subscribe();
        updated("{'quantity': 2}");
        operate("cancel", "{'cancelAtPeriodEnd': true}");
        assertThat(update(body.replace(';', ',')).problems()).containsExactly(parameter);
        assertThat(subscription().get("quantity").longValue()).isEqualTo(2);
    }

    @Test
    void cancellationInATrialLeavesNothingToChange() {
        subscribe(
                "{'amount': 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1,"
                        + " 'trialPeriodDays': 7}}",
                VISA);
        operate("cancel", "{'cancelAtPeriodEnd': true}");
        assertThat(update("{'quantity': 3}").problems()).containsExactly("quantity");
    }

    /** The processor would reduce another amount by as much as before. */
    @Test
    void couponForbidsChangesWhileItReducesCharges() {
        subscribeWithCoupon("'percentOff': 50, 'duration': 'repeating', 'durationInMonths': 2");
        assertThat(update("{'quantity': 2}").problems()).containsExactly("quantity");
        advance("P32D");
        assertThat(update("{'quantity': 2, 'proration': 'none'}").problems()).containsExactly("quantity");
        advance("P60D");
        assertThat(updated("{'quantity': 2}").get("amount").longValue()).isEqualTo(2000);
        advance("P31D");
        assertThat(payments()).contains(2000L);
    }

    private void subscribeWithCoupon(String terms) {
        shop.seller()
                .live()
                .post("/v1/coupons", ("{'label': 'Half', 'code': 'HALF', " + terms + "}").replace('\'', '"'))
                .expect(201);
        String path = shop.page("{'name': 'Box', 'testmode': true, 'showCouponCodeField': true, 'productData': {"
                        + "'title': 'Box', 'prices': [{'amount': 1000, 'currency': 'eur', " + MONTHLY + "}]}}")
                .path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String order = ada.order(path, Map.of("couponCode", "HALF")).expect(303).path();
        assertThat(ada.pay(order, VISA)).isEqualTo("succeeded");
        ada.comeBack(order);
    }
}
