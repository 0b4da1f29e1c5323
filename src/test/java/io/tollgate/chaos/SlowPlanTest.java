package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Searches without their index read every row from a slow disk. They are ended, and delay no other request. */
@SecondStage
@Tag("chaos")
@Tag("C12")
@Isolated("it measures time")
@Timeout(600)
class SlowPlanTest {
    private static final int LOADED_MILLIS = FaultRun.count(5_000, 60_000);

    private static final double ENDED_SECONDS = 3;
    private static final int CROWD = 20;
    private static final String AT_WORK = "SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)), 0)"
            + " FROM pg_stat_activity WHERE application_name = 'tollgate' AND state = 'active'";

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** The responses while the plan was bad. */
    private record Share(List<Load.Call> searches, List<Load.Call> gets, List<Attempt> bookings, double longest) {
        double ofGets() {
            return gets.stream().filter(call -> call.reply().status() == 200).count() / (double) gets.size();
        }

        double ofBookings() {
            return bookings.stream().filter(attempt -> attempt.status() == 201).count() / (double) bookings.size();
        }
    }

    /** Each row of this seller's customers takes 2 ms to search. Writes are not slowed. */
    @BeforeEach
    void dropIndex() {
        operate(
                "DROP INDEX customer_lookup_search",
                "INSERT INTO customer_lookup (seller_id, livemode, search_text, id, created_at) SELECT '"
                        + shop.sellerId() + "', true, 'somebody ' || n, lpad(to_hex(n), 24, '0'), now()"
                        + " FROM generate_series(1, 2500) n",
                "CREATE POLICY slow ON customer_lookup FOR SELECT TO tollgate" + " USING (seller_id <> '"
                        + shop.sellerId() + "' OR pg_sleep(0.002) IS NOT NULL)",
                "ALTER TABLE customer_lookup FORCE ROW LEVEL SECURITY");
    }

    @AfterEach
    void restoreIndex() {
        operate(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tollgate'",
                "ALTER TABLE customer_lookup NO FORCE ROW LEVEL SECURITY",
                "DROP POLICY slow ON customer_lookup",
                "DELETE FROM customer_lookup WHERE search_text LIKE 'somebody %'",
                "CREATE INDEX customer_lookup_search ON customer_lookup"
                        + " USING gin (seller_id, search_text gin_trgm_ops) WITH (gin_pending_list_limit = 1024)");
        // Not earlier: the slow rows belong only to this test.
        History.assertInvariants(postgres);
    }

    private void operate(String... statements) {
        try (Connection connection = postgres.connect()) {
            for (String sql : statements) {
                connection.createStatement().execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param crowd number of clients with different searches, beside three with the same search */
    private Share share(Map<String, String> settings, int crowd) throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            Load gets = Load.start(gateway.api(shop.key()), "/v1/bookings?limit=5", 2);
            Load.pause(500);
            long begun = System.nanoTime();
            Load same = Load.start(gateway.api(shop.key()), "/v1/customers?search=nobody", 3);
            List<Load> others = IntStream.range(0, crowd)
                    .mapToObj(i -> Load.start(gateway.api(shop.key()), "/v1/customers?search=nobody" + i, 1))
                    .toList();
            double longest = longest();
            List<Load.Call> searches = Stream.concat(Stream.of(same), others.stream())
                    .flatMap(load -> load.calls().stream())
                    .toList();
            Share share =
                    new Share(searches, gets.since(begun), buyers.history().startedSince(begun), longest);
            same.stop();
            for (Load other : others) {
                other.stop();
            }
            gets.stop();
            History history = buyers.stop();
            assertThat(history.disagreements(postgres.url(), shop)).isEmpty();
            return share;
        }
    }

    /** Watches Postgres and returns the longest running time of a statement, in seconds. */
    private double longest() {
        double longest = 0;
        long end = System.nanoTime() + LOADED_MILLIS * 1_000_000L;
        while (System.nanoTime() < end) {
            Load.pause(100);
            longest =
                    Math.max(longest, Double.parseDouble(postgres.query(AT_WORK).get(0)));
        }
        return longest;
    }

    private static Map<String, String> withoutQueue(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("database.breakerFailures", "1");
        settings.put("database.searchPool", "8");
        return settings;
    }

    /** Settings with which a single timeout opens the breaker, and no search waits for a connection. */
    @Test
    void slow_searches_are_ended_and_other_requests_continue() throws Exception {
        Share share = share(withoutQueue(Map.of()), 5);
        Duration slowest = share.searches().stream()
                .map(Load.Call::duration)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        FaultRun.report(
                "C12", "rejected searches, the slowest after", share.searches().size() + " " + slowest);
        FaultRun.report("C12", "seconds of the longest statement", share.longest());
        assertThat(slowest).isLessThan(FaultRun.LONGEST_WAIT);
        assertThat(share.longest()).isLessThan(ENDED_SECONDS);
        assertOthersContinue(share);
    }

    private static void assertOthersContinue(Share share) {
        FaultRun.report("C12", "share of lists that succeeded", share.ofGets());
        FaultRun.report("C12", "share of bookings that succeeded", share.ofBookings());
        assertThat(share.searches()).isNotEmpty().allSatisfy(call -> DatabaseCrashTest.assertUnavailable(call.reply()));
        assertThat(share.gets()).hasSizeGreaterThan(100);
        assertThat(share.bookings()).hasSizeGreaterThan(20);
        assertThat(share.ofGets()).isGreaterThanOrEqualTo(0.99);
        assertThat(share.ofBookings()).isGreaterThanOrEqualTo(0.99);
    }

    /** Control: without a statement timeout, the database continues abandoned searches. */
    @Test
    void without_a_statement_timeout_slow_searches_are_not_ended() throws Exception {
        Map<String, String> patient =
                Map.of("database.statementTimeoutMillis", "0", "database.queryTimeoutMillis", "1000");
        assertThat(share(withoutQueue(patient), 5).longest()).isGreaterThan(ENDED_SECONDS);
    }

    /**
     * Searches wait for the two connections of each event loop and fail in large numbers; {@code CrowdTest} has the
     * control.
     */
    @Test
    void a_crowd_of_slow_searches_delays_no_other_request() throws Exception {
        assertOthersContinue(share(Map.of(), CROWD));
    }
}
