package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Others hold all connections that Postgres has: who has some goes on, who has none is refused and does not storm. */
@Tag("chaos")
@Tag("C10")
@Isolated("it measures time")
@Timeout(600)
class ConnectionsTest {
    private static final Duration LONGEST = Duration.ofMillis(3_500);
    private static final int HELD_MILLIS = Stage.times(3_000, 30_000);

    /** More connections than the breaker lets be asked for in that time: ten at first, and two in each second. */
    private static final long STORM = 20 + 3L * HELD_MILLIS / 1_000;

    private static final Map<String, String> SMALL = Map.of(
            "database.listPool", "2",
            "database.searchPool", "1",
            "database.getPool", "1",
            "database.transactionPool", "3",
            "eventLoops", "1");

    /** Others connect before they listen. */
    private static final Map<String, String> UNCONNECTED = new HashMap<>(SMALL);

    static {
        UNCONNECTED.put("waitForDatabase", "true");
    }

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());
    private final Shop other = Shop.on(postgres.url());
    private final Deque<Connection> held = new ArrayDeque<>();

    @BeforeEach
    void few_connections() {
        restart("max_connections = 40\n");
    }

    @AfterEach
    void as_many_as_before() throws SQLException {
        release();
        restart("");
    }

    private void restart(String settings) {
        postgres.set(settings);
        postgres.stop();
        postgres.startAgain();
    }

    /** Takes every connection there is, until the database has none for us any more. */
    private void holdAll() throws SQLException {
        while (true) {
            try {
                held.push(postgres.connect());
            } catch (SQLException none) {
                if (!"53300".equals(none.getSQLState())) {
                    throw none;
                }
                return;
            }
        }
    }

    private void release() throws SQLException {
        while (!held.isEmpty()) {
            held.pop().close();
        }
    }

    /** How many connections were refused so far. */
    private long refused() {
        return postgres.log()
                .lines()
                .filter(line -> line.contains("FATAL:") && line.contains("connection"))
                .count();
    }

    /** Those who ask an instance without pause. */
    private record Crowd(Buyers buyers, Load reads) {
        static Crowd of(GatewayProcess gateway, Shop shop) {
            return new Crowd(
                    new Buyers(gateway.api(shop.key()), shop).start(3),
                    Load.of(gateway.api(shop.key()), "/v1/bookings?limit=5", 3));
        }

        History stop() throws InterruptedException {
            reads.stop();
            return buyers.stop();
        }
    }

    /** An instance that could open no connection, while others held all: how it went on, and the attempts it made. */
    private record Poor(Crowd crowd, History writes, long begun, long freed, long refused) {}

    private Poor poor(GatewayProcess gateway, Shop shop) throws Exception {
        long before = refused();
        holdAll();
        long begun = System.nanoTime();
        Crowd crowd = Crowd.of(gateway, shop);
        Load.pause(HELD_MILLIS);
        assertThat(gateway.health("/health/live")).isEqualTo(200);
        long refused = refused() - before;
        long freed = System.nanoTime();
        release();
        Load.pause(500);
        return new Poor(crowd, crowd.stop(), begun, freed, refused);
    }

    @Test
    void are_waited_for_with_an_answer_and_the_instance_that_has_some_goes_on() throws Exception {
        try (GatewayProcess rich = GatewayProcess.started(postgres.url(), SMALL);
                GatewayProcess gateway = GatewayProcess.started(postgres.url(), UNCONNECTED)) {
            Crowd ofRich = Crowd.of(rich, other);
            Load.pause(1_500);
            Poor poor = poor(gateway, shop);
            History rightly = ofRich.stop();
            Stage.told("C10", "connections refused", poor.refused());
            Stage.told("C10", "first success after they are free", poor.writes().firstSuccess(poor.freed()));
            Stage.told(
                    "C10",
                    "beside it, bookings and lists of the other instance",
                    rightly.size() + " " + ofRich.reads().since(poor.begun()).size());
            assertThat(poor.writes().attempts())
                    .filteredOn(attempt -> attempt.ended() < poor.freed())
                    .isNotEmpty()
                    .allSatisfy(attempt -> DatabaseCrashTest.unavailable(attempt.reply()))
                    .allSatisfy(attempt -> assertThat(attempt.took()).isLessThan(LONGEST));
            assertThat(poor.crowd().reads().calls())
                    .filteredOn(call -> call.ended() < poor.freed())
                    .isNotEmpty()
                    .allSatisfy(call -> DatabaseCrashTest.unavailable(call.reply()))
                    .allSatisfy(call -> assertThat(call.took()).isLessThan(LONGEST));
            assertThat(poor.refused()).isLessThan(STORM);
            assertThat(poor.writes().firstSuccess(poor.freed())).isLessThan(Duration.ofSeconds(3));
            goesOn(ofRich, rightly, poor);
            poor.writes().agreesWith(postgres, shop);
            rightly.agreesWith(postgres, other);
        }
    }

    private static void goesOn(Crowd crowd, History writes, Poor meanwhile) {
        assertThat(writes.begunSince(meanwhile.begun()))
                .isNotEmpty()
                .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(201));
        assertThat(crowd.reads().since(meanwhile.begun()))
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
    }

    /** The control: without the breaker, each request asks for a connection again. */
    @Test
    void without_the_breaker_there_is_a_storm() throws Exception {
        Map<String, String> unbroken = new HashMap<>(UNCONNECTED);
        unbroken.put("database.breakerFailures", "1000");
        // The share of a seller bounds the attempts to connect, too.
        unbroken.put("database.sellerSharePercent", "100");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), unbroken)) {
            assertThat(poor(gateway, shop).refused()).isGreaterThan(STORM);
        }
    }
}
