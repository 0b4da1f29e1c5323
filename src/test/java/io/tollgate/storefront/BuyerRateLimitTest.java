package io.tollgate.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.error.ApiError;
import io.tollgate.server.RateLimitSettings;
import org.junit.jupiter.api.Test;

class BuyerRateLimitTest {
    @Test
    void oneAddressHasItsBurst() {
        BuyerRateLimit limit = new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 3, 1, 1));
        for (int i = 0; i < 3; i++) {
            limit.take("192.0.2.1");
        }
        assertThatThrownBy(() -> limit.take("192.0.2.1")).isInstanceOfSatisfying(ApiError.class, error -> {
            assertThat(error.status()).isEqualTo(429);
            assertThat(error.headers()).containsEntry("Retry-After", "1");
        });
        limit.take("192.0.2.2");
    }

    @Test
    void formsAndFilesAreLimitedPerHour() {
        BuyerRateLimit limit = new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 2, 3));
        limit.takeForm("192.0.2.1");
        limit.takeForm("192.0.2.1");
        assertThatThrownBy(() -> limit.takeForm("192.0.2.1"))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(429));
        limit.takeFiles("192.0.2.1", 3);
        assertThatThrownBy(() -> limit.takeFiles("192.0.2.1", 1)).isInstanceOf(ApiError.class);
        limit.takeForm("192.0.2.2");
        limit.takeFiles("192.0.2.2", 3);
    }
}
