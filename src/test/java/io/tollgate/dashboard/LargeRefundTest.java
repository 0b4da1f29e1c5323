package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.platform.clock.Clock;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Small refunds are daily work, and large ones could empty an account. */
class LargeRefundTest {
    private final VirtualClock clock = new VirtualClock(Clock.SYSTEM.now());
    private final TestGateway gateway = TestGateway.at(clock);
    private final TestSeller seller = gateway.seller();
    private final String home = "/dashboard/" + seller.name();
    private final DashboardVisitor ada = DashboardVisitor.signedIn(new TestShop(gateway, seller), Role.OWNER);

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    void largeRefundsNeedARecentSignIn() {
        TestShop shop = new TestShop(gateway, seller);
        String body = TestShop.booking(
                shop.event("", "", "{'name': 'Box', 'price': 60000, 'maxQuantity': 10}"),
                "bob@example.com",
                1,
                "\"paymentOption\": {\"manualType\": \"invoice\"},");
        String booking = seller.live()
                .post("/v1/bookings", body)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        seller.live()
                .post("/v1/bookings/" + booking + "/record-payment", "{\"method\": \"cash\"}")
                .expect(200);
        String refund = home + "/bookings/" + booking + "/refund";
        Map<String, String> all =
                new HashMap<>(ada.browser().form(ada.get(refund).expect(200)));
        assertThat(ada.post(refund, all).expect(200).html()).contains("What will change");
        clock.advance(Duration.ofMinutes(31));
        assertThat(ada.post(refund, all).expect(403).html()).contains("Confirm that it is you");
        Map<String, String> part = new HashMap<>(all);
        part.put("amount", "500.00");
        assertThat(ada.post(refund, part).expect(200).html()).contains("What will change");
        part.put("amount", "500.01");
        ada.post(refund, part).expect(403);
    }
}
