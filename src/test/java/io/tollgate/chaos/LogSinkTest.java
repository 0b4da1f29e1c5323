package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.TestApi;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
            gateway.terminate();
            begun = System.nanoTime();
            assertThat(gateway.ended(Duration.ofSeconds(20))).isEqualTo(143);
            Stage.told("C30", "end after the signal", Duration.ofNanos(System.nanoTime() - begun));
        }
    }

    /** The control: where the log waits for its reader, so do requests. */
    @Test
    void log_that_waits_holds_up_requests() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.on(postgres.url(), Map.of("logFile", "-"))
                .with("-Dlogback.configurationFile=log-that-waits.xml")
                .piped()) {
            gateway.start().awaitReady();
            TestApi api = gateway.api("x");
            CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < REQUESTS; i++) {
                    api.get("/v1/payments");
                }
            });
            // Until nothing moves any more; the failure is that it does not end.
            assertThat(CompletableFuture.anyOf(asking, held(asking)).get(120, TimeUnit.SECONDS))
                    .isEqualTo("held up");
            gateway.kill();
        }
    }

    private static CompletableFuture<Object> held(CompletableFuture<Void> asking) {
        return CompletableFuture.supplyAsync(() -> asking.isDone() ? "done" : "held up",
                CompletableFuture.delayedExecutor(Stage.times(40, 60), TimeUnit.SECONDS));
    }
}
