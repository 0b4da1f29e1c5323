package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Thousands of clients wait for the next event at one instance, and other clients are served as before. */
@SecondStage
@Tag("chaos")
@Tag("C34")
@Isolated("it measures time")
@Timeout(900)
class FeedCrowdTest {
    private static final int CLIENTS = 2_000;
    private static final int BYTES_PER_CLIENT = 24 * 1024;
    private static final int SILENT = FaultRun.count(100, 400);

    /** Together more than a connection of the operating system holds. */
    private static final int PAGES = 30;

    private static final int SILENT_IDLE_SECONDS = 15;
    private static final int EVENTS = 100;
    private static final Duration TOLD = Duration.ofSeconds(5);
    private static final int JITTER_MILLIS = 10;

    /** Far more than the budget of unread responses, which is a third of the direct memory. */
    private static final long SILENT_BYTES_MAX = 160L << 20;

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    private long last(TestApi api) {
        return api.get("/v1/feed?limit=1").expect(200).json().get("last").longValue();
    }

    private void book(TestApi api, String name) {
        new SaleStories(api, shop).book(name + "@example.com");
    }

    private static Duration p99(List<Load.Call> calls) {
        List<Duration> took = calls.stream().map(Load.Call::duration).sorted().toList();
        return took.get(took.size() * 99 / 100);
    }

    /** Returns the latency of fast clients that are alone, once the gateway has warmed up. */
    private static Duration alone(Load load) {
        Load.pause(5_000);
        long warm = System.nanoTime();
        Load.pause(3_000);
        return p99(load.since(warm));
    }

    /** Requires that all requests since a moment succeeded, at most twice as late as without the others. */
    private static void requireServed(Load load, Duration alone, long since) {
        assertThat(load.since(since))
                .isNotEmpty()
                .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
        FaultRun.report("C34", "99 of 100 of the others within, alone", alone);
        FaultRun.assertWithin(
                "C34",
                "99 of 100 of the others within, beside those who wait",
                p99(load.since(since)),
                alone.multipliedBy(2).plusMillis(JITTER_MILLIS));
    }

    @Test
    void all_clients_that_wait_are_told_of_an_event_and_others_are_served() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            TestApi api = gateway.api(shop.key());
            book(api, "first");
            api.get("/v1/feed?wait=30").expect(200);
            Load load = Load.start(api, "/v1/coupons", 2);
            Duration alone = alone(load);
            long before = gateway.heapBytes();
            long after = last(api);
            try (FeedFollowers followers = new FeedFollowers(CLIENTS, gateway, shop.key(), after)) {
                followers.start();
                long waiting = System.nanoTime();
                assertThat(gateway.metric("tollgate_connections")).isGreaterThanOrEqualTo(CLIENTS);
                Load.pause(3_000);
                long held = (gateway.heapBytes() - before) / CLIENTS;
                FaultRun.report("C34", "bytes of the heap for each of " + CLIENTS + " clients that wait", held);
                requireServed(load, alone, waiting);
                assertThat(followers.told()).isZero();
                long begun = System.nanoTime();
                book(api, "next");
                assertThat(Eventually.isTrue(() -> followers.told() == CLIENTS))
                        .as("%s of %s are told; %s", followers.told(), CLIENTS, followers.problems())
                        .isTrue();
                FaultRun.assertWithin(
                        "C34", "all are told of an event", Duration.ofNanos(System.nanoTime() - begun), TOLD);
                assertThat(followers.problems()).isEmpty();
                assertThat(held).isLessThan(BYTES_PER_CLIENT);
            }
            load.stop();
        }
    }

    /** Clients that ask for all events and read nothing. */
    private List<SocketChannel> silent(GatewayProcess gateway) throws IOException {
        String request =
                "GET /v1/feed?limit=100 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + shop.key() + "\r\n\r\n";
        List<SocketChannel> all = new ArrayList<>();
        for (int i = 0; i < SILENT; i++) {
            SocketChannel socket = SocketChannel.open();
            socket.setOption(StandardSocketOptions.SO_RCVBUF, 4_096);
            socket.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            socket.write(ByteBuffer.wrap(request.repeat(PAGES).getBytes(StandardCharsets.US_ASCII)));
            all.add(socket);
        }
        return all;
    }

    @Test
    void clients_that_do_not_read_their_events_use_bounded_memory_and_delay_no_one() throws Exception {
        Map<String, String> settings = Map.of("limits.idleTimeoutSeconds", Integer.toString(SILENT_IDLE_SECONDS));
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), settings)) {
            TestApi api = gateway.api(shop.key());
            for (int i = 0; i < EVENTS / 4; i++) {
                book(api, "guest" + i);
            }
            assertThat(Eventually.isTrue(() -> last(api) >= EVENTS)).isTrue();
            JsonNode page = api.get("/v1/feed?limit=100").expect(200).json();
            int bytes = page.toString().length();
            Load load = Load.start(gateway.api(Shop.on(postgres.url()).key()), "/v1/coupons", 2);
            Duration alone = alone(load);
            long before = residentBytes(gateway);
            List<SocketChannel> silent = silent(gateway);
            // The requests themselves cost as much as those of clients that read.
            Load.pause(5_000);
            long begun = System.nanoTime();
            long more = residentBytes(gateway) - before;
            FaultRun.report(
                    "C34", "bytes of " + SILENT + " clients that read none of " + PAGES + " pages of " + bytes, more);
            assertThat(Eventually.isTrue(() -> gateway.metric("tollgate_connections") < SILENT))
                    .as("clients that read nothing are cut")
                    .isTrue();
            load.stop();
            requireServed(load, alone, begun);
            assertThat(more).isLessThan(SILENT_BYTES_MAX);
            for (SocketChannel socket : silent) {
                socket.close();
            }
            api.get("/v1/feed?limit=100").expect(200);
        }
    }

    /** Returns the memory of the process that is in RAM. */
    private static long residentBytes(GatewayProcess gateway) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + gateway.process().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .sum();
    }
}
