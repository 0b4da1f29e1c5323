package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Load;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Postgres has no connections left, a row is held by somebody, a plan is bad: only who must wait waits. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseBusyTest {
    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private static Duration p99(List<Load.Call> calls) {
        List<Duration> took = calls.stream().map(Load.Call::took).sorted().toList();
        return took.get(took.size() * 99 / 100);
    }

    @Test
    @Tag("C10")
    void without_connections_it_answers_503_and_asks_for_few() throws Exception {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Load load = Load.of(gateway.api(shop.key()), "/v1/coupons", 4);
            Load.pause(500);
            try {
                // Postgres says the same as where its connections are used up.
                operate("ALTER ROLE tollgate CONNECTION LIMIT 0");
                proxy.reset();
                Load.pause(500);
                int asked = proxy.accepted();
                long exhausted = System.nanoTime();
                Load.pause(4_000);
                asked = proxy.accepted() - asked;
                long over = System.nanoTime();
                Stage.told("C10", "connections asked for in 4 s without any", asked);
                List<Load.Call> calls = load.calls().stream()
                        .filter(call -> call.begun() > exhausted && call.ended() < over)
                        .toList();
                assertThat(calls.stream().map(call -> call.reply().status()).distinct())
                        .containsExactly(503);
                assertThat(calls.stream().map(Load.Call::took).max(Duration::compareTo).orElseThrow())
                        .isLessThan(Duration.ofMillis(3_500));
                assertThat(asked).as("no storm of connections").isLessThan(200);
            } finally {
                operate("ALTER ROLE tollgate CONNECTION LIMIT -1");
            }
            long freed = System.nanoTime();
            Load.pause(3_000);
            load.stop();
            Duration first = load.calls().stream()
                    .filter(call -> call.reply().status() == 200 && call.ended() > freed)
                    .map(call -> Duration.ofNanos(call.ended() - freed))
                    .min(Duration::compareTo)
                    .orElseThrow();
            Stage.told("C10", "first answer after they are free", first);
            assertThat(first).isLessThan(Duration.ofSeconds(2));
        }
    }

    private void operate(String sql) throws SQLException {
        try (Connection connection = postgres.connectAsOperator();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What the bookings of two events were told while the places of one were held by somebody. */
    private record Held(List<Attempt> waiting, List<Attempt> others, Duration lists) {}

    private Held held(Map<String, String> settings) throws Exception {
        Shop other = Shop.on(postgres.url());
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            long since;
            long until;
            Buyers waiting = new Buyers(gateway.api(shop.key()), shop);
            Buyers others = new Buyers(gateway.api(other.key()), other);
            waiting.buy();
            others.buy();
            Load lists = Load.of(gateway.api(shop.key()), "/v1/coupons", 2);
            try (AutoCloseable hold = postgres.hold(
                    "SELECT FROM capacity WHERE seller_id = '" + shop.sellerId() + "' FOR UPDATE")) {
                assertThat(hold).isNotNull();
                since = System.nanoTime();
                waiting.start(6);
                others.start(2);
                Load.pause(5_000);
                until = System.nanoTime();
            }
            lists.stop();
            waiting.stop().agreesWith(postgres, shop);
            others.stop().agreesWith(postgres, other);
            return new Held(
                    during(waiting.history(), since, until), during(others.history(), since, until), p99(lists.calls()));
        }
    }

    private static List<Attempt> during(History history, long since, long until) {
        return history.attempts().stream()
                .filter(attempt -> attempt.begun() >= since && attempt.ended() <= until)
                .toList();
    }

    @Test
    @Tag("C11")
    void row_that_is_held_holds_up_only_those_who_want_it() throws Exception {
        Held held = held(Map.of());
        assertThat(held.waiting().stream().map(Attempt::status).distinct()).isNotEmpty().isSubsetOf(503, 409);
        assertThat(held.waiting().stream().map(Attempt::took).max(Duration::compareTo).orElseThrow())
                .isLessThan(Duration.ofMillis(3_000));
        long done = held.others().stream()
                .filter(attempt -> attempt.status() == 201)
                .count();
        Stage.told("C11", "other bookings done, of", done + " " + held.others().size());
        Stage.told("C11", "99 of 100 lists within", held.lists());
        assertThat(held.others())
                .as("nobody else is sent away")
                .hasSize((int) done);
        assertThat(done).isPositive();
        assertThat(held.lists()).isLessThan(Duration.ofSeconds(1));
    }

    /** The control: where Postgres is not told to give up, they wait for as long as the whole write may take. */
    @Test
    @Tag("C11")
    void without_a_limit_for_locks_they_wait_longer() throws Exception {
        assertThat(held(Map.of("database.statementTimeoutMillis", "0")).waiting())
                .anySatisfy(attempt -> assertThat(attempt.took()).isGreaterThan(Duration.ofMillis(2_300)));
    }

    /** What a search cost the others: how many answers of theirs were no success. */
    private long failedBesideSlowSearches(Map<String, String> settings) throws Exception {
        execute("ALTER TABLE booking_lookup RENAME TO booking_lookup_there",
                "CREATE VIEW booking_lookup AS SELECT b.* FROM booking_lookup_there b, pg_sleep(30)",
                "GRANT SELECT ON booking_lookup TO tollgate_writer");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            new Buyers(gateway.api(shop.key()), shop).buy();
            Load searches = Load.of(gateway.api(shop.key()), "/v1/bookings?search=meyer", 8);
            Load.pause(500);
            Load lists = Load.of(gateway.api(shop.key()), "/v1/payments", 2);
            Load.pause(6_000);
            lists.stop();
            searches.stop();
            assertThat(searches.calls().stream().map(call -> call.reply().status()).distinct())
                    .as("the control: searches do take too long")
                    .containsExactly(503);
            long failed = lists.calls().stream()
                    .filter(call -> call.reply().status() != 200)
                    .count();
            Stage.told("C12", "lists beside searches that take too long, and failed", lists.calls().size() + " " + failed);
            return failed * 100 / lists.calls().size();
        } finally {
            execute("DROP VIEW booking_lookup", "ALTER TABLE booking_lookup_there RENAME TO booking_lookup");
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = postgres.connect();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    @Tag("C12")
    void search_that_takes_too_long_costs_nobody_else() throws Exception {
        assertThat(failedBesideSlowSearches(Map.of())).as("of 100 lists").isLessThan(1);
    }
}
