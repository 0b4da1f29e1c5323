package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TemporaryFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The disk of the tables or of the write-ahead log is full. No promised write is lost, and Tollgate needs no restart.
 */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(1800)
class FullDiskTest {
    private static final int BUYERS = 4;
    private static final int FULL_MILLIS = FaultRun.count(3_000, 30_000);

    /** The longest wait, with a margin for a busy machine. */
    private static final Pattern CONNECTION_LOST = Pattern.compile("08...|57P..");

    private static final String SETTINGS = "max_wal_size = '64MB'\nmin_wal_size = '32MB'\n";

    private static SmallVolume tables;
    private static SmallVolume log;
    private static FaultyPostgres postgres;

    private final Shop shop = Shop.on(postgres.url());

    /** The length of the database's log before this test, because the tests share one database. */
    private final int logStart = postgres.log().length();

    @BeforeAll
    static void small_volumes() throws IOException {
        tables = SmallVolume.of(160);
        log = SmallVolume.of(160);
        Path folder = Files.createTempDirectory("tollgate-chaos-postgres-");
        postgres = FaultyPostgres.start(folder);
        TemporaryFolders.deleteAtExit(folder, postgres::close);
        postgres.set(SETTINGS);
        postgres.stop();
        postgres.keep("base", tables.folder());
        postgres.keep("pg_wal", log.folder());
        postgres.startAgain();
    }

    @AfterAll
    static void no_volumes() {
        if (postgres != null) {
            postgres.close();
        }
        if (tables != null) {
            tables.close();
        }
        if (log != null) {
            log.close();
        }
    }

    @AfterEach
    void room() {
        tables.free();
        log.free();
        postgres.heal();
    }

    private static void operate(String... statements) throws SQLException {
        try (Connection connection = postgres.connectAsOperator()) {
            for (String sql : statements) {
                connection.createStatement().execute(sql);
            }
        }
    }

