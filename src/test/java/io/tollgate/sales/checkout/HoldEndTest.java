package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A buyer who loads the page of an order at the moment when its hold ends sees what became of the order. */
class HoldEndTest {
    /** More than the times at which a request reads the clock. */
    private static final int STEPS = 8;

    private final Steps clock = new Steps();
    private final TestGateway gateway = TestGateway.stepped(Map.of(), clock, outside -> outside);

    /** Goes on with each look at it, once a test has armed it. */
    private static final class Steps implements Clock {
        private final AtomicLong millis = new AtomicLong(Clock.SYSTEM.now().toEpochMilli());
        private volatile long step;

        @Override
        public Instant now() {
            return Instant.ofEpochMilli(millis.getAndAdd(step));
        }
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    void noMomentOfTheHoldsEndIsAnError() {
        TestSeller seller = gateway.seller();
        TestShop shop = new TestShop(gateway, seller);
        Shelf mug = shop.product(1_900);
        for (int before = 1; before <= STEPS; before++) {
            Buyer ada = new Buyer(gateway.url(), "ada" + before + "@example.com");
            Shown order = ada.order(mug.path()).expect(303);
            clock.millis.set(holdEnd(seller) - before);
            clock.step = 1;
            Shown page = ada.get(order.path());
            clock.step = 0;
            assertThat(page.status())
                    .as(before + " looks at the clock before the end")
                    .isEqualTo(200);
        }
    }

    /** Returns the end of the last order's hold, in milliseconds. */
    private static long holdEnd(TestSeller seller) {
        return TestSeller.rows("SELECT max(hold_until) FROM checkout WHERE seller_id = $1", seller.id())
                .iterator()
                .next()
                .getOffsetDateTime(0)
                .toInstant()
                .toEpochMilli();
    }
}
