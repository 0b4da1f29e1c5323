package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.RateLimitSettings;
import org.junit.jupiter.api.Test;

class BuyerRateLimitTest {
    @Test
    void oneAddressHasItsBurst() {
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
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
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 2, 3, 1, 1, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
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

    @Test
    void linksAreLimitedPerSellerModeAndAddress() {
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
        Scope live = new Scope("65b9a6e1c4a9e0b7f2000001", true);
        assertThat(limit.takeLink(live, "ada@example.com")).isTrue();
        assertThat(limit.takeLink(live, "ada@example.com")).isTrue();
        assertThat(limit.takeLink(live, "ada@example.com")).isFalse();
        assertThat(limit.takeLink(new Scope(live.sellerId(), false), "ada@example.com"))
                .isTrue();
        assertThat(limit.takeLink(live, "eve@example.com")).isTrue();
    }

    @Test
    void cartsAreLimitedPerHour() {
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
        assertThat(limit.tryTakeCart("192.0.2.1")).isTrue();
        assertThat(limit.tryTakeCart("192.0.2.1")).isTrue();
        assertThat(limit.tryTakeCart("192.0.2.1")).isFalse();
        assertThat(limit.tryTakeCart("192.0.2.2")).isTrue();
    }

    @Test
    void ordersOfAPageThatSellsOnceAreLimitedByAddressAndPage() {
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
        limit.takeOnce("192.0.2.1", "page");
        limit.takeOnce("192.0.2.1", "page");
        assertThatThrownBy(() -> limit.takeOnce("192.0.2.1", "page")).isInstanceOf(ApiError.class);
        limit.takeOnce("192.0.2.1", "other");
        limit.takeOnce("192.0.2.2", "page");
        assertThatThrownBy(() -> limit.takeOnce("192.0.2.3", "page")).isInstanceOf(ApiError.class);
    }

    @Test
    void ordersOfASellerAreLimitedOverAllPages() {
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
        Scope scope = new Scope("65b9a6e1c4a9e0b7f2000001", true);
        for (int page = 0; page < 4; page++) {
            limit.takePage(scope, "page" + page);
        }
        assertThatThrownBy(() -> limit.takePage(scope, "other")).isInstanceOf(ApiError.class);
        limit.takePage(new Scope("65b9a6e1c4a9e0b7f2000002", true), "foreign");
    }

    @Test
    void codesOfAPageAreLimitedOverAllAddresses() {
        BuyerRateLimit limit =
                new BuyerRateLimit(new RateLimitSettings(1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 2, 3, 2, 2, 3, 5));
        for (int i = 0; i < 3; i++) {
            limit.takeCode("192.0.2." + i, "page", "CODE" + i);
        }
        assertThatThrownBy(() -> limit.takeCode("192.0.2.9", "page", "CODE9")).isInstanceOf(ApiError.class);
        limit.takeCode("192.0.2.2", "page", "CODE2");
        limit.takeCode("192.0.2.9", "other", "CODE9");
    }
}
