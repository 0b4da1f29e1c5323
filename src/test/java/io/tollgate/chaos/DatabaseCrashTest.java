package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Postgres crashes, restarts, or is not there yet. No promised write is lost, and requests succeed again soon. */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseCrashTest {
    private static final int BUYERS = 6;
    private static final int RATED_MILLIS = 1_000;
    private static final Duration NOTICED = Duration.ofMillis(100);
    private static final Duration FULL_RATE = Duration.ofSeconds(3);

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** Checks that a response is a complete 503 that reveals no internals. */
    static void assertUnavailable(Reply reply) {
        assertThat(reply.expect(503).header("Retry-After")).matches("[1-9][0-9]*");
        assertThat(reply.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
        assertThat(reply.body()).doesNotContain("refused", "Exception", "postgres", "127.0.0.1");
    }

    @Test
    @Tag("C1")
    void the_gateway_waits_for_a_database_that_is_down_at_its_start() {
        postgres.stop();
        long begun = System.nanoTime();
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("waitForDatabase", "true"))) {
            gateway.start().awaitLive();
            FaultRun.assertWithin(
                    "C1", "live after the start", Duration.ofNanos(System.nanoTime() - begun), Duration.ofSeconds(2));
            assertThat(gateway.health("/health/ready")).isEqualTo(503);
            assertUnavailable(gateway.api(shop.key()).get("/v1/payments"));
            gateway.api("x").get("/v1/payments").expect(401);
            postgres.startAgain();
            long accepts = System.nanoTime();
            gateway.awaitReady();
            Duration ready = Duration.ofNanos(System.nanoTime() - accepts);
            FaultRun.assertWithin("C1", "ready after Postgres accepts", ready, Duration.ofSeconds(1));
            gateway.api(shop.key()).get("/v1/payments").expect(200);
            History.assertInvariants(postgres);
        }
    }

    /** Control: without the setting, the gateway does not wait. */
    @Test
    @Tag("C1")
    void without_the_setting_the_gateway_does_not_start() {
        postgres.stop();
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of())) {
            gateway.start();
            assertThat(gateway.ended(Duration.ofSeconds(30))).isNotZero();
            assertThat(gateway.printed()).doesNotContain("at io.tollgate");
        }
    }

    @Test
    @Tag("C2")
    void a_kill_under_load_loses_nothing() {
        List<Duration> firsts = new ArrayList<>();
        List<Duration> noticed = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            Load.pause(2_000);
            for (int i = 0; i < FaultRun.count(5, 50); i++) {
                Load.pause(RATED_MILLIS);
                long killed = System.nanoTime();
                postgres.kill();
                Load.pause(200);
                assertThat(gateway.health("/health/live")).isEqualTo(200);
                assertThat(gateway.health("/health/ready")).isEqualTo(503);
                postgres.startAgain();
                long accepts = System.nanoTime();
                Load.pause(FULL_RATE.toMillis() + RATED_MILLIS);
                History history = buyers.history();
                firsts.add(history.firstSuccess(accepts));
                noticed.add(history.longestRunning(killed));
                long full = accepts + FULL_RATE.toNanos();
                rates.add(history.successesIn(full, RATED_MILLIS)
                        / (double) history.successesIn(killed - RATED_MILLIS * 1_000_000L, RATED_MILLIS));
            }
            History history = buyers.stop();
            FaultRun.report("C2", "bookings", history.size());
            recovered(firsts, noticed, rates);
            answered(history);
            history.assertConsistentWith(postgres, shop);
        }
    }

    /** The breaker probes once a second, so one first success in ten may take longer than the required second. */
    private static void recovered(List<Duration> firsts, List<Duration> noticed, List<Double> rates) {
        FaultRun.assertWithin("C2", "running requests fail after", Collections.max(noticed), NOTICED);
        FaultRun.assertWithin("C2", "first success, nine of ten", nineOfTen(firsts), Duration.ofSeconds(1));
        FaultRun.assertWithin("C2", "first success, all", Collections.max(firsts), Duration.ofSeconds(2));
        List<Double> sorted = rates.stream().sorted().toList();
        double middle = sorted.get(sorted.size() / 2);
        FaultRun.report("C2", "rate three seconds after it accepts, relative to before", middle);
        assertThat(middle).isGreaterThan(FaultRun.LONG ? 0.8 : 0.3);
    }

    private static Duration nineOfTen(List<Duration> all) {
        return all.stream().sorted().toList().get((all.size() - 1) * 9 / 10);
    }

    private static void answered(History history) {
        assertThat(history.attempts()).allSatisfy(attempt -> {
            assertThat(attempt.status()).isIn(201, 409, 503);
            assertThat(attempt.reply().header("Retry-After") != null).isEqualTo(attempt.status() != 201);
        });
        Duration slowest = history.attempts().stream()
                .filter(attempt -> attempt.status() == 503)
                .map(Attempt::duration)
                .max(Duration::compareTo)
                .orElseThrow(() -> new AssertionError("the fault had no effect"));
        FaultRun.report("C2", "slowest 503", slowest);
        assertThat(slowest).isLessThan(FaultRun.LONGEST_WAIT);
    }

    /** Control: a Postgres without synchronous commit loses promised writes, and the test detects it. */
    @Test
    @Tag("C2")
    void the_loss_of_a_database_without_synchronous_commit_is_detected() {
        List<String> wrong = List.of();
        // Whether the crash loses writes depends on timing.
        for (int i = 0; i < 5 && wrong.isEmpty(); i++) {
            wrong = crashWithoutSynchronousCommit();
        }
        assertThat(wrong).anySatisfy(one -> assertThat(one).startsWith("lost"));
    }

    private List<String> crashWithoutSynchronousCommit() {
        postgres.set("synchronous_commit = off\nwal_writer_delay = 10s\n");
        postgres.stop();
        postgres.startAgain();
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            for (int i = 0; i < BUYERS; i++) {
                buyers.buy();
            }
            buyers.start(BUYERS);
            Load.pause(1_000);
            postgres.kill();
            postgres.set("");
            postgres.startAgain();
            return buyers.stop().disagreements(postgres.url(), shop);
        } finally {
            postgres.set("");
        }
    }

    @Test
    @Tag("C8")
    void after_a_restart_or_session_crash_the_database_is_used_again_at_once() {
        int cycles = FaultRun.count(3, 100);
        List<Duration> firsts = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            for (int i = 0; i < 2 * cycles; i++) {
                Load.pause(500);
                if (i % 2 == 0) {
                    // A Postgres that is told to stop while it recovers from a crash may never stop.
                    postgres.awaitAccepting();
                    postgres.stop();
                    postgres.startAgain();
                } else {
                    postgres.crashSession();
                    Load.pause(200);
                    // The recovery time is up to Postgres, and a Postgres that is told to stop meanwhile may never
                    // stop.
                    postgres.awaitAccepting();
                }
                long since = System.nanoTime();
                Load.pause(2_000);
                firsts.add(buyers.history().firstSuccess(since));
            }
            History history = buyers.stop();
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
            FaultRun.assertWithin("C8", "first success after it", Collections.max(firsts), Duration.ofSeconds(2));
            history.assertConsistentWith(postgres, shop);
        }
    }

    /** Repeatedly ends one of ten busy sessions. Returns how many of a hundred requests failed. */
    private int failures(Supplier<Future<?>> read) {
        int failed = 0;
        for (int i = 0; i < 10; i++) {
            List<Future<?>> asked =
                    IntStream.range(0, 10).<Future<?>>mapToObj(n -> read.get()).toList();
            Load.pause(20);
            postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE application_name = 'tollgate' AND state = 'active' LIMIT 1");
            TestSeller.await(Future.join(asked).otherwiseEmpty());
            failed += (int) asked.stream().filter(Future::failed).count();
        }
        return failed;
    }

    /** Controls: a client that does not retry notices the fault; a client with one connection has none afterwards. */
    @Test
    @Tag("C8")
    void reads_do_not_fail_when_sessions_are_terminated() {
        String slowly = "SELECT pg_sleep(0.1)";
        PgConnectOptions options = PgConnectOptions.fromUri(postgres.url()).addProperty("application_name", "tollgate");
        Vertx vertx = Vertx.vertx();
        Database database = new Database(
                vertx,
                TestSettings.database(
                        postgres.url(),
                        "listPool=10",
                        "searchPool=2",
                        "getPool=2",
                        "transactionPool=2",
                        "queueMax=100"));
        Pool pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(10))
                .connectingTo(options)
                .using(vertx)
                .build();
        try {
            assertThat(failures(() -> database.list(slowly, Tuple.tuple()))).isZero();
            int failed = failures(() -> pool.query(slowly).execute());
            FaultRun.report("C8", "of a hundred reads, of which ten lose their session, fail without a retry", failed);
            assertThat(failed).isPositive();
            TestSeller.await(pool.query(slowly).execute());
            SqlConnection single = TestSeller.await(PgConnection.connect(vertx, options));
            assertThat(failures(() -> single.query(slowly).execute())).isEqualTo(100);
        } finally {
            database.close();
            TestSeller.await(vertx.close());
        }
    }
}
