package io.tollgate.support;

import io.tollgate.db.EmbeddedPostgres;
import io.tollgate.db.Migrations;
import io.tollgate.db.PostgresUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The Postgres of a test run: a throw-away one, started once and migrated, or an empty database that somebody else
 * made for it, of whatever version: see scripts/versions.
 */
public final class TestDatabase {
    private static final String GIVEN = System.getProperty("tollgate.test.database", "");
    private static final String URL = GIVEN.isEmpty() ? start() : filled(GIVEN);

    private TestDatabase() {}

    public static String url() {
        return URL;
    }

    /** Whether it is Tollgate's own, and not somebody else's. */
    public static boolean embedded() {
        return GIVEN.isEmpty();
    }

    /** Tests write, and what is there may be somebody's. */
    private static String filled(String url) {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url));
                ResultSet found = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")) {
            found.next();
            if (found.getInt(1) > 0) {
                throw new IllegalStateException("the database that tollgate.test.database names is not empty");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        Migrations.migrate(url);
        return url;
    }

    private static String start() {
        try {
            Path folder = Files.createTempDirectory("tollgate-test-");
            EmbeddedPostgres postgres =
                    EmbeddedPostgres.start(folder, EmbeddedPostgres.Durability.NONE, progress -> {});
            Scratch.closeAtTheEnd(folder, postgres::close);
            Migrations.migrate(postgres.url());
            return postgres.url();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