    /** Returns whether a condition is true, as an operator can query it. */
    private static boolean isTrue(String condition) throws SQLException {
        try (Connection connection = postgres.connectAsOperator();
                var rows = connection.createStatement().executeQuery("SELECT " + condition)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private static void restart(String settings) {
        postgres.set(settings);
        postgres.stop();
        postgres.startAgain();
    }

    /** Returns what the database has logged since this test started. */
    private String logged() {
        return postgres.log().substring(logStart);
    }

    private static void closeSlots() throws SQLException {
        operate("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    }

    /** The instance keeps running, and returns 503 with {@code Retry-After} for writes that the database rejects. */
    private static void assertRejected(History history, long full, long freed) {
        assertThat(history.attempts())
                .allSatisfy(attempt -> assertThat(attempt.status()).isIn(201, 409, 503));
        assertThat(history.startedSince(full))
                .filteredOn(attempt -> attempt.status() == 503 && attempt.endedAt() < freed)
                .as("the fault had an effect")
                .isNotEmpty()
                .allSatisfy(attempt -> DatabaseCrashTest.assertUnavailable(attempt.reply()))
                .allSatisfy(attempt -> assertThat(attempt.duration()).isLessThan(FaultRun.LONGEST_WAIT));
    }

    @Test
    @Tag("C13")
    void a_full_disk_of_tables_rejects_writes_until_there_is_space() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            Load reads = Load.start(gateway.api(shop.key()), "/v1/bookings?limit=5", 2);
            Load.pause(1_500);
            tables.fill();
            long full = System.nanoTime();
            Load.pause(FULL_MILLIS);
            assertThat(gateway.health("/health/ready")).isEqualTo(200);
            assertThat(logged()).doesNotContain("PANIC");
            long freed = System.nanoTime();
            tables.free();
            Load.pause(500);
            reads.stop();
            History history = buyers.stop();
            FaultRun.report("C13", "bookings", history.size());
            FaultRun.report("C13", "lists read meanwhile", reads.since(full).size());
            FaultRun.report("C13", "first success after there is space", history.firstSuccess(freed));
            assertRejected(history, full, freed);
            assertThat(reads.calls())
                    .allSatisfy(call -> assertThat(call.reply().status()).isEqualTo(200));
            assertThat(history.firstSuccess(freed)).isLessThan(FaultRun.allowed(Duration.ofSeconds(3)));
            history.assertConsistentWith(postgres, shop);
        }
    }

    /** Control: a write with a missing part is detected. */
    @Test
    @Tag("C13")
    void a_partial_write_is_detected() throws Exception {
        operate(
                "CREATE FUNCTION leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                "CREATE TRIGGER leave_out BEFORE INSERT ON ticket FOR EACH ROW EXECUTE FUNCTION leave_out()");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop);
            buyers.buy();
            assertThatThrownBy(() -> buyers.history().assertConsistentWith(postgres, shop))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("BAD");
        } finally {
            operate("DROP FUNCTION leave_out CASCADE");
            operate("DO 'BEGIN EXECUTE (SELECT ''TRUNCATE '' || string_agg(DISTINCT table_name, '', '') || '' CASCADE''"
                    + " FROM information_schema.columns WHERE table_schema = ''public''"
                    + " AND column_name = ''seller_id''); END'");
        }
    }

    /** An absent standby retains the log, which grows unnoticed until the volume is full. */
    private static void useUpLog() throws SQLException {
        operate("SELECT pg_create_physical_replication_slot('away', true)");
        log.fill();
        try {
            writeToTheEnd();
        } catch (SQLException ended) {
            // A concurrent booking may use the rest of the space, and so stop the database.
            if (!CONNECTION_LOST.matcher(String.valueOf(ended.getSQLState())).matches()) {
                throw ended;
            }
        }
    }

    private static void writeToTheEnd() throws SQLException {
        while (isTrue("EXISTS (SELECT FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'"
                + " AND name > pg_walfile_name(pg_current_wal_insert_lsn()))")) {
            operate("SELECT pg_logical_emit_message(false, '', '')", "SELECT pg_switch_wal()");
        }
        while (isTrue("(SELECT file_offset FROM pg_walfile_name_offset(pg_current_wal_insert_lsn())) < 16400000")) {
            operate("SELECT pg_logical_emit_message(false, '', repeat('x', 100000))");
        }
    }

    /** Restarts Postgres each time it stops, as a supervisor does. */
    private static Thread supervisor(AtomicBoolean over) {
        Thread supervisor = new Thread(() -> {
            while (!over.get()) {
                Load.pause(500);
                if (!postgres.isRunning()) {
                    postgres.spawnAgain();
                }
            }
        });
        supervisor.start();
        return supervisor;
    }

    private History fullLog(GatewayProcess gateway) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread supervisor = supervisor(over);
        try {
            Buyers buyers = new Buyers(gateway.api(shop.key()), shop).start(BUYERS);
            Load.pause(1_500);
            useUpLog();
            long full = System.nanoTime();
            Load.pause(FULL_MILLIS);
            assertThat(logged()).contains("PANIC", "could not write to file \"pg_wal");
            assertThat(gateway.health("/health/live")).isEqualTo(200);
            assertThat(gateway.health("/health/ready")).isEqualTo(503);
            DatabaseCrashTest.assertUnavailable(gateway.api(shop.key()).get("/v1/bookings"));
            long freed = System.nanoTime();
            log.free();
            Load.pause(500);
            History history = buyers.stop();
            assertRejected(history, full, freed);
            FaultRun.report("C14", "bookings", history.size());
            FaultRun.report("C14", "first success after there is space", history.firstSuccess(freed));
            assertThat(history.firstSuccess(freed)).isLessThan(FaultRun.allowed(Duration.ofSeconds(5)));
            return history;
        } finally {
            log.free();
            over.set(true);
            Load.join(supervisor);
            postgres.heal();
            closeSlots();
        }
    }

    @Test
    @Tag("C14")
    void a_full_log_stops_the_database_and_loses_nothing() throws Exception {
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            fullLog(gateway).assertConsistentWith(postgres, shop);
        }
    }

    /** Control: a Postgres without synchronous commit. */
    @Test
    @Tag("C14")
    void a_full_log_of_a_database_without_synchronous_commit_loses_bookings() throws Exception {
        restart(SETTINGS + "synchronous_commit = off\nwal_writer_delay = 10s\n");
        try (GatewayProcess gateway = GatewayProcess.started(postgres.url(), Map.of())) {
            assertThat(fullLog(gateway).disagreements(postgres.url(), shop))
                    .anySatisfy(wrong -> assertThat(wrong).startsWith("lost"));
        } finally {
            restart(SETTINGS);
        }
    }
}
