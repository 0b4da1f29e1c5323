package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The clock of a machine is wrong by an hour, or jumps by an hour. Sales periods and expiry follow the database clock.
 */
@SecondStage
@Tag("chaos")
@Tag("C29")
@Isolated("it measures time")
@Timeout(600)
class ClockTest {
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    /** Maximum difference between the time of a record and the time of its request. */
    private static final Duration NEAR = Duration.ofSeconds(5);

    private static final Map<String, String> SHORT_LINKS = Map.of("invoiceLinkSeconds", "600");

    private final FaultyPostgres postgres = FaultRun.postgres();
    private final Shop shop = Shop.around(postgres.url(), HALF_AN_HOUR);
    private final Shop other = Shop.around(postgres.url(), HALF_AN_HOUR);

    @TempDir
    private Path folder;

    /** The library that changes the time of day of a program but not its monotonic clock. */
    private static String library() {
        return List.of("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib").stream()
                .map(place -> Path.of(place, "faketime/libfaketimeMT.so.1"))
                .filter(Files::exists)
                .map(Path::toString)
                .findFirst()
                .orElseGet(() -> Assumptions.abort("libfaketime is not installed (Debian: apt-get install faketime)"));
    }

    /** A gateway on a machine with a wrong clock. */
    private GatewayProcess off(String by) {
        return withFakeClock(Map.of("FAKETIME", by));
    }

    private GatewayProcess withFakeClock(Map<String, String> time) {
        return GatewayProcess.on(postgres.url(), SHORT_LINKS)
                .in(Map.of(
                        "LD_PRELOAD", library(),
                        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                        // Disables a workaround of the library for old systems, which breaks all timed waits of Java.
                        "FAKETIME_FORCE_MONOTONIC_FIX", "0"))
                .in(time);
    }

    private Path file(String name, String offset) {
        try {
            return Files.writeString(folder.resolve(name), offset + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply book(GatewayProcess gateway, String key) {
        return gateway.api(shop.key())
                .writeWithRetries("POST", "/v1/bookings", key, shop.booking(key + "@example.com"));
    }

    /** Fetches the document of the newest invoice from one instance, with the link that another one returned. */
    private Reply document(GatewayProcess from, GatewayProcess to) {
        TestApi api = from.api(shop.key());
        String invoice = "/v1/invoices/" + api.get("/v1/invoices?limit=1").ids().get(0);
        String link = api.get(invoice).expect(200).json().at("/data/invoiceUrl").textValue();
        return to.api(null).get(link.substring(link.indexOf("/documents/")));
    }

    /** Checks that all records have the time of the database, between two moments. */
    private void assertTimesBetween(Instant begun) {
        List<Instant> times = postgres
                .query("SELECT extract(epoch FROM created_at)::bigint FROM booking WHERE seller_id = '"
                        + shop.sellerId() + "'")
                .stream()
                .map(seconds -> Instant.ofEpochSecond(Long.parseLong(seconds)))
                .toList();
        assertThat(times)
                .isNotEmpty()
                .allSatisfy(time -> assertThat(time)
                        .isBetween(begun.minus(NEAR), Clock.SYSTEM.now().plus(NEAR)));
    }

    private static void nothingNegative(GatewayProcess gateway) {
        assertThat(gateway.management().get("/metrics").expect(200).body().lines())
                .filteredOn(line -> line.matches("tollgate.* -[0-9].*"))
                .isEmpty();
    }

    @Test
    void instances_with_clocks_two_hours_apart_use_the_time_of_the_database() {
        Instant begun = Clock.SYSTEM.now();
        try (GatewayProcess behind = off("-1h").start().awaitReady();
                GatewayProcess ahead = off("+1h").start().awaitReady()) {
            Buyers ofBehind = new Buyers(behind.api(shop.key()), shop).start(2);
            Buyers ofAhead = new Buyers(ahead.api(other.key()), other).start(2);
            Load.pause(2_000);
            sold(ofBehind.stop(), shop);
            sold(ofAhead.stop(), other);
            Reply first = book(behind, "key-of-both");
            assertThat(book(ahead, "key-of-both").header("Idempotent-Replayed")).isEqualTo("true");
            FaultRun.report(
                    "C29",
                    "bookings at an instance whose clock is an hour behind",
                    first.json().at("/data/createdAt"));
            assertTimesBetween(begun);
            document(behind, ahead).expect(200);
            document(ahead, behind).expect(200);
            nothingNegative(behind);
            nothingNegative(ahead);
            assertThat(ahead.log()).contains("The clock of the database jumped by -3");
        }
    }

    private void sold(History history, Shop where) {
        FaultRun.report("C29", "bookings", history.size());
        assertThat(history.attempts())
                .isNotEmpty()
                .as("some bookings failed because nothing is for sale")
                .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
        history.assertConsistentWith(postgres, where);
    }

    @Test
    void a_clock_jump_under_load_has_no_effect() throws Exception {
        Instant begun = Clock.SYSTEM.now();
        Path clock = file("clock", "+0");
        Map<String, String> time = Map.of("FAKETIME_TIMESTAMP_FILE", clock.toString(), "FAKETIME_CACHE_DURATION", "1");
        try (GatewayProcess gateway = withFakeClock(time).start().awaitReady()) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(2);
            Load reads = Load.start(gateway.api(shop.key()), "/v1/bookings?limit=5", 2);
            for (String offset : List.of("+0", "+1h", "-1h", "+0")) {
                Files.move(file("next", offset), clock, StandardCopyOption.REPLACE_EXISTING);
                Load.pause(2_000);
                nothingNegative(gateway);
                assertThat(gateway.health("/health/ready")).isEqualTo(200);
            }
            reads.stop();
            sold(buyers.stop(), shop);
            assertThat(reads.calls())
                    .isNotEmpty()
                    .allSatisfy(call -> assertThat(call.reply().status()).isIn(200, 503));
            assertTimesBetween(begun);
        }
    }

    /** Control: with its own clock, an instance sells nothing any more, and rejects the links of others as expired. */
    @Test
    void with_its_own_clock_an_instance_is_wrong_by_an_hour() {
        try (GatewayProcess right = GatewayProcess.started(postgres.url(), SHORT_LINKS);
                GatewayProcess own =
                        off("+1h").as(MachineClockGateway.class).start().awaitReady()) {
            book(right, "key-of-one").expect(201);
            document(right, own).expect(403);
            assertThat(book(own, "key-of-another").status()).isBetween(400, 499);
        }
    }
}
