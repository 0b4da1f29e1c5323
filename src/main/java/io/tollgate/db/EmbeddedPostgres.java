package io.tollgate.db;

import io.tollgate.config.StartRefused;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real Postgres that Tollgate starts itself, on a folder that is kept between starts. */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final String ADDRESS_FILE = "database-url";
    private static final int PORT_TRIES = 3;

    /** Whether a commit survives a crash of the machine; only throw-away databases of tests may do without. */
    public enum Durability {
        FULL,
        NONE
    }

    private final DataFolder held;
    private final Path dataDir;
    private final PostgresFolder folder;
    private final String url;
    private boolean closed;

    private EmbeddedPostgres(DataFolder held, Path dataDir, PostgresFolder folder, String url) {
        this.held = held;
        this.dataDir = dataDir;
        this.folder = folder;
        this.url = url;
    }

    /** Starts the database of a data folder; refused while another process holds that folder. */
    public static EmbeddedPostgres start(Path dataDir, Durability durability, Consumer<String> progress) {
        DataFolder held = DataFolder.hold(dataDir);
        if (held == null) {
            throw DataFolder.heldByAnother(dataDir);
        }
        try {
            return start(held, dataDir.toRealPath(), durability, progress);
        } catch (IOException | RuntimeException failed) {
            held.close();
            throw failed instanceof StartRefused refused
                    ? refused
                    : new StartRefused("the embedded Postgres failed: " + StartRefused.reason(failed), failed);
        }
    }

    /** The address of the database that another process runs on this folder, or null when none does. */
    public static @Nullable String runningOn(Path dataDir) {
        DataFolder held = DataFolder.hold(dataDir);
        if (held != null) {
            held.close();
            return null;
        }
        try {
            return Files.readString(dataDir.resolve(ADDRESS_FILE)).strip();
        } catch (IOException notYet) {
            throw DataFolder.heldByAnother(dataDir);
        }
    }

    private static EmbeddedPostgres start(
            DataFolder held, Path dataDir, Durability durability, Consumer<String> progress) throws IOException {
        PostgresPrograms programs = new PostgresPrograms(
                PostgresBinaries.unpacked(dataDir, progress),
                PostgresUser.current(),
                dataDir.resolve("postgres-programs.log"));
        programs.user().letPass(dataDir);
        Passwords passwords = Passwords.of(dataDir);
        PostgresFolder folder = new PostgresFolder(dataDir.resolve("postgres"), programs);
        Files.deleteIfExists(dataDir.resolve(ADDRESS_FILE));
        if (folder.createdWith(passwords.superuser())) {
            progress.accept("Created a database in " + dataDir);
        }
        if (folder.stopOrphan()) {
            progress.accept("Stopped a Postgres that an earlier process had left behind");
        }
        progress.accept("Starting Postgres");
        int port = startOnFreePort(folder, durability);
        try {
            String url = new OwnDatabase(port, passwords).ready();
            PrivateFile.write(dataDir.resolve(ADDRESS_FILE), url + "\n");
            return new EmbeddedPostgres(held, dataDir, folder, url);
        } catch (IOException | RuntimeException failed) {
            folder.stop();
            throw failed;
        }
    }

    /** A port that was free may be taken by the time Postgres asks for it. */
    private static int startOnFreePort(PostgresFolder folder, Durability durability) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            try {
                folder.start(port, durability);
                return port;
            } catch (StartRefused refused) {
                // The starter may have been cut off while the server went on.
                folder.stopOrphan();
                if (attempt == PORT_TRIES
                        || !String.valueOf(refused.getMessage()).contains("TCP/IP")) {
                    throw refused;
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** As {@code postgres://user:password@host:port/database}; the user owns the database and is no superuser. */
    public String url() {
        return url;
    }

    /** Stops Postgres when the process ends, for those who have no better moment. */
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
            folder.stop();
        } catch (IOException | RuntimeException failed) {
            LOG.error("Postgres did not stop", failed);
        } finally {
            held.close();
        }
    }
}
