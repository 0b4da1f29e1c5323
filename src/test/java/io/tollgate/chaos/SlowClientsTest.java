package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
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

/** Many who send their heads or bodies byte by byte, or do not read what they asked for: others are served. */
@Tag("chaos")
@Tag("C28")
@Isolated("it measures time")
@Timeout(600)
class SlowClientsTest {
    private static final int EACH = Stage.times(70, 1_000);
    private static final int FIRST_MILLIS = 10_000;
    private static final int SLACK_MILLIS = 4_000;
    private static final int IDLE_SECONDS = Stage.times(5, 30);
    private static final int JITTER_MILLIS = 10;

    /** Connections of the others, who are not slow. */
    private static final int FEW = 10;

    private static final String HEAD = "GET /v1/coupons HTTP/1.1\r\nHost: a\r\nX-A: ";

    /** Four for each: far more than the buffers on the way take. */
    private static final String DOCUMENTS = "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            + "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** A client that says something every second, and when it was let go. Nobody waits for it, as there are many. */
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

        /** One byte more; and a look whether the other side is still there. */
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
        List<Duration> took = calls.stream().map(Load.Call::took).sorted().toList();
        return took.get(took.size() * 99 / 100);
    }

    /** What the others are used to, once the program has warmed up. */
    private static Duration before(Load load) {
        Load.pause(3_000);
        long warm = System.nanoTime();
        Load.pause(2_000);
        return p99(load.since(warm));
    }

    /** Who is not slow is served as before: at most twice as late, and some milliseconds that are the machine's own. */
    private static void othersAreServed(String beside, Load load, Duration before, long since) throws Exception {
        load.stop();
        assertThat(load.calls())
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
        Stage.told("C28", "99 of 100 of the others within, before", before);
        Stage.met(
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
    void slow_heads_and_bodies_are_cut_and_others_are_served() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Load load = Load.of(gateway.api(shop.key()), "/v1/coupons", 2);
            Duration before = before(load);
            long attack = System.nanoTime();
            List<Slow> heads = open(gateway.port(), HEAD);
            List<Slow> bodies = open(gateway.port(), body(shop.key()));
            List<Slow> again = open(gateway.port(), "GET /v1/coupons HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/c");
            drip((FIRST_MILLIS + SLACK_MILLIS) / 1_000, heads, bodies, again);
            Stage.told("C28", EACH + " of each kind; slow heads held at most", longest(heads));
            Stage.told("C28", "slow bodies held at most", longest(bodies));
            Duration bound = Duration.ofMillis(FIRST_MILLIS + SLACK_MILLIS);
            assertThat(longest(heads)).isLessThan(bound);
            assertThat(longest(bodies)).isLessThan(bound);
            othersAreServed("slow heads and bodies", load, before, attack);
            if (Stage.LONG) {
                // Those who asked before have as long as an idle connection.
                drip(31, again);
                Stage.told("C28", "slow heads after a request held at most", longest(again));
                assertThat(longest(again)).isLessThan(Duration.ofSeconds(45));
            }
            History.sound(postgres);
        }
    }

    @SafeVarargs
    private static void drip(int seconds, List<Slow>... clients) {
        for (int i = 0; i < seconds; i++) {
            for (List<Slow> each : clients) {
                each.forEach(Slow::drip);
            }
            Load.pause(1_000);
        }
    }

    /**
     * Those who take nothing are cut as idle. Those who take a thousand bytes a second have a second more for each
     * 16 kB, so that whoever reads a large file over a narrow way is not taken for them.
     */
    @Test
    void slow_readers_are_cut_and_others_are_served() throws Exception {
        Map<String, String> settings = Map.of("limits.idleTimeoutSeconds", Integer.toString(IDLE_SECONDS));
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            int length =
                    gateway.api(null).get("/openapi.json").expect(200).body().getBytes(StandardCharsets.UTF_8).length;
            Load load = Load.of(gateway.api(shop.key()), "/v1/coupons", 2);
            Duration before = before(load);
            long attack = System.nanoTime();
            List<Slow> silent = open(gateway.port(), DOCUMENTS);
            List<Slow> readers = open(gateway.port(), DOCUMENTS);
            awaitTaken(gateway, 2 * EACH);
            drip(IDLE_SECONDS + SLACK_MILLIS / 1_000, readers);
            assertThat(gateway.metric("tollgate_connections"))
                    .as("those who take nothing are cut")
                    .isLessThan(EACH + FEW);
            Duration cut = awaitCut(gateway, readers, attack);
            Stage.met("C28", "slow readers held at most", cut, Duration.ofSeconds(IDLE_SECONDS + 2 + length / 16_000L));
            othersAreServed("slow readers", load, before, attack);
            for (Slow reader : silent) {
                reader.socket.close();
            }
            History.sound(postgres);
        }
    }

    /** The system opens a connection before the program has taken it. */
    private static void awaitTaken(GatewayProcess gateway, int connections) {
        long begun = System.nanoTime();
        while (gateway.metric("tollgate_connections") < connections) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
            Load.pause(50);
        }
    }

    /** How long after a moment the last of the readers was cut, who go on reading. */
    private static Duration awaitCut(GatewayProcess gateway, List<Slow> readers, long since) {
        while (gateway.metric("tollgate_connections") > FEW) {
            assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofMinutes(5));
            drip(1, readers);
        }
        return Duration.ofNanos(System.nanoTime() - since);
    }

    /**
     * The controls: a head is held for as long as the next request of an idle connection is waited for, a body
     * longer, since it is not idle, and a reader for ever where nobody looks for idle connections.
     */
    @Test
    void without_a_bound_slow_clients_are_held() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            List<Slow> held = List.of(
                    new Slow(plain(vertx, 30), HEAD),
                    new Slow(plain(vertx, 3), body("x")),
                    new Slow(plain(vertx, 0), DOCUMENTS));
            drip((FIRST_MILLIS + SLACK_MILLIS) / 1_000, held);
            assertThat(held).allSatisfy(client -> assertThat(client.ended).isZero());
        } finally {
            TestSeller.await(vertx.close());
        }
    }

    /** The port of a server that only looks for connections that are idle. */
    private static int plain(Vertx vertx, int idleSeconds) {
        String large = "a".repeat(4_000_000);
        var server = vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(idleSeconds))
                .requestHandler(request ->
                        request.body().onSuccess(body -> request.response().end(large)));
        return TestSeller.await(server.listen(0, "127.0.0.1")).actualPort();
    }
}
