package io.tollgate.catalog.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CouponTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private static Coupon coupon(
            @Nullable Long amountOff, @Nullable Instant redeemBy, boolean deleted, Set<String> pages) {
        BigDecimal percent = amountOff == null ? BigDecimal.TEN : null;
        return new Coupon(
                "id", null, "CODE", percent, amountOff, "eur", false, false, null, null, null, null, redeemBy, deleted,
                pages, Set.of());
    }

    private static @Nullable String rejection(Coupon coupon, String currency) {
        return coupon.rejection("page", currency, NOW);
    }

    @Test
    void a_usable_coupon_is_not_rejected() {
        assertThat(rejection(coupon(null, NOW.plusSeconds(1), false, Set.of("page")), "usd"))
                .isNull();
        assertThat(rejection(coupon(500L, null, false, Set.of()), "eur")).isNull();
    }

    @Test
    void reasons_are_named() {
        assertThat(rejection(coupon(null, null, true, Set.of()), "eur")).isEqualTo("was deleted");
        assertThat(rejection(coupon(null, NOW, false, Set.of()), "eur"))
                .isEqualTo("expired at 2026-06-01T12:00:00.000Z");
        assertThat(rejection(coupon(500L, null, false, Set.of()), "usd")).isEqualTo("is not valid for orders in usd");
        assertThat(rejection(coupon(null, null, false, Set.of("other")), "eur"))
                .isEqualTo("is not valid for this page");
    }

    @Test
    void a_coupon_without_ticket_types_covers_all() {
        assertThat(coupon(null, null, false, Set.of()).covers("any")).isTrue();
    }

    @Test
    void a_percentage_counts_before_an_amount() {
        assertThat(coupon(null, null, false, Set.of()).reduction().from(1000)).isEqualTo(100);
        assertThat(coupon(300L, null, false, Set.of()).reduction().from(1000)).isEqualTo(300);
    }
}
