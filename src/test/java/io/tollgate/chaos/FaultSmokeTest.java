package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Eventually;
import io.tollgate.support.PageType;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A kill of the database and one of the gateway, judged by their effect and not by time. Other families of faults have
 * such a test elsewhere: OutageTest (processor), SlowClientTest (slow clients, limits) and DiskLimitTest.
 */
@Tag("chaos")
@ResourceLock(FaultRun.POSTGRES)
@Timeout(900)
class FaultSmokeTest {
    private static final int BOOKINGS = 5;

    @Test
    void a_kill_of_the_database_loses_nothing() {
        FaultyPostgres postgres = FaultRun.postgres();
        Shop shop = Shop.on(postgres.url());
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            History history = buyers.history();
            awaitSuccesses(history, BOOKINGS);
            postgres.kill();
            assertThat(Eventually.isTrue(
                            () -> history.attempts().stream().anyMatch(attempt -> attempt.status() == 503)))
                    .as("the fault had an effect")
                    .isTrue();
            postgres.startAgain();
            awaitSuccesses(history, successes(history) + BOOKINGS);
            buyers.stop().assertConsistentWith(postgres, shop);
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
        }
    }

    private static void awaitSuccesses(History history, long count) {
        assertThat(Eventually.isTrue(() -> successes(history) >= count))
                .as("requests succeed")
                .isTrue();
    }

    private static long successes(History history) {
        return history.attempts().stream()
                .filter(attempt -> attempt.status() == 201)
                .count();
    }

    @Test
    void a_kill_of_the_gateway_after_the_call_of_the_processor_leaves_one_charge() throws Exception {
        try (KillFixture fixture = new KillFixture()) {
            fixture.purchase(PageType.PRODUCT, fixture.page(PageType.PRODUCT), KillPoint.PROCESSOR_CALLED);
            assertThat(fixture.audit()).isEmpty();
            assertThat(fixture.paidOrders()).isEqualTo(1);
        }
    }
}
