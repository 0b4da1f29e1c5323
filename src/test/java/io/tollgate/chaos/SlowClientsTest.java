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

    @Test
    void slow_heads_and_bodies_are_cut_and_others_are_served() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Load load = Load.of(gateway.api(shop.key()), "/v1/coupons", 2);
            Load.pause(3_000);
            Duration before = p99(load.calls());
            long attack = System.nanoTime();
            List<Slow> heads = open(gateway.port(), "GET /v1/coupons HTTP/1.1\r\nHost: a\r\nX-A: ");
            List<Slow> bodies = open(
                    gateway.port(),
                    "POST /v1/bookings HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                            + shop.key() + "\r\nContent-Length: 60000\r\n\r\n{");
            List<Slow> again = open(gateway.port(), "GET /v1/coupons HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/c");
            for (int i = 0; i < (FIRST_MILLIS + SLACK_MILLIS) / 1_000; i++) {
                for (List<Slow> clients : List.of(heads, bodies, again)) {
                    clients.forEach(Slow::drip);
                }
                Load.pause(1_000);
            }
            Duration during = p99(load.since(attack));
            load.stop();
            Stage.told("C28", EACH + " of each kind; slow heads held at most", longest(heads));
            Stage.told("C28", "slow bodies held at most", longest(bodies));
            Stage.told("C28", "99 of 100 of the others within, before and during", before + " " + during);
            Duration bound = Duration.ofMillis(FIRST_MILLIS + SLACK_MILLIS);
            assertThat(longest(heads)).isLessThan(bound);
            assertThat(longest(bodies)).isLessThan(bound);
            assertThat(load.calls())
                    .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
            if (Stage.LONG) {
                assertThat(during).isLessThan(before.multipliedBy(4));
                slowReadersAreCut(gateway, again);
            }
        }
    }

    /** Those who asked before have as long as an idle connection; so have those who do not read. */
    private void slowReadersAreCut(GatewayProcess gateway, List<Slow> again) throws IOException {
        List<Slow> readers = open(gateway.port(), "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8));
        for (int i = 0; i < 50; i++) {
            again.forEach(Slow::drip);
            Load.pause(1_000);
        }
        Stage.told("C28", "slow heads after a request held at most", longest(again));
        assertThat(longest(again)).isLessThan(Duration.ofSeconds(45));
        for (Slow reader : readers) {
            reader.socket.close();
        }
        gateway.api(shop.key()).get("/v1/coupons").expect(200);
    }

    /** The control: a server that only looks for idle connections holds such a head longer. */
    @Test
    void without_a_bound_a_slow_head_is_held() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            var server = vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(30))
                    .requestHandler(request -> request.response().end());
            int port = TestSeller.await(server.listen(0, "127.0.0.1")).actualPort();
            Slow head = new Slow(port, "GET / HTTP/1.1\r\nHost: a\r\nX-A: ");
            for (int i = 0; i < (FIRST_MILLIS + SLACK_MILLIS) / 1_000; i++) {
                head.drip();
                Load.pause(1_000);
            }
            assertThat(head.ended).isZero();
        } finally {
            TestSeller.await(vertx.close());
        }
    }
}
