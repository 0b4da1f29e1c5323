package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Main;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.RawHttp;
import io.tollgate.support.SecondStage;
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

/** Memory and file descriptors run short: the gateway rejects requests before they are exhausted. */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class LimitsTest {
    /** As much as the whole heap. Most of it arrives before the seller is authenticated. */
    private static final int HALF_SENT = 2_000;

    /**
     * After an accept without a free descriptor, Netty accepts no connection for 1 s, and the closed ones are first in
     * the queue.
     */
    private static final Duration TAKEN_AGAIN = Duration.ofSeconds(5);

    private final FaultyPostgres postgres = FaultRun.postgres();
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

    /** Starts requests with bodies of 64 KiB, sends almost all of each body, and keeps them open. */
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
                // The gateway rejects bodies that exceed its memory.
            }
        }
        return sockets;
    }

    @Test
    @Tag("C26")
    void half_sent_bodies_leave_memory_for_other_requests() {
        // The bodies stay open for longer than a busy machine needs to serve the lists. They are as many as one address
        // can open by default: with that limit, a list would sometimes not get a connection.
        Map<String, String> settings = Map.of("limits.idleTimeoutSeconds", "600", "limits.addressConnectionsMax", "0");
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), settings).with("-Xmx128m", "-XX:MaxDirectMemorySize=64m")) {
            gateway.start().awaitReady();
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            List<Socket> sockets = halfSent(gateway);
            Load.pause(1_000);
            assertThat(gateway.process().isAlive()).isTrue();
            awaitServed(gateway);
            close(sockets);
            long since = System.nanoTime();
            assertThat(Eventually.isTrue(() -> buyers.history().hasSuccess(since)))
                    .isTrue();
            FaultRun.report("C26", "first booking afterwards", buyers.history().firstSuccess(since));
            History history = buyers.stop();
            long shed = history.attempts().stream()
                    .filter(attempt -> attempt.status() == 503)
                    .count();
            FaultRun.report("C26", "bookings, and rejected attempts", history.size() + " " + shed);
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
            assertThat(gateway.log()).doesNotContain("OutOfMemory");
            history.assertConsistentWith(postgres, shop);
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    /** Clients that send requests and do not read the responses. */
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

    /** Each of them requests eight documents at once; together they exceed the direct memory. */
    @Test
    @Tag("C28")
    void unread_responses_leave_memory_for_other_requests() throws IOException {
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
            FaultRun.report("C28", "slowest other request beside unread responses", Collections.max(took));
            // Without free memory a request gets 503 or no response. The bound has a margin for a busy machine.
            assertThat(took).allSatisfy(each -> assertThat(each).isLessThan(FaultRun.allowed(Duration.ofSeconds(5))));
            close(readers);
            gateway.api(shop.key()).get("/v1/coupons").expect(200);
            History.assertInvariants(postgres);
        }
    }

    /** Two of these pictures reach the limit of all responses. Pictures need no API key. */
    @Test
    @Tag("C28")
    void unread_files_leave_memory_for_other_requests() throws IOException {
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
        assertThat(Eventually.isTrue(() -> isServed(gateway))).as(gateway.log()).isTrue();
        FaultRun.report("C26", "lists are served meanwhile, after", Duration.ofNanos(System.nanoTime() - begun));
    }

    /** Opens a connection for each try: one that meets a full queue of connections is opened a minute later. */
    private boolean isServed(GatewayProcess gateway) {
        try {
            String request = "GET /v1/coupons HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer "
                    + shop.key() + "\r\n\r\n";
            return RawHttp.send(gateway.port(), request, 5_000).only().status() == 200;
        } catch (UncheckedIOException | AssertionError closed) {
            return false;
        }
    }

    /** When memory is exhausted, the gateway exits, and no promised write is lost. */
    @Test
    @Tag("C26")
    void when_memory_is_exhausted_the_gateway_exits_without_partial_writes() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).as(MemoryLeak.class)) {
            gateway.start().awaitReady();
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(4);
            Load.pause(500);
            gateway.writeByte();
            assertThat(gateway.ended(Duration.ofSeconds(60)))
                    .as("exited by itself")
                    .isEqualTo(3);
            long begun = System.nanoTime();
            gateway.as(Main.class).start().awaitReady();
            Duration again = Duration.ofNanos(System.nanoTime() - begun);
            FaultRun.assertWithin("C26", "ready again", again, Duration.ofSeconds(4));
            buyers.stop().assertConsistentWith(postgres, shop);
        }
    }

    /** Control: without the option, the JVM continues without memory. */
    @Test
    @Tag("C26")
    void without_the_option_the_gateway_does_not_exit() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).as(MemoryLeak.class).with("-XX:-ExitOnOutOfMemoryError")) {
            gateway.start().awaitReady();
            gateway.writeByte();
            Load.pause(4_000);
            assertThat(gateway.process().isAlive()).isTrue();
        }
    }

    @Test
    @Tag("C27")
    void without_file_descriptors_the_gateway_waits_and_continues() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of("eventLoops", "1")).wrappedIn("prlimit", "--nofile=256:256")) {
            gateway.start().awaitReady();
            TestApi api = gateway.api(shop.key());
            api.get("/v1/coupons").expect(200);
            List<Socket> crowd = crowd(gateway);
            assertThat(gateway.process().isAlive()).isTrue();
            api.get("/v1/coupons").expect(200);
            assertThat(isAccepted(gateway))
                    .as("a new connection, without any descriptor left")
                    .isFalse();
            close(crowd);
            long freed = System.nanoTime();
            awaitNew(gateway);
            Duration taken = Duration.ofNanos(System.nanoTime() - freed);
            FaultRun.assertWithin("C27", "new connections are accepted", taken, TAKEN_AGAIN);
            Buyers buyers = new Buyers(api, shop);
            buyers.buy();
            buyers.history().assertConsistentWith(postgres, shop);
        }
    }

    /** Control: the fault is the lack of descriptors and not the number of clients. */
    @Test
    @Tag("C27")
    void with_enough_file_descriptors_the_crowd_causes_no_fault() {
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("eventLoops", "1"))
                .wrappedIn("prlimit", "--nofile=1024:1024")) {
            gateway.start().awaitReady();
            List<Socket> crowd = crowd(gateway);
            awaitNew(gateway);
            close(crowd);
        }
    }

    /** Idle connections, more than a small program may open. */
    private static List<Socket> crowd(GatewayProcess gateway) {
        List<Socket> crowd = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                crowd.add(new Socket("127.0.0.1", gateway.port()));
            }
        } catch (IOException full) {
            // The accept queue of the system is full too.
        }
        Load.pause(1_000);
        return crowd;
    }

    private static void awaitNew(GatewayProcess gateway) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!isAccepted(gateway)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("no new connection is accepted");
            }
            Load.pause(20);
        }
    }

    /** Returns whether a new connection is accepted and gets a response. */
    private static boolean isAccepted(GatewayProcess gateway) {
        try {
            String request = "GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            return RawHttp.send(gateway.port(), request, 5_000).responses().size() == 1;
        } catch (UncheckedIOException | AssertionError notYet) {
            return false;
        }
    }
}
