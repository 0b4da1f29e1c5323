package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
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

/** Whoever reads the log has stopped reading: its pipe is full, and nothing waits for it. */
@Tag("chaos")
@Tag("C30")
@Isolated("it measures time")
@Timeout(600)
class LogSinkTest {
    /** More lines than the pipe of the system and the queue before it take, at some hundred bytes each. */
    private static final int REQUESTS = 12_000;

    private static final long PAGE_BYTES = 4_096;

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** One that leaves a line in the log each time: lines of rejected requests are bounded. */
    private static TestApi.Reply request(TestApi api) {
        return api.send("HEAD", "/openapi.json", Map.of());
    }

    @Test
    void requests_go_on_and_the_end_comes_in_time() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of("logFile", "-")).piped()) {
            // Nobody reads what it prints.
            gateway.start().awaitReady();
            TestApi api = gateway.api("x");
            long begun = System.nanoTime();
            for (int i = 0; i < REQUESTS; i++) {
                request(api).expect(200);
            }
            Duration all = Duration.ofNanos(System.nanoTime() - begun);
            Stage.told("C30", REQUESTS + " requests with a log that nobody reads", all);
            gateway.api(shop.key()).get("/v1/payments").expect(200);
            assertThat(gateway.health("/health/ready")).isEqualTo(200);
            double dropped = gateway.metric("tollgate_log_dropped");
            Stage.told("C30", "lines that were dropped, and counted", dropped);
            assertThat(dropped).isBetween(1.0, 2.0 * REQUESTS);
            gateway.terminate();
            begun = System.nanoTime();
            assertThat(gateway.ended(Duration.ofSeconds(20))).isEqualTo(143);
            Duration end = Duration.ofNanos(System.nanoTime() - begun);
            Stage.met("C30", "end after the signal", end, Duration.ofSeconds(1));
            History.sound(postgres);
        }
    }

    /** Lines that a full disk does not take are lost and nobody waits for them; there are more once there is room. */
    @Test
    void full_disk_under_the_log_holds_up_nobody() throws IOException {
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
                assertThat(full - before).as("what was still room for").isLessThan(PAGE_BYTES);
                volume.free();
                long room = System.nanoTime();
                while (Files.size(log) <= full) {
                    assertThat(Duration.ofNanos(System.nanoTime() - room)).isLessThan(Duration.ofSeconds(30));
                    request(api).expect(200);
                }
                Stage.told("C30", "lines again after there is room", Duration.ofNanos(System.nanoTime() - room));
                gateway.terminate();
                assertThat(gateway.ended(Duration.ofSeconds(20))).isEqualTo(143);
                History.sound(postgres);
            }
        }
    }

    /** The control: where the log waits for its reader, so do requests. */
    @Test
    void log_that_waits_holds_up_requests() {
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("logFile", "-"))
                .with("-Dlogback.configurationFile=log-that-waits.xml")
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
            assertThat(before).as("answers before the pipe was full").isLessThan(REQUESTS);
            gateway.kill();
        }
    }
}
