package io.tollgate.platform.webhook;

import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A gateway on a clock that the tests move, and for each test a seller with a receiver of webhooks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WebhookScene {
    final VirtualClock clock = new VirtualClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));
    final TestGateway gateway = startGateway();
    HookedShop shop;
    TestSeller seller;
    WebhookReceiver receiver;

    /** Starts a gateway on the clock and the database of the others. */
    final TestGateway startGateway() {
        return TestGateway.stepped(Map.of("webhooks.loopback", "true"), clock, outside -> outside);
    }

    @BeforeEach
    void open() {
        shop = new HookedShop(gateway);
        seller = shop.seller;
        receiver = shop.receiver;
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }
}
