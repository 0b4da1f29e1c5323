package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Main;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.file.FileSamples;
import io.tollgate.support.Load;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Memory and file descriptors run short: requests are refused before all of it is gone. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class LimitsTest {
    /** As much as the whole heap, of which most comes before it is known whose it is. */
    private static final int HALF_SENT = 2_000;

    /** Netty takes none for a second after each time that it could not, and those that have left are first in line. */
    private static final Duration TAKEN_AGAIN = Duration.ofSeconds(5);

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private static void close(List<Socket> sockets) {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Begins bodies of 64 KiB, sends nearly all of each, and leaves it so. */
    private List<Socket> halfSent(GatewayProcess gateway) {
        byte[] head =
                ("POST /v1/bookings HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                                + shop.key() + "\r\nContent-Length: 65000\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        byte[] most = " ".repeat(64_000).getBytes(StandardCharsets.US_ASCII);
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < HALF_SENT; i++) {
            try {
                Socket socket = new Socket("127.0.0.1", gateway.port());
                sockets.add(socket);
                socket.getOutputStream().write(head);
                socket.getOutputStream().write(most);
            } catch (IOException refused) {
                // As it should be, once there is no room.
            }
        }
        return sockets;
    }

    @Test
    @Tag("C26")
    void bodies_that_are_half_sent_do_not_take_the_memory_of_others() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).with("-Xmx128m", "-XX:MaxDirectMemorySize=64m")) {
            gateway.start().awaitReady();
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            List<Socket> sockets = halfSent(gateway);
            Load.pause(1_000);
            assertThat(gateway.process().isAlive()).isTrue();
            awaitServed(gateway);
            close(sockets);
            Load.pause(500);
            long since = System.nanoTime();
            Load.pause(1_500);
            Stage.told("C26", "booked again after it", buyers.history().firstSuccess(since));
            History history = buyers.stop();
            long shed = history.attempts().stream()
                    .filter(attempt -> attempt.status() == 503)
                    .count();
            Stage.told("C26", "bookings, and how often they were sent away", history.size() + " " + shed);
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
            assertThat(gateway.log()).doesNotContain("OutOfMemory");
            history.agreesWith(postgres, shop);
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    /** So many who ask, and take nothing. */
    private static List<Socket> readers(GatewayProcess gateway, int number, String asking) throws IOException {
        List<Socket> readers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Socket socket = new Socket();
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.getOutputStream().write(asking.getBytes(StandardCharsets.US_ASCII));
            readers.add(socket);
        }
        return readers;
    }

    /** Each of them asks for eight documents at once, together far more than there is outside the heap. */
    @Test
    @Tag("C28")
    void answers_that_nobody_takes_do_not_take_the_memory_of_others() throws IOException {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).with("-XX:MaxDirectMemorySize=64m")) {
            gateway.start().awaitReady();
            List<Socket> readers = readers(gateway, 300, get("/openapi.json").repeat(8));
            Load.pause(1_000);
            List<Duration> took = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                long begun = System.nanoTime();
                gateway.api(shop.key()).get("/v1/coupons").expect(200);
                took.add(Duration.ofNanos(System.nanoTime() - begun));
            }
            Stage.told("C28", "beside answers that nobody takes, the slowest other", Collections.max(took));
            assertThat(took).allSatisfy(each -> assertThat(each).isLessThan(Duration.ofSeconds(2)));
            close(readers);
            gateway.api(shop.key()).get("/v1/coupons").expect(200);
            History.sound(postgres);
        }
    }

    /** Two of these pictures are as much as all answers may be. Nobody needs a key to ask for them. */
    @Test
    @Tag("C28")
    void files_that_nobody_takes_do_not_take_the_memory_of_others() throws IOException {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).with("-Xmx128m", "-XX:MaxDirectMemorySize=60000000")) {
            gateway.start().awaitReady();
            TestApi api = gateway.api(shop.key());
            byte[] picture = Arrays.copyOf(FileSamples.png(1, 1), 10_000_000);
            String location = FileSamples.upload(api, "image", "a.png", picture)
                    .expect(201)
                    .json()
                    .at("/data/location")
                    .textValue();
            String path = URI.create(location).getPath();
            List<Socket> readers = readers(gateway, 30, get(path));
            Load.pause(2_000);
            api.get("/v1/coupons").expect(200);
            close(readers);
            Load.pause(1_000);
            api.get(path).expect(200);
        }
    }

    private void awaitServed(GatewayProcess gateway) {
        long begun = System.nanoTime();
        while (!isServed(gateway)) {
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
            Load.pause(50);
        }
        Stage.told("C26", "lists are answered beside it, after", Duration.ofNanos(System.nanoTime() - begun));
    }

    private boolean isServed(GatewayProcess gateway) {
        try {
            return gateway.api(shop.key()).get("/v1/coupons").status() == 200;
        } catch (UncheckedIOException closed) {
            return false;
        }
    }

    /** Out of memory, a program is good for nothing: it ends, and what was promised is there. */
    @Test
    @Tag("C26")
    void out_of_memory_it_ends_and_nothing_is_half_done() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).as(Glutton.class)) {
            gateway.start().awaitReady();
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(4);
            Load.pause(500);
            gateway.tell();
            assertThat(gateway.ended(Duration.ofSeconds(60)))
                    .as("ended by itself")
                    .isEqualTo(3);
            long begun = System.nanoTime();
            gateway.as(Main.class).start().awaitReady();
            Duration again = Duration.ofNanos(System.nanoTime() - begun);
            Stage.met("C26", "ready again", again, Duration.ofSeconds(4));
            buyers.stop().agreesWith(postgres, shop);
        }
    }

    /** The control: a JVM that is not told to end goes on without memory. */
    @Test
    @Tag("C26")
    void without_the_option_it_does_not_end() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).as(Glutton.class).with("-XX:-ExitOnOutOfMemoryError")) {
            gateway.start().awaitReady();
            gateway.tell();
            Load.pause(4_000);
            assertThat(gateway.process().isAlive()).isTrue();
        }
    }

    @Test
    @Tag("C27")
    void without_file_descriptors_it_waits_and_goes_on() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of("eventLoops", "1")).under("prlimit", "--nofile=256:256")) {
            gateway.start().awaitReady();
            TestApi api = gateway.api(shop.key());
            api.get("/v1/coupons").expect(200);
            List<Socket> crowd = crowd(gateway);
            assertThat(gateway.process().isAlive()).isTrue();
            api.get("/v1/coupons").expect(200);
            assertThat(isTaken(gateway))
                    .as("a new connection, without any descriptor left")
                    .isFalse();
            close(crowd);
            long freed = System.nanoTime();
            awaitNew(gateway);
            Duration taken = Duration.ofNanos(System.nanoTime() - freed);
            Stage.met("C27", "new connections are taken", taken, TAKEN_AGAIN);
            Buyers buyers = new Buyers(api, shop);
            buyers.buy();
            buyers.history().agreesWith(postgres, shop);
        }
    }

    /** The control: it is the descriptors that the crowd takes away, and nothing else. */
    @Test
    @Tag("C27")
    void with_file_descriptors_the_crowd_is_no_fault() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of("eventLoops", "1")).under("prlimit", "--nofile=1024:1024")) {
            gateway.start().awaitReady();
            List<Socket> crowd = crowd(gateway);
            awaitNew(gateway);
            close(crowd);
        }
    }

    /** Connections that ask for nothing, more than a small program may have. */
    private static List<Socket> crowd(GatewayProcess gateway) {
        List<Socket> crowd = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                crowd.add(new Socket("127.0.0.1", gateway.port()));
            }
        } catch (IOException full) {
            // The queue of the system is full too.
        }
        Load.pause(1_000);
        return crowd;
    }

    private static void awaitNew(GatewayProcess gateway) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!isTaken(gateway)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("no new connection is taken");
            }
            Load.pause(20);
        }
    }

    /** Whether a new connection is taken and answered. */
    private static boolean isTaken(GatewayProcess gateway) {
        try {
            String request = "GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            return RawHttp.send(gateway.port(), request).answers().size() == 1;
        } catch (UncheckedIOException | AssertionError notYet) {
            return false;
        }
    }
}
