package io.tollgate.platform.db;

import io.tollgate.support.TemporaryFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The embedded Postgres of the test run. It creates databases as copies of a template, because the migrations of one
 * database take several seconds.
 */
public final class TestServer {
    private static final String MIGRATED = "tollgate";
    private static final String UNMIGRATED = "unmigrated";
    private static final AtomicInteger CREATED = new AtomicInteger();

    private final String url;
    private final String superuserUrl;

    private static final class Shared {
        static final TestServer SERVER = start();
    }

    private TestServer(String url, String superuserUrl) {
        this.url = url;
        this.superuserUrl = superuserUrl;
    }

    private static TestServer start() {
        try {
            Path folder = Files.createTempDirectory("tollgate-test-");
            EmbeddedPostgres postgres =
                    EmbeddedPostgres.start(folder, EmbeddedPostgres.Durability.NONE, progress -> {});
            TemporaryFolders.deleteAtExit(folder, postgres::close);
            String superuser =
                    OwnDatabase.SUPERUSER + ":" + Passwords.of(folder).superuser();
            TestServer server = new TestServer(
                    postgres.url(),
                    named(postgres.url(), OwnDatabase.SUPERUSER).replaceAll("//.*@", "//" + superuser + "@"));
            server.copy(MIGRATED, UNMIGRATED);
            Migrations.migrate(postgres.url());
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a database with all migrations and without records, and returns its URL. */
    public static String create() {
        return Shared.SERVER.createFrom(MIGRATED);
    }

    /** Creates a database without migrations, and returns its URL. */
    public static String createUnmigrated() {
        return Shared.SERVER.createFrom(UNMIGRATED);
    }

    /** Deletes a database and ends its sessions. */
    public static void drop(String url) {
        Shared.SERVER.execute("DROP DATABASE " + url.substring(url.lastIndexOf('/') + 1) + " WITH (FORCE)");
    }

    private String createFrom(String template) {
        String name = "test_" + CREATED.incrementAndGet();
        copy(template, name);
        return named(url, name);
    }

    private void copy(String template, String name) {
        execute("CREATE DATABASE " + name + " OWNER tollgate TEMPLATE " + template);
    }

    private static String named(String url, String database) {
        return url.substring(0, url.lastIndexOf('/') + 1) + database;
    }

    private void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(superuserUrl));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
