package io.tollgate.platform.db;

import io.tollgate.platform.config.ReservedPort;
import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Postgres server that Tollgate runs as a child process on a persistent folder. */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final String ADDRESS_FILE = "database-url";

    /** Whether a commit survives a machine crash. Only test databases may use {@code NONE}. */
    public enum Durability {
        FULL,
        NONE
    }

    private final DataFolder lock;
    private final Path dataDir;
    private final PostgresFolder folder;
    private final Address address;
    private PostgresWatcher watcher;
    private boolean closed;

    /** The address of a server, kept across restarts, and its durability. */
    private record Address(ReservedPort port, Durability durability, String url) {}

    private EmbeddedPostgres(
            DataFolder lock, Path dataDir, PostgresFolder folder, Address address, PostgresWatcher watcher) {
        this.lock = lock;
        this.dataDir = dataDir;
        this.folder = folder;
        this.address = address;
        this.watcher = watcher;
    }

    /** Starts the database of a data folder. Fails if another process holds the folder. */
    public static EmbeddedPostgres start(Path dataDir, Durability durability, Consumer<String> progress) {
        DataFolder lock = DataFolder.lock(dataDir);
        if (lock == null) {
            throw DataFolder.heldByAnother(dataDir);
        }
        try {
            return start(lock, dataDir.toRealPath(), durability, progress);
        } catch (IOException | RuntimeException failed) {
            lock.close();
            throw failed instanceof StartRefused refused
                    ? refused
                    : new StartRefused("embedded Postgres failed: " + StartRefused.reason(failed), failed);
        }
    }

    /** Returns the URL of the database that another process runs on this folder, or null if none does. */
    public static @Nullable String runningOn(Path dataDir) {
        DataFolder lock = DataFolder.lock(dataDir);
        if (lock != null) {
            lock.close();
            return null;
        }
        try {
            return Files.readString(dataDir.resolve(ADDRESS_FILE)).strip();
        } catch (IOException notYet) {
            throw DataFolder.heldByAnother(dataDir);
        }
    }

    private static EmbeddedPostgres start(
            DataFolder lock, Path dataDir, Durability durability, Consumer<String> progress) throws IOException {
        PostgresPrograms programs = new PostgresPrograms(
                PostgresBinaries.unpacked(dataDir, progress),
                PostgresUser.current(),
                dataDir.resolve("postgres-programs.log"));
        programs.user().allowTraversal(dataDir);
        Passwords passwords = Passwords.of(dataDir);
        PostgresFolder folder = new PostgresFolder(dataDir.resolve("postgres"), programs);
        Files.deleteIfExists(dataDir.resolve(ADDRESS_FILE));
        if (folder.createdWith(passwords.superuser())) {
            progress.accept("Created a database in " + dataDir);
        }
        if (folder.stopStale()) {
            progress.accept("Stopped an orphaned Postgres of an earlier process");
        }
        progress.accept("Starting Postgres");
        ReservedPort port = ReservedPort.any();
        try {
            PostgresWatcher watcher = folder.start(port.port(), durability);
            String url = new OwnDatabase(port.port(), passwords).ready();
            PrivateFile.write(dataDir.resolve(ADDRESS_FILE), url + "\n");
            return new EmbeddedPostgres(lock, dataDir, folder, new Address(port, durability, url), watcher);
        } catch (IOException | RuntimeException failed) {
            // The server may run even if the start command failed.
            folder.stopStale();
            port.close();
            throw failed;
        }
    }

    /**
     * Returns {@code postgres://user:password@host:port/database}. The user owns the database and is not a superuser.
     */
    public String url() {
        return address.url();
    }

    /**
     * Restarts the server at the same address if it ends unexpectedly, until the returned supervision is closed.
     *
     * @param givenUp receives the reason, once, if restarts keep failing
     */
    public AutoCloseable supervise(Consumer<String> givenUp) {
        return PostgresSupervisor.start(
                new PostgresSupervisor.Server() {
                    @Override
                    public boolean isRunning() throws IOException {
                        return folder.isRunning();
                    }

                    @Override
                    public void restart() throws IOException {
                        EmbeddedPostgres.this.restart();
                    }
                },
                PostgresSupervisor.Limits.DEFAULT,
                givenUp);
    }

    private synchronized void restart() throws IOException {
        folder.stopStale();
        watcher.close();
        watcher = folder.start(address.port().port(), address.durability());
    }

    /** Registers a JVM shutdown hook that stops Postgres. */
    public EmbeddedPostgres closeAtExit() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "postgres-closer"));
        return this;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            Files.deleteIfExists(dataDir.resolve(ADDRESS_FILE));
            if (folder.isRunning()) {
                folder.stop();
            } else {
                folder.stopStale();
            }
            watcher.close();
        } catch (IOException | RuntimeException failed) {
            LOG.error("Postgres did not stop", failed);
        } finally {
            address.port().close();
            lock.close();
        }
    }
}
