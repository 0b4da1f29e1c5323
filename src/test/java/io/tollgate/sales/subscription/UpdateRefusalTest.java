package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of subscriptions that are not possible: the error names the parameter and the reason. */
class UpdateRefusalTest extends UpdateScene {
    @Test
    void declinedCardChangesNothing() {
        subscribe("{'amount': 1000, 'currency': 'eur', " + MONTHLY + "}", "4000000000007403");
        JsonNode before = subscription();
        assertThat(update("{'quantity': 2}").expect(422).json().get("code").textValue())
                .isEqualTo("processor_refused");
        shop.seller().settle();
        assertThat(subscription()).isEqualTo(before);
        assertThat(payments()).containsExactly(1000L);
        assertThat(updated("{'quantity': 2, 'proration': 'credit_next'}")
                        .get("amount")
                        .longValue())
                .isEqualTo(2000);
    }

    @ParameterizedTest
    @CsvSource({"cancel,{'cancelAt': '2099-01-01T00:00:00Z'}", "pause,{}"})
    void stateThatCannotChangeSaysWhy(String operation, String body) {
        subscribe();
        String id = subscription().get("id").textValue();
        test.post("/v1/subscriptions/" + id + "/" + operation, body.replace('\'', '"'))
                .expect(200);
        JsonNode problem = update("{'quantity': 2}").expect(400).json();
        assertThat(problem.at("/errors/0/param").textValue()).isEqualTo("quantity");
        assertThat(problem.at("/errors/0/message").textValue()).startsWith("cannot change while");
        assertThat(subscription().get("quantity").longValue()).isEqualTo(1);
    }

    @Test
    void planCannotChange() {
        subscribe(
                "{'amount': 1000, 'currency': 'eur', 'paymentPlan': {'interval': 'month', 'intervalCount': 1,"
                        + " 'planIterations': 3}}",
                VISA);
        assertThat(update("{'quantity': 2}").problems()).containsExactly("quantity");
        assertThat(update("{}").problems()).containsExactly("quantity");
        assertThat(update("{'quantity': 0}").problems()).containsExactly("quantity");
        assertThat(update("{'quantity': 2, 'proration': 'all'}").problems()).containsExactly("proration");
        assertThat(update("{'quantity': 2, 'until': 1}").problems()).containsExactly("until");
    }

    @Test
    void overdueSubscriptionCannotChange() {
        subscribe("{'amount': 1000, 'currency': 'eur', " + MONTHLY + "}", "4000000000007403");
        advance("P32D");
        assertThat(subscription().get("status").textValue()).isEqualTo("past_due");
        assertThat(update("{'quantity': 2}").problems()).containsExactly("quantity");
    }

    @Test
    void timeIsInTheCurrentPeriod() {
        subscribe();
        Instant start = Instant.parse(subscription().get("currentPeriodStart").textValue());
        for (Instant wrong : List.of(start.minusSeconds(1), start.plus(Duration.ofDays(2)))) {
            assertThat(update("{'quantity': 2, 'prorationDate': '" + wrong + "'}")
                            .problems())
                    .containsExactly("prorationDate");
        }
    }

    @Test
    void needsAKeyOfTheSellerAndTheMode() {
        subscribe();
        String path = "/v1/subscriptions/" + subscription().get("id").textValue() + "/update";
        shop.seller().live().post(path, "{\"quantity\": 2}").expect(404);
        shop.gateway().seller().test().post(path, "{\"quantity\": 2}").expect(404);
        assertThat(subscription().get("quantity").longValue()).isEqualTo(1);
    }

    /** A credit that exceeds the next charge would be owed to the buyer. */
    @Test
    void creditCannotExceedTheNextCharge() {
        subscribe();
        updated("{'quantity': 10}");
        assertThat(update("{'quantity': 2}").problems()).containsExactly("proration");
        assertThat(subscription().get("quantity").longValue()).isEqualTo(10);
        updated("{'quantity': 2, 'proration': 'none'}");
        assertThat(subscription().get("amount").longValue()).isEqualTo(2000);
    }

    /** The time of a preview is in the former period after a renewal. */
    @Test
    void previewExpiresWithItsPeriod() {
        subscribe();
        String at =
                updated("{'quantity': 2, 'preview': true}").get("prorationDate").textValue();
        advance("P32D");
        assertThat(update("{'quantity': 2, 'prorationDate': '" + at + "'}").problems())
                .containsExactly("prorationDate");
        assertThat(payments()).containsExactly(1000L, 1000L);
    }
}
