package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.db.Database;
import io.tollgate.db.DatabaseSettings;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
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

/** Postgres dies, is restarted, or is not there yet: what was promised is kept, and all is well soon after. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseCrashTest {
    private static final int BUYERS = 6;
    private static final int RATED_MILLIS = 1_000;
    private static final Duration NOTICED = Duration.ofMillis(100);
    private static final Duration FULL_RATE = Duration.ofSeconds(3);

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** 503 with all that belongs to it, and nothing of what is behind. */
    static void unavailable(Reply reply) {
        assertThat(reply.expect(503).header("Retry-After")).matches("[1-9][0-9]*");
        assertThat(reply.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
        assertThat(reply.body()).doesNotContain("refused", "Exception", "postgres", "127.0.0.1");
    }

    @Test
    @Tag("C1")
    void down_at_start_is_waited_for() {
        postgres.stop();
        long begun = System.nanoTime();
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("waitForDatabase", "true"))) {
            gateway.start().awaitLive();
            Stage.met("C1", "live after the start", Duration.ofNanos(System.nanoTime() - begun), Duration.ofSeconds(2));
            assertThat(gateway.health("/health/ready")).isEqualTo(503);
            unavailable(gateway.api(shop.key()).get("/v1/payments"));
            gateway.api("x").get("/v1/payments").expect(401);
            postgres.startAgain();
            long accepts = System.nanoTime();
            gateway.awaitReady();
            Duration ready = Duration.ofNanos(System.nanoTime() - accepts);
            Stage.met("C1", "ready after Postgres accepts", ready, Duration.ofSeconds(1));
            gateway.api(shop.key()).get("/v1/payments").expect(200);
            History.sound(postgres);
        }
    }

    /** The control: without the setting, it does not wait. */
    @Test
    @Tag("C1")
    void without_the_setting_a_start_is_refused() {
        postgres.stop();
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of())) {
            gateway.start();
            assertThat(gateway.ended(Duration.ofSeconds(30))).isNotZero();
            assertThat(gateway.printed()).doesNotContain("at io.tollgate");
        }
    }

    @Test
    @Tag("C2")
    void killed_under_load_loses_nothing() {
        List<Duration> firsts = new ArrayList<>();
        List<Duration> noticed = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            Load.pause(2_000);
            for (int i = 0; i < Stage.times(5, 50); i++) {
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
                noticed.add(history.longestUnderWay(killed));
                long full = accepts + FULL_RATE.toNanos();
                rates.add(history.successesIn(full, RATED_MILLIS)
                        / (double) history.successesIn(killed - RATED_MILLIS * 1_000_000L, RATED_MILLIS));
            }
            History history = buyers.stop();
            Stage.told("C2", "bookings", history.size());
            recovered(firsts, noticed, rates);
            answered(history);
            history.agreesWith(postgres, shop);
        }
    }

    /** The breaker asks again once a second, so one in ten may wait for that a little longer than the row's second. */
    private static void recovered(List<Duration> firsts, List<Duration> noticed, List<Double> rates) {
        Stage.met("C2", "those under way are told of it after", Collections.max(noticed), NOTICED);
        Stage.met("C2", "first success, nine of ten", nineOfTen(firsts), Duration.ofSeconds(1));
        Stage.met("C2", "first success, all", Collections.max(firsts), Duration.ofSeconds(2));
        List<Double> sorted = rates.stream().sorted().toList();
        double middle = sorted.get(sorted.size() / 2);
        Stage.told("C2", "rate three seconds after it accepts, of that before", middle);
        assertThat(middle).isGreaterThan(Stage.LONG ? 0.8 : 0.3);
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
                .map(Attempt::took)
                .max(Duration::compareTo)
                .orElseThrow(() -> new AssertionError("the fault was not felt"));
        Stage.told("C2", "slowest 503", slowest);
        assertThat(slowest).isLessThan(Duration.ofSeconds(3));
    }

    /** The control: a Postgres that promises before it has written loses what it promised, and it is noticed. */
    @Test
    @Tag("C2")
    void a_database_that_does_not_write_first_is_found_out() {
        List<String> wrong = List.of();
        // What a crash takes with it is a matter of the moment.
        for (int i = 0; i < 5 && wrong.isEmpty(); i++) {
            wrong = crashedBeforeItWrote();
        }
        assertThat(wrong).anySatisfy(one -> assertThat(one).startsWith("lost"));
    }

    private List<String> crashedBeforeItWrote() {
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
    void restarted_or_with_a_crashed_session_it_is_used_again_at_once() {
        int cycles = Stage.times(3, 100);
        List<Duration> firsts = new ArrayList<>();
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            for (int i = 0; i < 2 * cycles; i++) {
                Load.pause(500);
                if (i % 2 == 0) {
                    // One that is told to end while it still recovers from the crash before may never end.
                    postgres.awaitAccepting();
                    postgres.stop();
                    postgres.startAgain();
                } else {
                    postgres.crashSession();
                    Load.pause(200);
                    // How long it recovers is its own affair, and told to end meanwhile, it may never do so.
                    postgres.awaitAccepting();
                }
                long since = System.nanoTime();
                Load.pause(2_000);
                firsts.add(buyers.history().firstSuccess(since));
            }
            History history = buyers.stop();
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
            Stage.met("C8", "first success after it", Collections.max(firsts), Duration.ofSeconds(2));
            history.agreesWith(postgres, shop);
        }
    }

    /** Ends one session of ten that answer, over and over; gives how many of a hundred questions failed. */
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

    /** The controls: who does not ask again notices it; who keeps one connection has none from then on. */
    @Test
    @Tag("C8")
    void sessions_that_are_ended_are_not_noticed_by_those_who_read() {
        String slowly = "SELECT pg_sleep(0.1)";
        PgConnectOptions options = PgConnectOptions.fromUri(postgres.url()).addProperty("application_name", "tollgate");
        Vertx vertx = Vertx.vertx();
        Database database = new Database(
                vertx, new DatabaseSettings(postgres.url(), 10, 2, 2, 2, 100, 10_000, 30_000, 0, 1_000, 1_000));
        Pool pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(10))
                .connectingTo(options)
                .using(vertx)
                .build();
        try {
            assertThat(failures(() -> database.list(slowly, Tuple.tuple()))).isZero();
            int failed = failures(() -> pool.query(slowly).execute());
            Stage.told("C8", "of a hundred reads, of which ten lose their session, fail without a second try", failed);
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
