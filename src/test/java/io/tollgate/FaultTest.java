package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.apikey.KeyFormat;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.Load.Call;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The database dies, pauses or is not there: every request is answered in time, with 503 and never
 * with anything else that is wrong, and all is well soon after the database is.
 */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(120)
class FaultTest {
    /** The longest wait for the database, with room for a machine that is busy. */
    private static final Duration LONGEST = Duration.ofMillis(2_500 + 1_000);

    private static final Duration RECOVERY = Duration.ofSeconds(3);
    private static final String LIST = "/v1/payments";

    @TempDir
    static Path folder;

    private static FaultyPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = FaultyPostgres.start(folder.resolve("data"));
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private static TestGateway gateway() {
        return TestGateway.start(Map.of("database.url", postgres.url(), "waitForDatabase", "true"));
    }

    private static String key(TestGateway gateway) {
        return gateway.keys().create("faults", true, "test").key();
    }

    private static TestApi management(TestGateway gateway) {
        return new TestApi(gateway.managementUrl(), null);
    }

    @Test
    void database_down_at_start_is_waited_for() throws IOException {
        String key;
        try (TestGateway before = gateway()) {
            key = key(before);
        }
        postgres.kill();
        long begun = System.nanoTime();
        try (TestGateway gateway = gateway()) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
            management(gateway).get("/health/live").expect(200);
            management(gateway).get("/health/ready").expect(503);
            assertUnavailable(gateway.api(key).get(LIST));
            gateway.api("x").get(LIST).expect(401);
            postgres.startAgain();
            long accepts = System.nanoTime();
            while (management(gateway).get("/health/ready").status() != 200) {
                Load.pause(20);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - accepts)).isLessThan(RECOVERY);
            awaitAnswer(gateway.api(key), accepts);
        }
    }

    private static void awaitAnswer(TestApi api, long since) {
        Reply reply = api.get(LIST);
        while (reply.status() != 200) {
            assertUnavailable(reply);
            assertThat(Duration.ofNanos(System.nanoTime() - since))
                    .as("recovery")
                    .isLessThan(RECOVERY);
            Load.pause(20);
            reply = api.get(LIST);
        }
    }

    private static void assertUnavailable(Reply reply) {
        assertThat(reply.expect(503).header("Retry-After")).isEqualTo("1");
        assertThat(reply.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
        assertThat(reply.body()).doesNotContain("refused", "Exception", "postgres", "127.0.0.1");
    }

    @Test
    void database_killed_under_load_is_met_with_503_at_once_and_used_again_when_it_is_back() throws Exception {
        try (TestGateway gateway = gateway()) {
            TestApi api = gateway.api(key(gateway));
            awaitAnswer(api, System.nanoTime());
            long killed;
            long accepts;
            List<Call> calls;
            Load load = Load.of(api, LIST, 6);
            try {
                Load.pause(700);
                killed = System.nanoTime();
                postgres.kill();
                Load.pause(1_500);
                management(gateway).get("/health/live").expect(200);
                management(gateway).get("/health/ready").expect(503);
                postgres.startAgain();
                accepts = System.nanoTime();
                Load.pause(RECOVERY.toMillis());
                long end = System.nanoTime();
                Load.pause(300);
                calls = load.calls();
                assertThat(load.since(end))
                        .isNotEmpty()
                        .allMatch(call -> call.reply().status() == 200);
            } finally {
                load.stop();
            }
            assertThat(calls)
                    .allSatisfy(call -> assertThat(call.reply().status()).isIn(200, 503));
            assertThat(calls)
                    .as("the fault was felt")
                    .anyMatch(call -> call.reply().status() == 503);
            assertThat(calls.stream().filter(call -> call.reply().status() == 503))
                    .allSatisfy(call -> assertUnavailable(call.reply()))
                    .allSatisfy(call -> assertThat(call.took()).isLessThan(Duration.ofSeconds(1)));
            assertThat(firstSuccess(calls, accepts)).isLessThan(Duration.ofMillis(2_000));
            assertThat(killed).isLessThan(accepts);
            management(gateway).get("/health/ready").expect(200);
        }
    }

    private static Duration firstSuccess(List<Call> calls, long since) {
        return calls.stream()
                .filter(call -> call.reply().status() == 200 && call.ended() > since)
                .map(call -> Duration.ofNanos(call.ended() - since))
                .min(Duration::compareTo)
                .orElseThrow();
    }

    @Test
    void paused_database_is_given_up_in_time_then_at_once_and_used_again_when_it_goes_on() throws Exception {
        try (TestGateway gateway = gateway()) {
            TestApi api = gateway.api(key(gateway));
            awaitAnswer(api, System.nanoTime());
            List<Call> calls;
            long open;
            long goesOn;
            Load load = Load.of(api, LIST, 12);
            try {
                Load.pause(500);
                postgres.pause();
                Load.pause(LONGEST.toMillis());
                open = System.nanoTime();
                Load.pause(2_500);
                gateway.api(KeyFormat.generate(true)).get(LIST).expect(503);
                gateway.api("x").get(LIST).expect(401);
                management(gateway).get("/health/live").expect(200);
                management(gateway).get("/health/ready").expect(503);
                goesOn = System.nanoTime();
                postgres.unpause();
                Load.pause(RECOVERY.toMillis());
                long end = System.nanoTime();
                Load.pause(300);
                calls = load.calls();
                assertThat(load.since(end))
                        .isNotEmpty()
                        .allMatch(call -> call.reply().status() == 200);
            } finally {
                load.stop();
            }
            assertGivenUpInTime(calls, open, goesOn);
            assertThat(firstSuccess(calls, goesOn)).isLessThan(Duration.ofSeconds(2));
        }
    }

    /** Each in bounded time, and most at once while the breaker is open. */
    private static void assertGivenUpInTime(List<Call> calls, long open, long goesOn) {
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.reply().status()).isIn(200, 503);
            assertThat(call.took()).isLessThan(LONGEST);
        });
        List<Duration> whileOpen = calls.stream()
                .filter(call -> call.begun() > open && call.ended() < goesOn)
                .map(Call::took)
                .sorted()
                .toList();
        assertThat(whileOpen).hasSizeGreaterThan(50);
        assertThat(whileOpen.get(whileOpen.size() * 9 / 10))
                .as("most are refused at once while the database is left alone")
                .isLessThan(Duration.ofMillis(50));
    }

    @Test
    void crowd_before_a_paused_database_is_sent_away_in_time() {
        ExecutorService crowd = Executors.newFixedThreadPool(300);
        try (TestGateway gateway = TestGateway.start(Map.of(
                "database.url", postgres.url(), "database.queueMax", "20", "database.breakerFailures", "1000"))) {
            TestApi api = gateway.api(key(gateway));
            api.get(LIST).expect(200);
            postgres.pause();
            List<CompletableFuture<Call>> calls = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                calls.add(CompletableFuture.supplyAsync(
                        () -> {
                            long begun = System.nanoTime();
                            Reply reply = api.get(LIST);
                            return new Call(begun, System.nanoTime(), reply);
                        },
                        crowd));
            }
            List<Call> answered = calls.stream().map(CompletableFuture::join).toList();
            postgres.unpause();
            assertThat(answered).allSatisfy(call -> {
                assertUnavailable(call.reply());
                assertThat(call.took()).isLessThan(LONGEST);
            });
            assertThat(answered.stream()
                            .filter(call -> call.took().toMillis() < 1_000)
                            .count())
                    .as("those for whom the queue has no room do not wait")
                    .isGreaterThan(200);
            awaitAnswer(api, System.nanoTime());
        } finally {
            postgres.unpause();
            crowd.shutdown();
        }
    }

    @Test
    void stop_lets_requests_finish_and_takes_no_new_ones() throws Exception {
        TestGateway gateway = gateway();
        String key = key(gateway);
        TestApi api = gateway.api(key);
        awaitAnswer(api, System.nanoTime());
        try (Socket idle = new Socket("127.0.0.1", gateway.port())) {
            idle.setSoTimeout(1_000);
            String request = "GET /v1/coupons HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key + "\r\n\r\n";
            idle.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(idle.getInputStream().read()).isPositive();
            Thread lock = postgres.lockPayments(Duration.ofMillis(1_300));
            Load.pause(500);
            CompletableFuture<Reply> underWay = CompletableFuture.supplyAsync(() -> api.get(LIST));
            Load.pause(150);
            assertThat(underWay).isNotDone();
            CompletableFuture<Void> stopping = CompletableFuture.runAsync(gateway::close);
            Load.pause(100);
            assertThat(stopping).as("a request is under way").isNotDone();
            management(gateway).get("/health/ready").expect(503);
            management(gateway).get("/health/live").expect(200);
            assertThatThrownBy(() -> new Socket("127.0.0.1", gateway.port()).close())
                    .as("new callers go elsewhere")
                    .isInstanceOf(ConnectException.class);
            assertThat(closed(idle)).as("idle callers are let go").isTrue();
            long freed = System.nanoTime();
            Reply reply = underWay.join();
            reply.expect(200);
            stopping.join();
            assertThat(Duration.ofNanos(System.nanoTime() - freed)).isLessThan(Duration.ofSeconds(4));
            lock.join();
        }
    }

    private static boolean closed(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            in.readAllBytes();
            return true;
        } catch (java.net.SocketTimeoutException stillOpen) {
            return false;
        }
    }
}
