package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The reader of the log stops reading, and the pipe is full. No request waits for the log. */
@SecondStage
@Tag("chaos")
@Tag("C30")
@Isolated("it measures time")
@Timeout(600)
class LogSinkTest {
    /** More lines than the pipe of the system and the log queue hold, at a few hundred bytes each. */
    private static final int REQUESTS = 12_000;

    private static final long PAGE_BYTES = 4_096;

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** A request that logs a line each time, because the lines of rejected requests are limited. */
    private static TestApi.Reply request(TestApi api) {
        return api.send("HEAD", "/openapi.json", Map.of());
    }

    @Test
    void requests_continue_and_the_gateway_stops_in_time() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of("logFile", "-")).piped()) {
            // The test does not read the output.
            gateway.start().awaitReady();
            TestApi api = gateway.api("x");
            long begun = System.nanoTime();
            for (int i = 0; i < REQUESTS; i++) {
                request(api).expect(200);
            }
            Duration all = Duration.ofNanos(System.nanoTime() - begun);
            FaultRun.report("C30", REQUESTS + " requests with an unread log", all);
            gateway.api(shop.key()).get("/v1/payments").expect(200);
            assertThat(gateway.health("/health/ready")).isEqualTo(200);
            double dropped = gateway.metric("tollgate_log_dropped_total");
            FaultRun.report("C30", "lines that were dropped, and counted", dropped);
            assertThat(dropped).isBetween(1.0, 2.0 * REQUESTS);
            gateway.terminate();
            begun = System.nanoTime();
            assertThat(gateway.ended(Duration.ofSeconds(20))).isEqualTo(143);
            Duration end = Duration.ofNanos(System.nanoTime() - begun);
            FaultRun.assertWithin("C30", "end after the signal", end, Duration.ofSeconds(1));
            History.assertInvariants(postgres);
        }
    }

    /** Log lines are lost while the disk is full, without delaying requests. Logging continues once there is space. */
    @Test
    void a_full_disk_of_the_log_delays_no_request() throws IOException {
        try (SmallVolume volume = SmallVolume.of(4)) {
            Path log = volume.folder().resolve("tollgate.log");
            try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of("logFile", log.toString()))) {
                volume.fill();
                long before = Files.size(log);
                TestApi api = gateway.api("x");
                for (int i = 0; i < REQUESTS / 4; i++) {
                    request(api).expect(200);
                }
                gateway.api(shop.key()).get("/v1/payments").expect(200);
                assertThat(gateway.health("/health/ready")).isEqualTo(200);
                long full = Files.size(log);
                assertThat(full - before)
                        .as("lines written before the disk was full")
                        .isLessThan(PAGE_BYTES);
                volume.free();
                long room = System.nanoTime();
                while (Files.size(log) <= full) {
                    assertThat(Duration.ofNanos(System.nanoTime() - room)).isLessThan(Duration.ofSeconds(30));
                    request(api).expect(200);
                }
                FaultRun.report("C30", "lines again after there is space", Duration.ofNanos(System.nanoTime() - room));
                gateway.terminate();
                assertThat(gateway.ended(Duration.ofSeconds(20))).isEqualTo(143);
                History.assertInvariants(postgres);
            }
        }
    }

    /** Control: if the log waits for its reader, requests wait too. */
    @Test
    void a_blocking_log_delays_requests() {
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("logFile", "-"))
                .with("-Dlogback.configurationFile=log-that-waits.xml")
                .withClassPath(System.getProperty("java.class.path"))
                .piped()) {
            gateway.start().awaitReady();
            AtomicInteger answered = new AtomicInteger();
            Thread asking = new Thread(() -> {
                TestApi api = gateway.api("x");
                while (answered.incrementAndGet() < REQUESTS) {
                    request(api);
                }
            });
            asking.setDaemon(true);
            asking.setUncaughtExceptionHandler((thread, killed) -> {});
            asking.start();
            int before;
            do {
                before = answered.get();
                Load.pause(3_000);
            } while (answered.get() != before);
            assertThat(before).as("responses before the pipe was full").isLessThan(REQUESTS);
            gateway.kill();
        }
    }
}
