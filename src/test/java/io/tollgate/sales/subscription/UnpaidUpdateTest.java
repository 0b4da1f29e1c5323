package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A change credits only what was paid: until the next charge, other changes are possible with {@code none} only. */
class UnpaidUpdateTest extends UpdateScene {
    private void expectNoneOnly(String reason) {
        for (String proration : new String[] {"charge", "credit_next"}) {
            JsonNode problem = update("{'quantity': 3, 'preview': true, 'proration': '" + proration + "'}")
                    .expect(400)
                    .json();
            assertThat(problem.at("/errors/0/param").textValue()).isEqualTo("proration");
            assertThat(problem.at("/errors/0/message").textValue())
                    .isEqualTo("must be none until the next charge: " + reason);
        }
        assertThat(updated("{'quantity': 3, 'proration': 'none'}")
                        .get("nextAmount")
                        .longValue())
                .isEqualTo(3000);
    }

    @Test
    void changeThatWasNotChargedIsNotCredited() {
        subscribe();
        updated("{'quantity': 5, 'proration': 'none'}");
        expectNoneOnly("the last change was not charged for this period");
        JsonNode same = updated("{'quantity': 3}");
        assertThat(same.get("lines")).isEmpty();
        assertThat(same.get("nextAmount").longValue()).isEqualTo(3000);
        advance("P35D");
        assertThat(payments()).containsExactly(3000L, 1000L);
        assertThat(updated("{'quantity': 4}").get("amountDue").longValue()).isPositive();
    }

    @Test
    void changeCannotApplyBeforeTheLastOne() {
        subscribe();
        Instant start = Instant.parse(subscription().get("currentPeriodStart").textValue());
        advance("P15D");
        updated("{'quantity': 3}");
        for (String proration : new String[] {"charge", "none"}) {
            JsonNode problem = update(
                            "{'quantity': 2, 'prorationDate': '" + start + "', 'proration': '" + proration + "'}")
                    .expect(400)
                    .json();
            assertThat(problem.at("/errors/0/param").textValue()).isEqualTo("prorationDate");
            assertThat(problem.at("/errors/0/message").textValue()).contains("before the last change");
        }
        updated("{'quantity': 2}");
    }

    @Test
    void periodThatWasPausedIsNotCredited() {
        subscribe();
        String path = "/v1/subscriptions/" + subscription().get("id").textValue();
        test.post(path + "/pause", "{}").expect(200);
        advance("P40D");
        test.post(path + "/resume", "{}").expect(200);
        shop.seller().settle();
        assertThat(payments()).containsExactly(1000L);
        expectNoneOnly("nothing was charged for this period");
    }

    @Test
    void refundedPeriodIsNotCredited() {
        subscribe();
        String payment = test.get("/v1/subscription-payments").ids().get(0);
        test.post("/v1/subscription-payments/" + payment + "/refund", "{\"amount\": 400}")
                .expect(200);
        shop.seller().settle();
        expectNoneOnly("a charge of this period was refunded");
    }
}
