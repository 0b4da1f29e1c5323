package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.security.auth.module.UnixSystem;
import io.tollgate.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The disk under the data, or under the log of writes, is full: nothing is half written, and space mends it. */
@Tag("chaos")
@Isolated("it measures time")
@Timeout(600)
class DiskFullTest {
    @TempDir(cleanup = CleanupMode.NEVER)
    private Path folder;

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A small disk of its own; only root may make one. */
    private Path disk(String size) {
        Assumptions.assumeTrue(new UnixSystem().getUid() == 0, "only root may mount a small disk to fill");
        Path disk = folder.resolve("disk");
        disk.toFile().mkdirs();
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=700", "tmpfs", disk.toString()),
                "this machine lets nobody mount");
        return disk;
    }

    private static void execute(FaultyPostgres postgres, String... statements) throws SQLException {
        try (Connection connection = postgres.connectAsOperator();
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    @Tag("C13")
    void full_disk_of_the_data_refuses_writes_and_serves_reads() throws Exception {
        Path disk = disk("24m");
        FaultyPostgres postgres = FaultyPostgres.start(folder.resolve("data"));
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Shop shop = Shop.on(postgres.url());
            Files.createDirectory(disk.resolve("space"));
            execute(
                    postgres,
                    "CREATE TABLESPACE small LOCATION '" + disk.resolve("space") + "'",
                    "ALTER TABLE booking SET TABLESPACE small");
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            buyers.buy();
            Path filler = disk.resolve("filler");
            fill(filler, 24 << 20);
            buyers.start(2);
            Load.pause(4_000);
            Reply last = gateway.api(shop.key()).get("/v1/bookings").expect(200);
            long refused = buyers.history().attempts().stream()
                    .filter(attempt -> attempt.status() == 503)
                    .count();
            Stage.told("C13", "bookings before, and refused while it is full", last.total() + " " + refused);
            assertThat(refused).as("the control: the disk is full").isPositive();
            Files.delete(filler);
            long freed = System.nanoTime();
            Load.pause(3_000);
            Stage.told("C13", "booked again after", buyers.history().firstSuccess(freed));
            History history = buyers.stop();
            assertThat(history.attempts())
                    .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
            history.agreesWith(postgres, shop);
        } finally {
            postgres.close();
            run("umount", "-l", disk.toString());
        }
    }

    @Test
    @Tag("C14")
    void full_disk_of_the_log_stops_the_database_and_loses_nothing() throws Exception {
        Path disk = disk("80m");
        FaultyPostgres postgres = FaultyPostgres.start(folder.resolve("data"));
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Shop shop = Shop.on(postgres.url());
            postgres.stop();
            Path log = postgres.folder().resolve("pg_wal");
            assertThat(run("cp", "-a", log.toString(), disk.resolve("wal").toString()))
                    .isTrue();
            assertThat(run("rm", "-r", log.toString())).isTrue();
            Files.createSymbolicLink(log, disk.resolve("wal"));
            postgres.startAgain();
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            buyers.buy();
            Path filler = disk.resolve("filler");
            fill(filler, 80 << 20);
            buyers.start(3);
            execute(postgres, "SELECT pg_switch_wal()", "SELECT pg_switch_wal()");
            Load.pause(5_000);
            assertThat(postgres.log()).as("the control: the log found no room").contains("No space left");
            assertThat(gateway.health("/health/live")).isEqualTo(200);
            Files.delete(filler);
            if (!postgres.isRunning()) {
                postgres.spawnAgain();
            }
            postgres.awaitAccepting();
            long accepts = System.nanoTime();
            Load.pause(4_000);
            Duration first = buyers.history().firstSuccess(accepts);
            Stage.told("C14", "booked again after Postgres accepts", first);
            assertThat(first).isLessThan(Duration.ofSeconds(5));
            buyers.stop().agreesWith(postgres, shop);
        } finally {
            postgres.close();
            run("umount", "-l", disk.toString());
        }
    }

    /** Takes all the room there is. */
    private static void fill(Path file, int most) {
        byte[] bytes = new byte[64 * 1024];
        Arrays.fill(bytes, (byte) 1);
        try (var out = Files.newOutputStream(file)) {
            for (int i = 0; i < most / bytes.length + 1; i++) {
                out.write(bytes);
            }
        } catch (IOException full) {
            // As it should be.
        }
    }
}
