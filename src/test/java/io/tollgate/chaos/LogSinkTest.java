package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
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

    private final FaultyPostgres postgres = Stage.postgres();
    private final Shop shop = Shop.on(postgres.url());

    @Test
    void requests_go_on_and_the_end_comes_in_time() {
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of("logFile", "-")).piped()) {
            // Nobody reads what it prints.
            gateway.start().awaitReady();
            TestApi api = gateway.api("x");
            long begun = System.nanoTime();
            for (int i = 0; i < REQUESTS; i++) {
                api.get("/v1/payments").expect(401);
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
                    api.get("/v1/payments");
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
