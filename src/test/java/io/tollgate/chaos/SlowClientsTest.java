package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Many clients send heads or bodies byte by byte, or do not read their responses. Other clients are served as before.
 */
@SecondStage
@Tag("chaos")
@Tag("C28")
@Isolated("it measures time")
@Timeout(600)
class SlowClientsTest {
    private static final int EACH = FaultRun.count(70, 1_000);
    private static final int FIRST_MILLIS = 10_000;
    private static final int SLACK_MILLIS = 4_000;
    private static final int IDLE_SECONDS = FaultRun.count(5, 30);
    private static final int JITTER_MILLIS = 10;

    /** Connections of the other, fast clients. */
    private static final int FEW = 10;

    private static final String HEAD = "GET /v1/coupons HTTP/1.1\r\nHost: a\r\nX-A: ";

    /** Four responses for each: far more than the buffers on the way hold. */
    private static final String DOCUMENTS = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /**
     * A client that sends one byte each second, and the time when the gateway closed its connection. One thread drives
     * all clients.
     */
    private static final class Slow {
        private final SocketChannel socket = SocketChannel.open();
        private final ByteBuffer answer = ByteBuffer.allocate(1_024);
        private final long begun = System.nanoTime();
        private long ended;

        private Slow(int port, String head) throws IOException {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            socket.write(ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)));
            socket.configureBlocking(false);
        }

        /** Sends one byte and checks whether the connection is still open. */
        private void drip() {
            if (ended != 0) {
                return;
            }
            try {
                if (socket.read(answer.clear()) < 0) {
                    ended = System.nanoTime();
                }
                socket.write(ByteBuffer.wrap(new byte[] {'a'}));
            } catch (IOException reset) {
                ended = ended == 0 ? System.nanoTime() : ended;
            }
        }

        private Duration held() {
            return Duration.ofNanos((ended == 0 ? System.nanoTime() : ended) - begun);
        }
    }

    private List<Slow> open(int port, String head) throws IOException {
        List<Slow> all = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            all.add(new Slow(port, head));
        }
        return all;
    }

    private static Duration longest(List<Slow> clients) {
        return clients.stream().map(Slow::held).max(Duration::compareTo).orElseThrow();
    }

    private static Duration p99(List<Load.Call> calls) {
        List<Duration> took = calls.stream().map(Load.Call::duration).sorted().toList();
        return took.get(took.size() * 99 / 100);
    }

    /** The latencies of fast clients before the attack, once the gateway has warmed up. */
    private static Duration before(Load load) {
        Load.pause(3_000);
        long warm = System.nanoTime();
        Load.pause(2_000);
        return p99(load.since(warm));
    }

    /** Fast clients are served as before: at most twice as late, plus a few milliseconds of machine noise. */
    private static void othersAreServed(String beside, Load load, Duration before, long since) throws Exception {
        load.stop();
        assertThat(load.calls())
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
        FaultRun.report("C28", "99 of 100 of the others within, before", before);
        FaultRun.assertWithin(
                "C28",
                "99 of 100 of the others within, beside " + beside,
                p99(load.since(since)),
                before.multipliedBy(2).plusMillis(JITTER_MILLIS));
    }

    private static String body(String key) {
        return "POST /v1/bookings HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer " + key
                + "\r\nContent-Length: 60000\r\n\r\n{";
    }

    @Test
    void slow_heads_and_bodies_are_cut_and_other_clients_are_served() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Load load = Load.start(gateway.api(shop.key()), "/v1/coupons", 2);
            Duration before = before(load);
            long attack = System.nanoTime();
            List<Slow> heads = open(gateway.port(), HEAD);
            List<Slow> bodies = open(gateway.port(), body(shop.key()));
            List<Slow> again = open(gateway.port(), "GET /v1/coupons HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/c");
            sendByte((FIRST_MILLIS + SLACK_MILLIS) / 1_000, heads, bodies, again);
            FaultRun.report("C28", EACH + " of each kind; slow heads open for at most", longest(heads));
            FaultRun.report("C28", "slow bodies open for at most", longest(bodies));
            Duration bound = Duration.ofMillis(FIRST_MILLIS + SLACK_MILLIS);
            assertThat(longest(heads)).isLessThan(FaultRun.allowed(bound));
            assertThat(longest(bodies)).isLessThan(FaultRun.allowed(bound));
            othersAreServed("slow heads and bodies", load, before, attack);
            if (FaultRun.LONG) {
                // After a first request, the limit is that of idle connections.
                sendByte(31, again);
                FaultRun.report("C28", "slow heads after a request open for at most", longest(again));
                assertThat(longest(again)).isLessThan(Duration.ofSeconds(45));
            }
            History.assertInvariants(postgres);
        }
    }

    @SafeVarargs
    private static void sendByte(int seconds, List<Slow>... clients) {
        for (int i = 0; i < seconds; i++) {
            for (List<Slow> each : clients) {
                each.forEach(Slow::drip);
            }
            Load.pause(1_000);
        }
    }

    /**
     * Clients that read nothing are cut as idle. Clients that read a thousand bytes a second have one second more for
     * each 16 kB, so that a large file over a slow network is not cut.
     */
    @Test
    void slow_readers_are_cut_and_other_clients_are_served() throws Exception {
        Map<String, String> settings = Map.of("limits.idleTimeoutSeconds", Integer.toString(IDLE_SECONDS));
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            int length =
                    gateway.api(null).get("/openapi.json").expect(200).body().getBytes(StandardCharsets.UTF_8).length;
            Load load = Load.start(gateway.api(shop.key()), "/v1/coupons", 2);
            Duration before = before(load);
            long attack = System.nanoTime();
            List<Slow> silent = open(gateway.port(), DOCUMENTS);
            List<Slow> readers = open(gateway.port(), DOCUMENTS);
            awaitAccepted(gateway, 2 * EACH);
            sendByte(IDLE_SECONDS + SLACK_MILLIS / 1_000, readers);
            assertThat(gateway.metric("tollgate_connections"))
                    .as("clients that read nothing are cut")
                    .isLessThan(EACH + FEW);
            Duration cut = awaitCut(gateway, readers, attack);
            FaultRun.assertWithin(
                    "C28",
                    "slow readers open for at most",
                    cut,
                    Duration.ofSeconds(IDLE_SECONDS + 2 + length / 16_000L));
            othersAreServed("slow readers", load, before, attack);
            for (Slow reader : silent) {
                reader.socket.close();
            }
            History.assertInvariants(postgres);
        }
    }

    /** The system opens a connection before the gateway has accepted it. */
    private static void awaitAccepted(GatewayProcess gateway, int connections) {
        long begun = System.nanoTime();
        while (gateway.metric("tollgate_connections") < connections) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(FaultRun.allowed(Duration.ofSeconds(5)));
            Load.pause(50);
        }
    }

    /** Returns the time from a moment to the closing of the last of the readers, which keep reading. */
    private static Duration awaitCut(GatewayProcess gateway, List<Slow> readers, long since) {
        while (gateway.metric("tollgate_connections") > FEW) {
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofMinutes(5));
            sendByte(1, readers);
        }
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /**
     * Controls: without limits, a head may take as long as an idle connection is kept, a body longer, because its
     * connection is not idle, and a reader for ever.
     */
    @Test
    void without_limits_slow_clients_stay_connected() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            List<Slow> held = List.of(
                    new Slow(plain(vertx, 30), HEAD),
                    new Slow(plain(vertx, 3), body("x")),
                    new Slow(plain(vertx, 0), DOCUMENTS));
            sendByte((FIRST_MILLIS + SLACK_MILLIS) / 1_000, held);
            assertThat(held).allSatisfy(client -> assertThat(client.ended).isZero());
        } finally {
            TestSeller.await(vertx.close());
        }
    }

    /** Returns the port of a server that closes only idle connections. */
    private static int plain(Vertx vertx, int idleSeconds) {
        String large = "a".repeat(4_000_000);
        var server = vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(idleSeconds))
                .requestHandler(request ->
                        request.body().onSuccess(body -> request.response().end(large)));
        return TestSeller.await(server.listen(0, "127.0.0.1")).actualPort();
    }
}
