package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.error.ApiError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A customer cancels no plan, and at once only what has not begun, even if it begins just before the cancellation. */
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
    void installmentPlansAreRefused() {
        StoredSubscription plan = StoredSubscriptionCodec.INSTANCE.decode("{\"status\": \"active\", \"interval\":"
                + " \"month\", \"planIterations\": 4, \"createdAt\": \"2028-01-31T10:00:00.000Z\"}");
        assertThatThrownBy(() -> CancelableStates.refusePlan(plan))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(409));
        assertThatCode(() -> CancelableStates.refusePlan(subscription("active")))
                .doesNotThrowAnyException();
    }

    @Test
    void scheduledSubscriptionsAreNot() {
        assertThatCode(() -> CancelableStates.refuseBegun(subscription("scheduled")))
                .doesNotThrowAnyException();
    }
}
