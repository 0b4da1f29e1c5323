package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** The server process of the embedded Postgres is killed under a running gateway. */
@SecondStage
@Tag("chaos")
@Tag("C31")
@Isolated("it measures time")
@Timeout(600)
class EmbeddedCrashTest {
    private static final int BUYERS = 4;
    private static final Duration BACK = Duration.ofSeconds(10);
    private static final int LOOK_MILLIS = 20_000;
    private static final Duration ENDED = Duration.ofSeconds(60);

    private static GatewayProcess started() {
        return GatewayProcess.started("", Map.of());
    }

    private static Path postgres(GatewayProcess gateway) {
        return gateway.data().resolve("postgres");
    }

    private static String databaseUrl(GatewayProcess gateway) throws IOException {
        return Files.readString(gateway.data().resolve("database-url")).strip();
    }

    private static ProcessHandle postmaster(GatewayProcess gateway) throws IOException {
        String pid = Files.readAllLines(postgres(gateway).resolve("postmaster.pid"))
                .get(0)
                .strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    @Test
    void gateway_restarts_a_killed_server_and_loses_nothing() throws IOException {
        try (GatewayProcess gateway = started()) {
            String url = databaseUrl(gateway);
            Shop shop = Shop.on(url);
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            for (int i = 0; i < FaultRun.count(2, 10); i++) {
                Load.pause(3_000);
                postmaster(gateway).destroyForcibly();
                // Running requests may still succeed.
                Load.pause(200);
                long killed = System.nanoTime();
                while (buyers.history().successesIn(killed, LOOK_MILLIS) == 0
                        && System.nanoTime() - killed < LOOK_MILLIS * 1_000_000L) {
                    Load.pause(50);
                }
                FaultRun.assertWithin(
                        "C31", "first success after the kill", buyers.history().firstSuccess(killed), BACK);
            }
            History history = buyers.stop();
            FaultRun.report("C31", "bookings", history.size());
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503))
                    .as("the fault had an effect")
                    .anySatisfy(attempt -> assertThat(attempt.status()).isEqualTo(503));
            assertThat(databaseUrl(gateway)).isEqualTo(url);
            history.assertConsistentWith(url, shop);
            assertThat(gateway.log()).contains("Restarted the embedded Postgres");
        }
    }

    /** Without its control file, Postgres cannot start. */
    @Test
    void gateway_ends_with_a_failure_status_if_the_server_cannot_be_restarted() throws IOException {
        try (GatewayProcess gateway = started()) {
            Path control = postgres(gateway).resolve("global/pg_control");
            Files.move(control, control.resolveSibling("pg_control.moved"));
            postmaster(gateway).destroyForcibly();
            assertThat(gateway.ended(ENDED)).isEqualTo(1);
            assertThat(gateway.printed()).contains("The embedded Postgres could not be restarted: ", "server.log");
            assertThat(gateway.log()).contains("Restart 5 of 5 of the embedded Postgres failed", "could not open file");
        }
    }

    /** A regular stop is not a crash: supervision must not start the server again. */
    @Test
    void server_stays_stopped_after_sigterm() throws IOException {
        try (GatewayProcess gateway = started()) {
            gateway.terminate();
            assertThat(gateway.ended(ENDED)).isEqualTo(143);
            assertThat(gateway.log()).doesNotContain("ended unexpectedly");
            assertThat(postgres(gateway).resolve("postmaster.pid")).doesNotExist();
        }
    }
}
