package io.tollgate.platform.db;

import io.tollgate.support.FirstColumn;
import io.tollgate.support.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Postgres of one test, which can be killed, paused and restarted on the same port. It is a child of this
 * process, which reaps it: otherwise its successor would take a zombie for a running server.
 */
public final class FaultyPostgres implements AutoCloseable {
    private static final int START_SECONDS = 60;
    private static final int LAST_WORDS = 300;
    private static final String STILL_IN_USE = "pre-existing shared memory block";

    private final String url;
    private final Path folder;
    private final PostgresPrograms programs;
    private Process server;
    private String more = "";

    private FaultyPostgres(String url, Path dataDir) throws IOException {
        this.url = url;
        this.folder = dataDir.toRealPath().resolve("postgres");
        this.programs = new PostgresPrograms(
                PostgresBinaries.unpacked(dataDir, line -> {}),
                PostgresUser.current(),
                folder.resolveSibling("postgres-programs.log"));
        this.server = spawn();
        awaitAccepting();
    }

    /** Creates a migrated database in a folder and starts it on a port that stays reserved for it. */
    public static FaultyPostgres start(Path dataDir) {
        String url;
        try (EmbeddedPostgres made = EmbeddedPostgres.start(dataDir, EmbeddedPostgres.Durability.FULL, line -> {})) {
            Migrations.migrate(made.url());
            url = made.url().replaceFirst(":[0-9]+/", ":" + io.tollgate.support.FreePort.find() + "/");
        }
        try {
            return new FaultyPostgres(url, dataDir);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return url;
    }

    /** Returns the data folder of the server. */
    public Path folder() {
        return folder;
    }

    private int port() {
        return URI.create(url).getPort();
    }

    private Process spawn() throws IOException {
        Path settings = folder.resolve("tollgate.conf");
        Files.writeString(
                settings,
                PostgresSettings.text(port(), EmbeddedPostgres.Durability.FULL) + "shared_buffers = '64MB'\n" + more);
        programs.user().own(settings);
        List<String> command = new ArrayList<>(programs.user().prefix());
        command.add(programs.binaries().resolve("bin/postgres").toString());
        command.addAll(List.of("-D", folder.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolveSibling("server.log").toFile()))
                .start();
    }

    /** Returns the server's log. */
    public String log() {
        try {
            return Files.readString(folder.resolveSibling("server.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Appends lines to the configuration file; they take effect at the next start. */
    public void set(String lines) {
        more = lines;
    }

    /** Moves a part of the data folder, such as the write-ahead log, elsewhere. The server must be stopped. */
    public void keep(String part, Path place) {
        Path here = folder.resolve(part);
        try {
            programs.user().own(place);
            Path there = place.resolve(part);
            new ProcessBuilder("cp", "-a", here.toString(), there.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            Folders.delete(here);
            Files.createSymbolicLink(here, there);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isRunning() {
        return server.isAlive();
    }

    /** Kills all processes as a crash of the machine would. */
    public void kill() {
        signal("KILL");
        ended();
    }

    /** Stops the server as an operator does: sessions are terminated and everything is written. */
    public void stop() {
        signal("CONT");
        send("INT", List.of(server.toHandle()));
        ended();
    }

    private void ended() {
        try {
            if (!server.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Postgres did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Pauses all processes: connections stay open, and nothing responds. */
    public void pause() {
        signal("STOP");
    }

    public void unpause() {
        signal("CONT");
    }

    /** Kills one process of the server, as a memory fault would. */
    public void crashSession() {
        String sessions = "SELECT pid FROM pg_stat_activity WHERE application_name = 'tollgate' LIMIT 1";
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sessions)) {
            rows.next();
            // The process id in Postgres is that of this machine, because the server has no process namespace.
            send("KILL", List.of(ProcessHandle.of(rows.getLong(1)).orElseThrow()));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void signal(String name) {
        ProcessHandle postmaster = server.toHandle();
        send(
                name,
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList());
    }

    private static void send(String name, List<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Restarts the server in the same folder, and returns when it accepts connections. */
    public void startAgain() {
        spawnAgain();
        awaitAccepting();
    }

    /** Restarts the server without waiting for it. */
    public void spawnAgain() {
        try {
            server = spawn();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Restores normal operation after a test. */
    public void heal() {
        if (server.isAlive()) {
            unpause();
        } else {
            spawnAgain();
        }
        awaitAccepting();
    }

    public void awaitAccepting() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!accepts()) {
            boolean ended = !server.isAlive();
            if (System.nanoTime() > end || (ended && !wasTooEarly())) {
                throw new IllegalStateException("Postgres does not accept connections: " + log());
            }
            if (ended) {
                spawnAgain();
            }
            Load.pause(5);
        }
    }

    /** A process of the killed server still held the shared memory. */
    private boolean wasTooEarly() {
        String log = log();
        return log.indexOf(STILL_IN_USE, log.length() - LAST_WORDS) >= 0;
    }

    private boolean accepts() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(PostgresUrl.toJdbc(url) + "&loginTimeout=2");
    }

    /** Runs statements as the superuser, as an operator would. */
    public Connection connectAsOperator() throws SQLException {
        try {
            Passwords passwords = Passwords.of(folder.getParent());
            return DriverManager.getConnection(
                    "jdbc:postgresql://127.0.0.1:" + port() + "/"
                            + URI.create(url).getPath().substring(1),
                    OwnDatabase.SUPERUSER,
                    passwords.superuser());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a statement in a transaction and keeps its locks until it is closed. */
    public AutoCloseable hold(String sql) throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        connection.createStatement().execute(sql);
        return connection;
    }

    /** Locks all payments for a while, so that requests for them take that long. */
    public Thread lockPayments(Duration time) {
        Thread holder = new Thread(() -> {
            try (AutoCloseable held = hold("LOCK TABLE payment IN ACCESS EXCLUSIVE MODE")) {
                Load.pause(held == null ? 0 : time.toMillis());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        holder.start();
        return holder;
    }

    /** Returns the first column of a statement's result. */
    public List<String> query(String sql) {
        try (Connection connection = connect()) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        if (server.isAlive()) {
            stop();
        }
    }
}
