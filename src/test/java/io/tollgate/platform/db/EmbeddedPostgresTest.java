package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.EmbeddedPostgres.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
    @TempDir
    Path folder;

    private EmbeddedPostgres start(Durability durability) {
        return EmbeddedPostgres.start(folder.resolve("data"), durability, line -> {});
    }

    private static String ask(String url, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void run(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void keeps_what_it_holds_and_is_durable() throws SQLException {
        try (EmbeddedPostgres first = start(Durability.FULL)) {
            assertThat(ask(first.url(), "SHOW fsync")).isEqualTo("on");
            assertThat(ask(first.url(), "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(ask(first.url(), "SHOW server_encoding")).isEqualTo("UTF8");
            assertThat(ask(first.url(), "SELECT lower('ÄΣ')")).isEqualTo("äσ");
            assertThat(ask(first.url(), "SELECT 'a' > 'B' AND 'é' > 'z'")).isEqualTo("t");
            run(first.url(), "CREATE TABLE kept AS SELECT 42 AS answer");
            run(first.url(), "CREATE ROLE tollgate_writer");
            run(first.url(), "CREATE EXTENSION pg_trgm");
            assertThat(ask(first.url(), "SELECT array_length(show_trgm('Łódź'), 1)"))
                    .as("letters beyond ASCII are letters to a search by trigrams")
                    .isEqualTo("5");
        }
        try (EmbeddedPostgres second = start(Durability.NONE)) {
            assertThat(ask(second.url(), "SELECT answer FROM kept")).isEqualTo("42");
            assertThat(ask(second.url(), "SHOW fsync")).isEqualTo("off");
        }
    }

    @Test
    void admits_nobody_without_a_password_and_its_owner_is_no_superuser() throws SQLException {
        try (EmbeddedPostgres postgres = start(Durability.NONE)) {
            assertThat(ask(postgres.url(), "SHOW is_superuser")).isEqualTo("off");
            String open = postgres.url().replaceAll("//.*@", "//postgres:x@");
            assertThatThrownBy(() -> ask(open, "SELECT 1")).hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void second_holder_of_a_folder_is_refused_but_may_ask_for_the_address() {
        try (EmbeddedPostgres postgres = start(Durability.NONE)) {
            assertThatThrownBy(() -> start(Durability.NONE))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining(
                            "is in use by process " + ProcessHandle.current().pid());
            assertThat(EmbeddedPostgres.runningOn(folder.resolve("data"))).isEqualTo(postgres.url());
        }
        assertThat(EmbeddedPostgres.runningOn(folder.resolve("data"))).isNull();
    }

    @Test
    void files_are_private() throws IOException {
        start(Durability.NONE).close();
        Path data = folder.resolve("data");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .startsWith("rwx--");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("postgres-passwords"))))
                .isEqualTo("rw-------");
    }

    private static ProcessHandle server(Path data) throws IOException {
        String pid = Files.readAllLines(data.resolve("postgres/postmaster.pid")).get(0);
        return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    }

    /** The program is killed, or its JVM crashes. */
    @Test
    void server_ends_with_a_program_that_is_killed() throws Exception {
        Path data = folder.resolve("data");
        Process killed = holder(data);
        String url = filled(data, killed);
        ProcessHandle server = server(data);
        killed.destroyForcibly().waitFor();
        assertThatThrownBy(() -> ask(url, "SELECT pg_sleep(60)"))
                .as("a session of a server that stops")
                .isInstanceOf(SQLException.class);
        // It still writes to the folder, which is deleted after this test.
        server.onExit().join();
        assertThat(Files.readString(data.resolve("postgres/server.log"))).contains("received fast shutdown request");
    }

    /** The program and its watcher are killed, and its Postgres keeps running. */
    @Test
    void server_left_behind_is_stopped() throws Exception {
        Path data = folder.resolve("data");
        Process killed = holder(data);
        String url = filled(data, killed);
        killed.children().forEach(ProcessHandle::destroyForcibly);
        killed.destroyForcibly().waitFor();
        assertThat(ask(url, "SELECT answer FROM kept")).isEqualTo("7");
        try (EmbeddedPostgres next = start(Durability.NONE)) {
            assertThatThrownBy(() -> ask(url, "SELECT 1")).isInstanceOf(SQLException.class);
            assertThat(ask(next.url(), "SELECT answer FROM kept")).isEqualTo("7");
        }
    }

    /** The server is killed too, while one of its sessions is busy and does not notice. */
    @Test
    void sessions_left_behind_are_ended() throws Exception {
        Path data = folder.resolve("data");
        Process killed = holder(data);
        String url = filled(data, killed);
        Process stranger = new ProcessBuilder("sleep", "600")
                .directory(data.resolve("postgres").toFile())
                .start();
        try (Connection busy = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                Statement statement = busy.createStatement()) {
            CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> isAnswered(statement));
            long server = server(data).pid();
            while (!ask(url, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'")
                    .equals("2")) {
                Thread.sleep(20);
            }
            ProcessHandle.of(server).orElseThrow().destroyForcibly();
            killed.destroyForcibly().waitFor();
            try (EmbeddedPostgres next = start(Durability.NONE)) {
                assertThat(ask(next.url(), "SELECT answer FROM kept")).isEqualTo("7");
            }
            assertThat(answer.get(60, TimeUnit.SECONDS)).isFalse();
            assertThat(stranger.isAlive())
                    .as("somebody else who works in the folder")
                    .isTrue();
        } finally {
            stranger.destroy();
        }
    }

    private static boolean isAnswered(Statement statement) {
        try {
            return statement.execute("SELECT count(*) FROM generate_series(1, 4000000000)");
        } catch (SQLException cutOff) {
            return false;
        }
    }

    /** Returns the URL of another program's database once it runs and has a table. */
    private static String filled(Path data, Process holder) throws Exception {
        String url = waitForAddress(data, holder);
        run(url, "CREATE TABLE kept AS SELECT 7 AS answer");
        return url;
    }

    private static Process holder(Path data) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        data.toString())
                .inheritIO()
                .start();
    }

    private static String waitForAddress(Path data, Process process) throws Exception {
        while (process.isAlive()) {
            if (Files.exists(data.resolve("database-url"))) {
                return Files.readString(data.resolve("database-url")).strip();
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException("ended before it was ready");
    }

    /** A program that starts Postgres and waits until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws InterruptedException {
            EmbeddedPostgres.start(Path.of(args[0]), Durability.FULL, line -> {});
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Another process may have the id in an old pid file by now. */
    @Test
    void stranger_with_the_number_of_an_old_server_is_left_alone() throws Exception {
        start(Durability.NONE).close();
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(
                    folder.resolve("data/postgres/postmaster.pid"),
                    stranger.pid() + "\n" + folder.resolve("data/postgres") + "\n");
            start(Durability.NONE).close();
            assertThat(stranger.waitFor(0, TimeUnit.SECONDS)).isFalse();
        } finally {
            stranger.destroy();
        }
    }
}
