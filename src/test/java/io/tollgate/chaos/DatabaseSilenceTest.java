package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.apikey.KeyFormat;
import io.tollgate.chaos.History.Attempt;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Load;
import io.tollgate.support.Parallel;
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

/** Postgres says nothing: it is paused, or the way to it swallows all. Nobody waits long, and it is used again. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class DatabaseSilenceTest {
    /** The longest wait, with room for a machine that is busy. */
    private static final Duration LONGEST = Duration.ofMillis(3_500);

    /** What is kept of those who wait does not grow with the time that they do. */
    private static final long GROWN_MAX = 32_000_000;

    private static final String LISTS = "/v1/coupons";

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** What one silence did, and what was done in it. */
    private record Silence(Load reads, History writes, long open, long over, long grown) {}

    private Silence silence(GatewayProcess gateway, String path, Runnable begin, Runnable end) throws Exception {
        Duration length = Duration.ofSeconds(Stage.times(6, 30));
        long heap = gateway.heapBytes();
        Load reads = Load.of(gateway.api(shop.key()), path, 6);
        Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(3);
        Load.pause(700);
        begin.run();
        Load.pause(LONGEST.toMillis());
        long open = System.nanoTime();
        Load.pause(length.minus(LONGEST).toMillis());
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
                .filter(call -> call.reply().status() == 200 && call.ended() > silence.over())
                .map(call -> Duration.ofNanos(call.ended() - silence.over()))
                .min(Duration::compareTo)
                .orElse(Duration.ofDays(1));
    }

    /** Of ten answers that began while the breaker was open, the ninth slowest. */
    private static Duration refused(Silence silence) {
        List<Duration> took = silence.reads().calls().stream()
                .filter(call -> call.begun() > silence.open() && call.ended() < silence.over())
                .map(Load.Call::took)
                .sorted()
                .toList();
        return took.isEmpty() ? Duration.ofDays(1) : took.get(took.size() * 9 / 10);
    }

    private void met(String row, Silence silence, Duration recovery) {
        Duration slowest = silence.reads().calls().stream()
                .map(Load.Call::took)
                .max(Duration::compareTo)
                .orElseThrow();
        Duration slowestWrite = silence.writes().attempts().stream()
                .map(Attempt::took)
                .max(Duration::compareTo)
                .orElseThrow();
        Duration back = silence.writes().firstSuccess(silence.over());
        Stage.told(row, "slowest read", slowest);
        Stage.told(row, "slowest write", slowestWrite);
        assertThat(silence.reads().calls())
                .allSatisfy(call -> assertThat(call.reply().status()).isIn(200, 503));
        assertThat(silence.writes().attempts())
                .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
        assertThat(slowest).isLessThan(LONGEST);
        assertThat(slowestWrite).isLessThan(LONGEST);
        Stage.met(row, "nine of ten refused", refused(silence), Duration.ofMillis(50));
        Stage.met(row, "first read after it", firstRead(silence), recovery);
        Stage.met(row, "first write after it", back, recovery);
        Stage.told(row, "bytes by which the heap has grown meanwhile", silence.grown());
        assertThat(silence.grown()).isLessThan(GROWN_MAX);
        silence.writes().agreesWith(postgres, shop);
    }

    /** Searches have connections and a breaker of their own. */
    @ParameterizedTest
    @ValueSource(strings = {LISTS, LISTS + "?search=a"})
    @Tag("C4")
    void paused_database_is_given_up_in_time_then_at_once_and_used_again(String path) throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            met("C4", silence(gateway, path, postgres::pause, postgres::unpause), Duration.ofSeconds(1));
        }
    }

    /** Connections of the time stay dead for ever: none may be waited for, and none kept. */
    @ParameterizedTest
    @ValueSource(strings = {LISTS, LISTS + "?search=a"})
    @Tag("C5")
    void way_that_swallows_all_is_given_up_and_taken_anew(String path) throws Exception {
        try (ChaosProxy proxy = new ChaosProxy(postgres.url());
                GatewayProcess gateway = GatewayProcess.started(proxy.url(), Map.of())) {
            Silence silence = silence(gateway, path, () -> proxy.swallow(true), () -> proxy.swallow(false));
            met("C5", silence, Duration.ofSeconds(5));
        }
    }

    /** The control: a pool that nobody renews waits for its dead connections. */
    @Test
    @Tag("C5")
    void without_renewal_the_way_stays_dead() {
        Vertx vertx = Vertx.vertx();
        try (ChaosProxy proxy = new ChaosProxy(postgres.url())) {
            Pool pool = PgBuilder.pool()
                    .with(new PoolOptions().setMaxSize(1))
                    .connectingTo(proxy.url())
                    .using(vertx)
                    .build();
            TestSeller.await(pool.query("SELECT 1").execute());
            proxy.swallow(true);
            Future<?> unanswered = pool.query("SELECT 1").execute();
            Load.pause(200);
            proxy.swallow(false);
            Future<?> after = pool.query("SELECT 1").execute();
            Load.pause(5_000);
            assertThat(unanswered.isComplete() || after.isComplete()).isFalse();
        } finally {
            TestSeller.await(vertx.close());
        }
    }

    /** Lists that differ from each other: those who want the same wait for one statement, and take up one place. */
    private static String listOf(int number) {
        return List.of("/v1/coupons", "/v1/products", "/v1/forms").get(number / 100) + "?limit=" + (number % 100 + 1);
    }

    private Duration slowestOfCrowd(int number, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("database.breakerFailures", "1000");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), all)) {
            TestApi api = gateway.api(shop.key());
            // So that each event loop has looked up the key.
            Parallel.times(20, i -> api.get("/v1/coupons").expect(200));
            postgres.pause();
            List<Load.Call> calls = Parallel.times(number, i -> {
                long begun = System.nanoTime();
                TestApi.Reply reply = api.get(listOf(i));
                return new Load.Call(begun, System.nanoTime(), reply);
            });
            postgres.unpause();
            calls.forEach(call -> DatabaseCrashTest.unavailable(call.reply()));
            List<Duration> took = calls.stream().map(Load.Call::took).sorted().toList();
            Stage.told("C4", "of a crowd of " + number + ", half are sent away within", took.get(number / 2));
            assertThat(took.get(number - 1)).isLessThan(LONGEST.plusSeconds(1));
            History.sound(postgres);
            return took.get(number / 2);
        } finally {
            postgres.unpause();
        }
    }

    @Test
    @Tag("C4")
    void crowd_before_a_paused_database_is_sent_away() {
        assertThat(slowestOfCrowd(300, Map.of("database.queueMax", "20"))).isLessThan(Duration.ofSeconds(1));
    }

    /** The control: where the queue has no bound that matters, all of them wait. */
    @Test
    @Tag("C4")
    void without_a_bound_the_crowd_waits() {
        assertThat(slowestOfCrowd(300, Map.of("database.queueMax", "1000000"))).isGreaterThan(Duration.ofMillis(900));
    }

    /** The control: without a deadline of our own, a paused database is waited for; without a breaker, each time. */
    @Test
    @Tag("C4")
    void without_deadline_and_breaker_everybody_waits() {
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
                Load.pause(LONGEST.toMillis() + 1_000);
                postgres.unpause();
            });
            late.start();
            api.get("/v1/coupons");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(LONGEST);
            late.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            postgres.unpause();
        }
    }
}
