package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** Changes of subscriptions while the difference of an earlier change waits for the next charge. */
class WaitingDifferenceTest extends UpdateScene {
    @Test
    void nextChargeContainsWhatWaits() {
        subscribe();
        JsonNode first = updated("{'quantity': 2, 'proration': 'credit_next'}");
        JsonNode same = updated("{'quantity': 2}");
        assertThat(same.get("nextAmount")).isEqualTo(first.get("nextAmount"));
        assertThat(same.get("lines")).isEmpty();
        JsonNode none = updated("{'quantity': 5, 'proration': 'none'}");
        assertThat(none.get("lines")).isEmpty();
        advance("P31D");
        assertThat(payments())
                .containsExactlyInAnyOrder(1000L, none.get("nextAmount").longValue());
    }

    @Test
    void waitingCreditCannotExceedTheNextCharge() {
        subscribe();
        updated("{'quantity': 10}");
        updated("{'quantity': 6}");
        assertThat(update("{'quantity': 1, 'proration': 'none', 'preview': true}")
                        .problems())
                .containsExactly("quantity");
        assertThat(update("{'quantity': 1, 'proration': 'none'}").problems()).containsExactly("quantity");
        assertThat(subscription().get("quantity").longValue()).isEqualTo(6);
        JsonNode enough = updated("{'quantity': 5, 'proration': 'none'}");
        advance("P31D");
        assertThat(payments()).hasSize(3).contains(enough.get("nextAmount").longValue());
    }
}
