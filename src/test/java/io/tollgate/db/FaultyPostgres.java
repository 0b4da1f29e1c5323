package io.tollgate.db;

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
 * A Postgres of a test's own, to be killed, paused and started again on its port. It is a child of this
 * process, which is told of its end: one that nobody reaps would look alive to the next.
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

    /** Makes a database in a folder, migrated, and starts it on a port that stays its own. */
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

    /** The folder of the server itself. */
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

    /** What it says of itself. */
    public String log() {
        try {
            return Files.readString(folder.resolveSibling("server.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines for its configuration file, in force from its next start. */
    public void set(String lines) {
        more = lines;
    }

    /** Keeps a part of its folder, as its tables or its log of writes, in another place; while it is stopped. */
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

    /** As a crash of the machine would end it: nothing is written, nobody is told. */
    public void kill() {
        signal("KILL");
        ended();
    }

    /** Sessions are cut, everything is written: what an operator does. */
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

    /** It keeps its connections and answers nothing. */
    public void pause() {
        signal("STOP");
    }

    public void unpause() {
        signal("CONT");
    }

    /** Kills one process of the server, as a fault of memory would. */
    public void crashSession() {
        String sessions = "SELECT pid FROM pg_stat_activity WHERE application_name = 'tollgate' LIMIT 1";
        try (Connection connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sessions)) {
            rows.next();
            // The number that Postgres knows is that of this machine: no namespace of processes is made.
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

    /** Starts it again where it was; done when it accepts connections. */
    public void startAgain() {
        spawnAgain();
        awaitAccepting();
    }

    /** The same without waiting. */
    public void spawnAgain() {
        try {
            server = spawn();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes on from whatever a test left. */
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

    /** A process of the one that was killed still held the memory they share. */
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

    /** As the superuser, who may do what an operator may. */
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

    /** Runs a statement in a transaction and keeps what it locks, until it is closed. */
    public AutoCloseable hold(String sql) throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        connection.createStatement().execute(sql);
        return connection;
    }

    /** Holds a lock on all payments for a while, so that requests for them are under way that long. */
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

    /** What a statement gives in its first column. */
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
