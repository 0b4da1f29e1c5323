package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.processor.AccountRegister;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The gateway is killed under load, repeatedly. No promised write is lost, and work begun at the processor is
 * completed.
 */
@SecondStage
@Tag("chaos")
@Tag("C22")
@Isolated("it measures time")
@Timeout(1800)
class GatewayCrashTest {
    private static final int BUYERS = 4;

    /** The goal was 2 s. A start loads classes and fonts on cores that clients also use: reliability.md has figures. */
    private static final Duration READY = Duration.ofSeconds(5);

    /** For a minute, work that a killed gateway has begun counts as running; then another one completes it. */
    private static final Duration CLEARED = Duration.ofSeconds(65);

    private static final AtomicInteger CODES = new AtomicInteger();

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.on(postgres.url());

    /** Creates coupons, which are also created at the processor, until the gateway is killed. Retries the last one. */
    private final class Coupons {
        private final GatewayProcess gateway;
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final List<String> made = Collections.synchronizedList(new ArrayList<>());
        private final Thread thread = new Thread(this::make, "coupons");

        private Coupons(GatewayProcess gateway) {
            this.gateway = gateway;
            thread.setDaemon(true);
            thread.start();
        }

        private void make() {
            while (!stopped.get()) {
                String code = "CRASH" + CODES.incrementAndGet();
                while (!isMade(code)) {
                    Load.pause(20);
                }
                made.add(code);
            }
        }

        private boolean isMade(String code) {
            String body = "{'label':'%1$s','code':'%1$s','percentOff':1,'duration':'once'}".formatted(code);
            Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", code);
            try {
                return gateway.api(shop.key())
                                .send("POST", "/v1/coupons", headers, body.replace('\'', '"'))
                                .status()
                        == 201;
            } catch (UncheckedIOException broken) {
                return false;
            }
        }
    }

    /** Kills the gateway under load and restarts it. Returns the start time and the duration of the start. */
    private static Restart crash(GatewayProcess gateway) {
        Load.pause(700);
        gateway.kill();
        long begun = System.nanoTime();
        gateway.start().awaitReady();
        Restart restart = new Restart(begun, Duration.ofNanos(System.nanoTime() - begun));
        Load.pause(1_500);
        return restart;
    }

    /** @param begun by {@link System#nanoTime} */
    private record Restart(long begun, Duration ready) {}

    @Test
    void a_kill_under_load_loses_nothing_and_begun_work_is_completed() {
        new AccountRegister(PostgresUrl.toJdbc(postgres.url()), TestGateway.secrets()).connectSimulator(shop.name());
        List<Restart> restarts = new ArrayList<>();
        try (GatewayProcess gateway =
                GatewayProcess.on(postgres.url(), Map.of()).start().awaitReady()) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            List<Coupons> coupons = new ArrayList<>();
            for (int i = 0; i < FaultRun.count(3, 50); i++) {
                coupons.add(new Coupons(gateway));
                restarts.add(crash(gateway));
                coupons.get(i).stopped.set(true);
            }
            History history = buyers.stop();
            Duration cleared = awaitCompletion(coupons);
            List<String> made =
                    coupons.stream().flatMap(each -> each.made.stream()).toList();
            FaultRun.report(
                    "C22",
                    "killed " + restarts.size() + " times: bookings, coupons",
                    history.size() + " " + made.size());
            // Losses first: a slow start or a slow clean-up must not hide them.
            history.assertConsistentWith(postgres, shop);
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(0, 201, 409, 503))
                    .as("the fault had an effect")
                    .anySatisfy(attempt -> assertThat(attempt.status()).isZero());
            assertThat(copies("SELECT object::jsonb ->> 'name' FROM simulated_object WHERE kind = 'coupon' AND"))
                    .as("the processor has each coupon exactly once")
                    .containsExactlyInAnyOrderElementsOf(made);
            List<Duration> ready =
                    restarts.stream().map(Restart::ready).sorted().toList();
            FaultRun.report("C22", "ready after its start, each", ready);
            FaultRun.report(
                    "C22",
                    "first success after its start",
                    restarts.stream()
                            .map(restart -> history.firstSuccess(restart.begun()))
                            .toList());
            assertThat(cleared).isLessThan(CLEARED);
            FaultRun.assertWithin("C22", "ready after its start", Collections.max(ready), READY);
        }
    }

    private List<String> copies(String sql) {
        return postgres.query(sql + " seller_id = '" + shop.sellerId() + "'");
    }

    /** Waits until all coupons exist and no work for them is left; the short form skips the minute. */
    private Duration awaitCompletion(List<Coupons> coupons) {
        long begun = System.nanoTime();
        if (!FaultRun.LONG) {
            copies("WITH done AS (UPDATE processor_task SET due_at = now() WHERE seller_id = '" + shop.sellerId()
                    + "' RETURNING id, seller_id) SELECT id FROM done WHERE");
        }
        coupons.forEach(each -> Load.join(each.thread));
        while (!copies("SELECT id FROM processor_task WHERE").isEmpty()) {
            Load.pause(100);
        }
        Duration cleared = Duration.ofNanos(System.nanoTime() - begun);
        FaultRun.report("C22", "all begun work is completed after", cleared);
        return cleared;
    }

    /** Control: with a new key for each retry, writes whose response was lost happen twice. */
    @Test
    void without_the_key_writes_with_lost_responses_happen_twice() {
        List<String> wrong = List.of();
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            // Whether a response is lost depends on timing.
            for (int i = 0; i < 10 && wrong.isEmpty(); i++) {
                Buyers buyers =
                        new Buyers(gateway.api(shop.key()), shop).useNewKeys().start(2 * BUYERS);
                crash(gateway);
                wrong = buyers.stop().disagreements(postgres.url(), shop).stream()
                        .filter(one -> one.startsWith("double"))
                        .toList();
            }
        }
        assertThat(wrong).isNotEmpty();
    }
}
