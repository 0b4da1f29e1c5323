package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
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

/**
 * Other clients use all connections of Postgres. An instance with connections continues; an instance without
 * connections returns 503 and does not cause a storm of connection attempts.
 */
@SecondStage
@Tag("chaos")
@Tag("C10")
@Isolated("it measures time")
@Timeout(600)
class ConnectionsTest {
    private static final int HELD_MILLIS = FaultRun.count(3_000, 30_000);

    /** More connections than the breaker allows in that time: ten at first, and two in each second. */
    private static final long STORM = 20 + 3L * HELD_MILLIS / 1_000;

    private static final Map<String, String> SMALL = Map.of(
            "database.listPool", "2",
            "database.searchPool", "1",
            "database.getPool", "1",
            "database.transactionPool", "3",
            "eventLoops", "1");

    /** The other clients connect before the instance starts. */
    private static final Map<String, String> UNCONNECTED = new HashMap<>(SMALL);

    static {
        UNCONNECTED.put("waitForDatabase", "true");
    }

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());
    private final Shop other = Shop.on(postgres.url());
    private final Deque<Connection> held = new ArrayDeque<>();

    @BeforeEach
    void few_connections() {
        restart("max_connections = 40\n");
    }

    @AfterEach
    void restoreConnections() throws SQLException {
        release();
        restart("");
    }

    private void restart(String settings) {
        postgres.set(settings);
        postgres.stop();
        postgres.startAgain();
    }

    /** Opens connections until Postgres refuses one. */
    private void openAll() throws SQLException {
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

    /** Returns the number of connections refused so far. */
    private long refused() {
        return postgres.log()
                .lines()
                .filter(line -> line.contains("FATAL:") && line.contains("connection"))
                .count();
    }

    /** Clients that send requests to an instance without pause. */
    private record Crowd(Buyers buyers, Load reads) {
        static Crowd of(GatewayProcess gateway, Shop shop) {
            return new Crowd(
                    new Buyers(gateway.api(shop.key()), shop).start(3),
                    Load.start(gateway.api(shop.key()), "/v1/bookings?limit=5", 3));
        }

        History stop() throws InterruptedException {
            reads.stop();
            return buyers.stop();
        }
    }

    /** An instance that could open no connection: its responses and its connection attempts. */
    private record StarvedInstance(Crowd crowd, History writes, long begun, long freed, long refused) {}

    private StarvedInstance poor(GatewayProcess gateway, Shop shop) throws Exception {
        long before = refused();
        openAll();
        long begun = System.nanoTime();
        Crowd crowd = Crowd.of(gateway, shop);
        Load.pause(HELD_MILLIS);
        assertThat(gateway.health("/health/live")).isEqualTo(200);
        long refused = refused() - before;
        long freed = System.nanoTime();
        release();
        Load.pause(500);
        return new StarvedInstance(crowd, crowd.stop(), begun, freed, refused);
    }

    @Test
    void an_instance_without_connections_returns_503_and_the_other_one_continues() throws Exception {
        try (GatewayProcess rich = GatewayProcess.started(postgres.url(), SMALL);
                GatewayProcess gateway = GatewayProcess.started(postgres.url(), UNCONNECTED)) {
            Crowd ofRich = Crowd.of(rich, other);
            Load.pause(1_500);
            StarvedInstance poor = poor(gateway, shop);
            History rightly = ofRich.stop();
            FaultRun.report("C10", "connections refused", poor.refused());
            FaultRun.report(
                    "C10",
                    "first success after connections are free",
                    poor.writes().firstSuccess(poor.freed()));
            FaultRun.report(
                    "C10",
                    "meanwhile, bookings and lists of the other instance",
                    rightly.size() + " " + ofRich.reads().since(poor.begun()).size());
            assertThat(poor.writes().attempts())
                    .filteredOn(attempt -> attempt.endedAt() < poor.freed())
                    .isNotEmpty()
                    .allSatisfy(attempt -> DatabaseCrashTest.assertUnavailable(attempt.reply()))
                    .allSatisfy(attempt -> assertThat(attempt.duration()).isLessThan(FaultRun.LONGEST_WAIT));
            assertThat(poor.crowd().reads().calls())
                    .filteredOn(call -> call.endedAt() < poor.freed())
                    .isNotEmpty()
                    .allSatisfy(call -> DatabaseCrashTest.assertUnavailable(call.reply()))
                    .allSatisfy(call -> assertThat(call.duration()).isLessThan(FaultRun.LONGEST_WAIT));
            assertThat(poor.refused()).isLessThan(STORM);
            assertThat(poor.writes().firstSuccess(poor.freed())).isLessThan(FaultRun.allowed(Duration.ofSeconds(3)));
            assertContinues(ofRich, rightly, poor);
            poor.writes().assertConsistentWith(postgres, shop);
            rightly.assertConsistentWith(postgres, other);
        }
    }

    private static void assertContinues(Crowd crowd, History writes, StarvedInstance meanwhile) {
        assertThat(writes.startedSince(meanwhile.begun()))
                .isNotEmpty()
                .allSatisfy(attempt -> assertThat(attempt.status()).isEqualTo(201));
        assertThat(crowd.reads().since(meanwhile.begun()))
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
    }

    /** Control: without the breaker, each request tries to open a connection. */
    @Test
    void without_the_breaker_there_is_a_storm_of_connection_attempts() throws Exception {
        Map<String, String> unbroken = new HashMap<>(UNCONNECTED);
        unbroken.put("database.breakerFailures", "1000");
        // The rate limit of the seller would limit the connection attempts, too.
        unbroken.put("database.sellerSharePercent", "100");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), unbroken)) {
            assertThat(poor(gateway, shop).refused()).isGreaterThan(STORM);
        }
    }
}
