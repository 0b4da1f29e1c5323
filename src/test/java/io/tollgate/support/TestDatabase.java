package io.tollgate.support;

import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The database of the test run: one of {@link TestServer}, or an empty one that {@code tollgate.test.database} names
 * (see scripts/versions).
 */
public final class TestDatabase {
    private static final String CONFIGURED_URL = System.getProperty("tollgate.test.database", "");
    private static final String URL = CONFIGURED_URL.isEmpty() ? TestServer.create() : migrated(CONFIGURED_URL);

    private TestDatabase() {}

    public static String url() {
        return URL;
    }

    /** Returns whether it is the embedded Postgres. */
    public static boolean embedded() {
        return CONFIGURED_URL.isEmpty();
    }

    /** Tests write, so do not touch a database that contains tables. */
    private static String migrated(String url) {
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
}
