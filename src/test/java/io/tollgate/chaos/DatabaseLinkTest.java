package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.ChaosProxy.Weather;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The way to Postgres is bad: connections are reset or half closed, or slow, or carry a byte at a time. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseLinkTest {
    private static final Duration LONGEST = Duration.ofMillis(3_500);
    private static final String LIST = "/v1/bookings?limit=20";

    private final FaultyPostgres postgres = Stage.postgres();
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
    void reset_and_half_closed_connections_are_taken_anew_at_once() {
        List<Duration> firsts = new ArrayList<>();
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(6);
            for (int i = 0; i < Stage.times(4, 100); i++) {
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
                    .allSatisfy(attempt -> assertThat(attempt.took()).isLessThan(LONGEST));
            Stage.told("C6", "first success after it", firsts);
            assertThat(firsts).allSatisfy(first -> assertThat(first).isLessThan(Duration.ofMillis(1_500)));
            history.agreesWith(postgres, shop);
        }
    }

    /** Lists that were read by a fault's way are those that are read without it. */
    @Test
    @Tag("C6")
    void narrow_and_breaking_way_gives_no_wrong_data() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            book(gateway, 20);
            String right = gateway.api(shop.key()).get(LIST).expect(200).body();
            proxy.weather(new Weather(0, 0, 1_400, 125_000));
            int answered = 0;
            for (int i = 0; i < Stage.times(20, 500); i++) {
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
            Stage.told("C6", "lists of " + right.length() + " bytes read over 1 Mbit/s with resets", answered);
            assertThat(answered).isPositive();
            History.sound(postgres);
        }
    }

    /** The control: what another way changed on the way is noticed. */
    @Test
    @Tag("C6")
    void changed_bytes_are_noticed() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            book(gateway, 1);
            String right = gateway.api(shop.key()).get(LIST).expect(200).body();
            proxy.replace("Anna Meyer", "Anna Moyer");
            assertThat(gateway.api(shop.key()).get(LIST).body()).isNotEqualTo(right);
        }
    }

    @Test
    @Tag("C7")
    void slow_and_sliced_way_is_understood_and_slower() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            book(gateway, 3);
            String right = gateway.api(shop.key()).get(LIST).expect(200).body();
            proxy.weather(new Weather(0, 0, 1, 0));
            assertThat(gateway.api(shop.key()).get(LIST).expect(200).body()).isEqualTo(right);
            Buyers sliced = new Buyers(gateway.api(shop.key()), shop);
            sliced.buy();
            sliced.buy();
            assertThat(sliced.history().attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(201));
            proxy.weather(new Weather(200, 100, 0, 0));
            List<Duration> took = new ArrayList<>();
            for (int i = 0; i < Stage.times(8, 100); i++) {
                long begun = System.nanoTime();
                gateway.api(shop.key()).get("/v1/coupons").expect(200);
                took.add(Duration.ofNanos(System.nanoTime() - begun));
            }
            took.sort(Duration::compareTo);
            Stage.told("C7", "reads over 200 to 300 ms each way, slowest", took.get(took.size() - 1));
            assertThat(took).allSatisfy(each -> assertThat(each).isBetween(Duration.ofMillis(200), LONGEST));
            History.sound(postgres);
        }
    }

    /** So many round trips do not fit into the time of a write: it is refused in time, and is whole or nothing. */
    @Test
    @Tag("C7")
    void write_that_the_way_is_too_slow_for_is_refused_in_time_and_done_later() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            Load.pause(500);
            proxy.weather(new Weather(200, 100, 0, 0));
            Load.pause(5_000);
            proxy.weather(Weather.FAIR);
            Load.pause(2_000);
            History history = buyers.stop();
            Duration slowest = history.attempts().stream()
                    .map(Attempt::took)
                    .max(Duration::compareTo)
                    .orElseThrow();
            Stage.told("C7", "slowest write", slowest);
            assertThat(slowest).isLessThan(LONGEST);
            history.agreesWith(postgres, shop);
        }
    }

    /** The control: with more time for a statement, such a write is waited for. */
    @Test
    @Tag("C7")
    void without_a_deadline_the_write_is_waited_for() {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(
                        proxy.url(),
                        Map.of("database.queryTimeoutMillis", "60000", "limits.requestTimeoutMillis", "60000"))) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            buyers.buy();
            proxy.weather(new Weather(200, 100, 0, 0));
            buyers.buy();
            assertThat(buyers.history().attempts())
                    .anySatisfy(attempt -> assertThat(attempt.took()).isGreaterThan(LONGEST));
        }
    }
}
