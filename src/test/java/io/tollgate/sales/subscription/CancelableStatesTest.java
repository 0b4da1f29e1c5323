package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.error.ApiError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A customer cancels at once only what has not begun, even if it begins between the page and the cancellation. */
class CancelableStatesTest {
    private static StoredSubscription subscription(String status) {
        return StoredSubscriptionCodec.INSTANCE.decode(
                "{\"status\": \"" + status + "\", \"createdAt\": \"2028-01-31T10:00:00.000Z\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"active", "trialing", "past_due", "unpaid", "paused"})
    void begunSubscriptionsAreRefused(String status) {
        assertThatThrownBy(() -> CancelableStates.refuseBegun(subscription(status)))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(409));
    }

    @Test
    void scheduledSubscriptionsAreNot() {
        assertThatCode(() -> CancelableStates.refuseBegun(subscription("scheduled")))
                .doesNotThrowAnyException();
    }
}
