package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.ChaosProxy.Conditions;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The connection to Postgres is bad: reset, half closed, slow, or split into packets of one byte. */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseLinkTest {
    /** With 800 to 1,000 ms for each round trip, a write takes longer than the longest wait. */
    private static final Conditions SLOW = new Conditions(400, 100, 0, 0);

    private static final String LIST = "/v1/bookings?limit=20";

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private void book(GatewayProcess gateway, int bookings) {
        Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
        for (int i = 0; i < bookings; i++) {
            buyers.buy();
        }
        assertThat(buyers.history().disagreements(postgres.url(), shop)).isEmpty();
    }

    @Test
    @Tag("C6")
    void reset_and_half_closed_connections_are_replaced_at_once() {
        List<Duration> firsts = new ArrayList<>();
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(6);
            for (int i = 0; i < FaultRun.count(4, 100); i++) {
                Load.pause(300);
                long since = System.nanoTime();
                if (i % 2 == 0) {
                    proxy.reset();
                } else {
                    proxy.halfClose();
                }
                Load.pause(1_500);
                firsts.add(buyers.history().firstSuccess(since));
            }
            History history = buyers.stop();
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503))
                    .allSatisfy(attempt -> assertThat(attempt.duration()).isLessThan(FaultRun.LONGEST_WAIT));
            FaultRun.report("C6", "first success after it", firsts);
            assertThat(firsts)
                    .allSatisfy(first -> assertThat(first).isLessThan(FaultRun.allowed(Duration.ofMillis(1_500))));
            history.assertConsistentWith(postgres, shop);
        }
    }

    /** Checks that lists read over a bad connection equal those read over a good one. */
    @Test
    @Tag("C6")
    void a_slow_connection_that_breaks_returns_no_wrong_data() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            book(gateway, 20);
            String right = gateway.api(shop.key()).get(LIST).expect(200).body();
            proxy.conditions(new Conditions(0, 0, 1_400, 125_000));
            int answered = 0;
            for (int i = 0; i < FaultRun.count(20, 500); i++) {
                if (i % 4 == 3) {
                    Thread breaking = new Thread(() -> {
                        Load.pause(30);
                        proxy.reset();
                    });
                    breaking.start();
                }
                Reply reply = gateway.api(shop.key()).get(LIST);
                assertThat(reply.status()).isIn(200, 503);
                if (reply.status() == 200) {
                    assertThat(reply.body()).isEqualTo(right);
                    answered++;
                }
            }
            FaultRun.report("C6", "lists of " + right.length() + " bytes read over 1 Mbit/s with resets", answered);
            assertThat(answered).isPositive();
            History.assertInvariants(postgres);
        }
    }

    /** Control: the comparison detects bytes that a connection has changed. */
    @Test
    @Tag("C6")
    void changed_bytes_are_detected() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            book(gateway, 1);
            String right = gateway.api(shop.key()).get(LIST).expect(200).body();
            proxy.replaceInResponses("Anna Meyer", "Anna Moyer");
            assertThat(gateway.api(shop.key()).get(LIST).body()).isNotEqualTo(right);
        }
    }

    @Test
    @Tag("C7")
    void a_slow_connection_with_tiny_packets_only_slows_requests() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            book(gateway, 3);
            String right = gateway.api(shop.key()).get(LIST).expect(200).body();
            proxy.conditions(new Conditions(0, 0, 1, 0));
            assertThat(gateway.api(shop.key()).get(LIST).expect(200).body()).isEqualTo(right);
            Buyers sliced = new Buyers(gateway.api(shop.key()), shop);
            sliced.buy();
            sliced.buy();
            assertThat(sliced.history().attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(201));
            proxy.conditions(new Conditions(200, 100, 0, 0));
            List<Duration> took = new ArrayList<>();
            for (int i = 0; i < FaultRun.count(8, 100); i++) {
                long begun = System.nanoTime();
                gateway.api(shop.key()).get("/v1/coupons").expect(200);
                took.add(Duration.ofNanos(System.nanoTime() - begun));
            }
            took.sort(Duration::compareTo);
            FaultRun.report("C7", "reads over 200 to 300 ms each way, slowest", took.get(took.size() - 1));
            assertThat(took)
                    .allSatisfy(each -> assertThat(each).isBetween(Duration.ofMillis(200), FaultRun.LONGEST_WAIT));
            History.assertInvariants(postgres);
        }
    }

    /** A write whose round trips exceed its deadline fails in time, and has its whole effect or none. */
    @Test
    @Tag("C7")
    void a_write_over_a_too_slow_connection_fails_in_time_and_succeeds_later() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            Load.pause(500);
            proxy.conditions(SLOW);
            Load.pause(5_000);
            proxy.conditions(Conditions.NORMAL);
            Load.pause(2_000);
            History history = buyers.stop();
            Duration slowest = history.attempts().stream()
                    .map(Attempt::duration)
                    .max(Duration::compareTo)
                    .orElseThrow();
            FaultRun.report("C7", "slowest write", slowest);
            assertThat(slowest).isLessThan(FaultRun.LONGEST_WAIT);
            history.assertConsistentWith(postgres, shop);
        }
    }

    /** Control: with a longer statement timeout, such a write succeeds. */
    @Test
    @Tag("C7")
    void without_a_deadline_the_write_succeeds_late() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(
                        proxy.url(),
                        Map.of("database.queryTimeoutMillis", "60000", "limits.requestTimeoutMillis", "60000"))) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            buyers.buy();
            proxy.conditions(SLOW);
            buyers.buy();
            assertThat(buyers.history().attempts())
                    .anySatisfy(attempt -> assertThat(attempt.duration()).isGreaterThan(FaultRun.LONGEST_WAIT));
        }
    }
}
