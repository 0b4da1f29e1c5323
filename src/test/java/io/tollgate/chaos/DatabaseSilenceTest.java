package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.apikey.KeyFormat;
import io.tollgate.chaos.History.Attempt;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Postgres does not respond: it is paused, or the network drops all packets. No request waits long, and the database is
 * used again as soon as it responds.
 */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseSilenceTest {
    /** The time after which the breaker is open: each request has waited to its deadline. */
    private static final Duration OPEN = Duration.ofMillis(3_500);

    /** The memory of waiting requests must not grow with the time that they wait. */
    private static final long GROWN_MAX = 32_000_000;

    private static final String LISTS = "/v1/coupons";

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** The effects of one outage and the requests made during it. */
    private record Silence(Load reads, History writes, long open, long over, long grown) {}

    private Silence silence(GatewayProcess gateway, String path, Runnable begin, Runnable end) throws Exception {
        Duration length = Duration.ofSeconds(FaultRun.count(7, 30));
        long heap = gateway.heapBytes();
        Load reads = Load.start(gateway.api(shop.key()), path, 6);
        Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(3);
        Load.pause(700);
        begin.run();
        Load.pause(OPEN.toMillis());
        long open = System.nanoTime();
        Load.pause(length.minus(OPEN).toMillis());
        assertThat(gateway.health("/health/live")).isEqualTo(200);
        assertThat(gateway.health("/health/ready")).isEqualTo(503);
        gateway.api("x").get("/v1/coupons").expect(401);
        gateway.api(KeyFormat.generate(true)).get("/v1/coupons").expect(503);
        long grown = gateway.heapBytes() - heap;
        long over = System.nanoTime();
        end.run();
        Load.pause(6_000);
        reads.stop();
        return new Silence(reads, buyers.stop(), open, over, grown);
    }

    private static Duration firstRead(Silence silence) {
        return silence.reads().calls().stream()
                .filter(call -> call.reply().status() == 200 && call.endedAt() > silence.over())
                .map(call -> Duration.ofNanos(call.endedAt() - silence.over()))
                .min(Duration::compareTo)
                .orElse(Duration.ofDays(1));
    }

    /** The ninth slowest of ten responses whose requests began while the breaker was open. */
    private static Duration refused(Silence silence) {
        List<Duration> took = silence.reads().calls().stream()
                .filter(call -> call.startedAt() > silence.open() && call.endedAt() < silence.over())
                .map(Load.Call::duration)
                .sorted()
                .toList();
        return took.isEmpty() ? Duration.ofDays(1) : took.get(took.size() * 9 / 10);
    }

    private void assertRecovered(String row, Silence silence, Duration recovery) {
        Duration slowest = silence.reads().calls().stream()
                .map(Load.Call::duration)
                .max(Duration::compareTo)
                .orElseThrow();
        Duration slowestWrite = silence.writes().attempts().stream()
                .map(Attempt::duration)
                .max(Duration::compareTo)
                .orElseThrow();
        Duration back = silence.writes().firstSuccess(silence.over());
        FaultRun.report(row, "slowest read", slowest);
        FaultRun.report(row, "slowest write", slowestWrite);
        assertThat(silence.reads().calls())
                .allSatisfy(call -> assertThat(call.reply().status()).isIn(200, 503));
        assertThat(silence.writes().attempts())
                .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
        assertThat(slowest).isLessThan(FaultRun.LONGEST_WAIT);
        assertThat(slowestWrite).isLessThan(FaultRun.LONGEST_WAIT);
        FaultRun.assertWithin(row, "nine of ten rejected", refused(silence), Duration.ofMillis(50));
        FaultRun.assertWithin(row, "first read after it", firstRead(silence), recovery);
        FaultRun.assertWithin(row, "first write after it", back, recovery);
        FaultRun.report(row, "bytes by which the heap has grown meanwhile", silence.grown());
        assertThat(silence.grown()).isLessThan(GROWN_MAX);
        silence.writes().assertConsistentWith(postgres, shop);
    }

    /** Searches have their own connections and their own breaker. */
    @ParameterizedTest
    @ValueSource(strings = {LISTS, LISTS + "?search=a"})
    @Tag("C4")
    void requests_to_a_paused_database_fail_in_time_then_at_once_and_succeed_later(String path) throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            assertRecovered("C4", silence(gateway, path, postgres::pause, postgres::unpause), Duration.ofSeconds(1));
        }
    }

    /** The connections of that time stay dead for ever. No request may wait for them, and none may stay in the pool. */
    @ParameterizedTest
    @ValueSource(strings = {LISTS, LISTS + "?search=a"})
    @Tag("C5")
    void connections_that_drop_all_packets_are_replaced(String path) throws Exception {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Silence silence = silence(gateway, path, () -> proxy.dropAll(true), () -> proxy.dropAll(false));
            assertRecovered("C5", silence, Duration.ofSeconds(5));
        }
    }

    /** Control: a pool without renewal waits for its dead connections. */
    @Test
    @Tag("C5")
    void without_renewal_connections_stay_dead() {
        Vertx vertx = Vertx.vertx();
        try (ChaosProxy proxy = new ChaosProxy(postgres.url())) {
            Pool pool = PgBuilder.pool()
                    .with(new PoolOptions().setMaxSize(1))
                    .connectingTo(proxy.url())
                    .using(vertx)
                    .build();
            TestSeller.await(pool.query("SELECT 1").execute());
            proxy.dropAll(true);
            Future<?> unanswered = pool.query("SELECT 1").execute();
            Load.pause(200);
            proxy.dropAll(false);
            Future<?> after = pool.query("SELECT 1").execute();
            Load.pause(5_000);
            assertThat(unanswered.isComplete() || after.isComplete()).isFalse();
        } finally {
            TestSeller.await(vertx.close());
        }
    }

    /** Requests different lists, because requests for the same list share one statement and one place in the queue. */
    private static String listOf(int number) {
        return List.of("/v1/coupons", "/v1/products", "/v1/forms").get(number / 100) + "?limit=" + (number % 100 + 1);
    }

    private Duration slowestOfCrowd(int number, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("database.breakerFailures", "1000");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), all)) {
            TestApi api = gateway.api(shop.key());
            // So that each event loop has cached the key.
            Parallel.times(20, i -> api.get("/v1/coupons").expect(200));
            postgres.pause();
            List<Load.Call> calls = Parallel.times(number, i -> {
                long begun = System.nanoTime();
                TestApi.Reply reply = api.get(listOf(i));
                return new Load.Call(begun, System.nanoTime(), reply);
            });
            postgres.unpause();
            calls.forEach(call -> DatabaseCrashTest.assertUnavailable(call.reply()));
            List<Duration> took =
                    calls.stream().map(Load.Call::duration).sorted().toList();
            FaultRun.report("C4", "of a crowd of " + number + ", half are sent away within", took.get(number / 2));
            assertThat(took.get(number - 1)).isLessThan(FaultRun.LONGEST_WAIT.plusSeconds(1));
            History.assertInvariants(postgres);
            return took.get(number / 2);
        } finally {
            postgres.unpause();
        }
    }

    @Test
    @Tag("C4")
    void a_crowd_at_a_paused_database_is_rejected() {
        assertThat(slowestOfCrowd(300, Map.of("database.queueMax", "20")))
                .isLessThan(FaultRun.allowed(Duration.ofSeconds(1)));
    }

    /** Control: with a practically unbounded queue, all requests wait. */
    @Test
    @Tag("C4")
    void without_a_queue_limit_the_crowd_waits() {
        assertThat(slowestOfCrowd(300, Map.of("database.queueMax", "1000000"))).isGreaterThan(Duration.ofMillis(900));
    }

    /**
     * Control: without a request deadline, requests wait for a paused database; without a breaker, each of them does.
     */
    @Test
    @Tag("C4")
    void without_deadline_and_breaker_all_requests_wait() {
        Map<String, String> patient = Map.of(
                "database.queryTimeoutMillis", "600000",
                "database.connectTimeoutMillis", "60000",
                "database.breakerFailures", "1000");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), patient)) {
            TestApi api = gateway.api(shop.key());
            api.get("/v1/coupons").expect(200);
            postgres.pause();
            long begun = System.nanoTime();
            Thread late = new Thread(() -> {
                Load.pause(FaultRun.LONGEST_WAIT.toMillis() + 1_000);
                postgres.unpause();
            });
            late.start();
            api.get("/v1/coupons");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(FaultRun.LONGEST_WAIT);
            late.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            postgres.unpause();
        }
    }
}
