package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** The database inside the embedded Postgres and the role that owns it. */
record OwnDatabase(int port, Passwords passwords) {
    static final String SUPERUSER = "postgres";
    private static final String NAME = "tollgate";
    private static final String SEARCH_FUNCTIONS = "/db/superuser/search_functions.sql";

    /** Creates what is missing as superuser and returns the URL of the database. Nothing else uses the superuser. */
    String ready() {
        try (Connection connection = asSuperuser("postgres");
                Statement statement = connection.createStatement()) {
            if (!exists(statement, "SELECT FROM pg_roles WHERE rolname = '" + NAME + "'")) {
                // CREATEROLE lets migrations create the roles for row-level security.
                statement.execute("CREATE ROLE %s LOGIN CREATEROLE PASSWORD '%s'".formatted(NAME, passwords.owner()));
            }
            if (!exists(statement, "SELECT FROM pg_database WHERE datname = '" + NAME + "'")) {
                statement.execute("CREATE DATABASE %s OWNER %s".formatted(NAME, NAME));
            }
            addSearchFunctions();
        } catch (IOException | SQLException failed) {
            throw new StartRefused("embedded Postgres cannot be set up: " + failed.getMessage(), failed);
        }
        return "postgres://%s:%s@127.0.0.1:%d/%s".formatted(NAME, passwords.owner(), port, NAME);
    }

    /** Runs at each start, because databases created by an older version lack the functions. */
    private void addSearchFunctions() throws IOException, SQLException {
        try (Connection connection = asSuperuser(NAME);
                Statement statement = connection.createStatement();
                InputStream script = OwnDatabase.class.getResourceAsStream(SEARCH_FUNCTIONS)) {
            if (!exists(statement, "SELECT WHERE to_regproc('pg_catalog.tollgate_position') IS NOT NULL")) {
                statement.execute(new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    private Connection asSuperuser(String database) throws SQLException {
        String url = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
        return DriverManager.getConnection(url, SUPERUSER, passwords.superuser());
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }
}
