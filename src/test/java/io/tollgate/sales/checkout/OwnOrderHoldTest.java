package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.sales.checkout.OwnOrders.Hold;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A browser that changes its order again and again does not hold the last place for ever. */
class OwnOrderHoldTest {
    private static final Duration LENGTH = Duration.ofMinutes(15);

    private static Instant at(int minute) {
        return Instant.EPOCH.plus(Duration.ofMinutes(minute));
    }

    @Test
    void replacedOrdersHoldForThreeTimesTheLengthOfOne() {
        Hold hold = Hold.from(at(0), LENGTH);
        for (int minute : new int[] {14, 28, 42, 44}) {
            hold = hold.next(at(minute), LENGTH);
        }
        assertThat(hold.since()).isEqualTo(at(0));
        assertThat(hold.until()).isEqualTo(at(45));
        assertThat(hold.next(at(45), LENGTH)).isEqualTo(new Hold(at(45), at(60)));
    }
}
