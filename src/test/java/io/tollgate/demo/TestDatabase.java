package io.tollgate.demo;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;

/** A migrated database of its own for each test class, on one server for the run. */
public final class TestDatabase {
    private static final AtomicInteger MADE = new AtomicInteger();

    private TestDatabase() {}

    private static final class Server {
        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(postgres)));
                return postgres;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void close(EmbeddedPostgres postgres) {
            try {
                postgres.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** JDBC address of a new database, owned by a role that is no superuser. */
    public static String make() throws SQLException {
        String name = "demo" + MADE.incrementAndGet();
        try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE " + name + " LOGIN CREATEROLE PASSWORD 'demo'");
            if (MADE.get() > 1) {
                // The role of the second wall belongs to the server, and so to its first database.
                statement.execute("GRANT tollgate_writer TO " + name + " WITH ADMIN OPTION");
            }
            statement.execute("CREATE DATABASE " + name + " OWNER " + name);
        }
        String url = "jdbc:postgresql://localhost:" + Server.POSTGRES.getPort() + "/" + name + "?user=" + name
                + "&password=demo";
        Flyway.configure()
                .dataSource(url, null, null)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        return url;
    }

    static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
