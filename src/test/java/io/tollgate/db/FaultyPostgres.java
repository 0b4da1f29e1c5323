package io.tollgate.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A Postgres of a test's own, to be killed, paused and started again on its port. */
public final class FaultyPostgres implements AutoCloseable {
    private final EmbeddedPostgres postgres;
    private final Path folder;

    private FaultyPostgres(EmbeddedPostgres postgres, Path folder) {
        this.postgres = postgres;
        this.folder = folder;
    }

    public static FaultyPostgres start(Path dataDir) {
        EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir, EmbeddedPostgres.Durability.FULL, line -> {});
        Migrations.migrate(postgres.url());
        return new FaultyPostgres(postgres, dataDir.resolve("postgres"));
    }

    public String url() {
        return postgres.url();
    }

    private int port() {
        return URI.create(url()).getPort();
    }

    private ProcessHandle postmaster() {
        try {
            String first = Files.readAllLines(folder.resolve("postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(first.strip())).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As a crash of the machine would end it: nothing is written, nobody is told. */
    public void kill() {
        signal("KILL");
        // A dead server that nobody reaped still looks alive to the next one, which this file would lead to it.
        folder.resolve("postmaster.pid").toFile().delete();
    }

    /** It keeps its connections and answers nothing. */
    public void pause() {
        signal("STOP");
    }

    public void unpause() {
        signal("CONT");
    }

    private void signal(String name) {
        ProcessHandle postmaster = postmaster();
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        Stream.concat(Stream.of(postmaster), postmaster.descendants())
                .map(process -> Long.toString(process.pid()))
                .forEach(command::add);
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts it again where it was; done when it accepts connections. */
    public void startAgain() throws IOException {
        PostgresPrograms programs = new PostgresPrograms(
                PostgresBinaries.unpacked(folder.getParent(), line -> {}),
                PostgresUser.current(),
                folder.resolveSibling("postgres-programs.log"));
        new PostgresFolder(folder, programs).start(port(), EmbeddedPostgres.Durability.FULL);
    }

    /** Holds a lock on all payments for a while, so that requests for them are under way that long. */
    public Thread lockPayments(Duration time) {
        Thread holder = new Thread(() -> {
            try (var connection = DriverManager.getConnection(PostgresUrl.toJdbc(url()));
                    var statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("LOCK TABLE payment IN ACCESS EXCLUSIVE MODE");
                Thread.sleep(time.toMillis());
                connection.rollback();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        holder.start();
        return holder;
    }

    @Override
    public void close() {
        postgres.close();
    }
}
