package io.tollgate.db;

import io.tollgate.config.StartRefused;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The database inside the embedded Postgres, and the role that owns it. */
record OwnDatabase(int port, Passwords passwords) {
    static final String SUPERUSER = "postgres";
    private static final String NAME = "tollgate";

    /** Its address, once it is there. The superuser is needed for this and for nothing else. */
    String ready() {
        String admin = "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
        try (Connection connection = DriverManager.getConnection(admin, SUPERUSER, passwords.superuser());
                Statement statement = connection.createStatement()) {
            if (!exists(statement, "SELECT FROM pg_roles WHERE rolname = '" + NAME + "'")) {
                // CREATEROLE, so that migrations may make the roles that row-level security is for.
                statement.execute("CREATE ROLE %s LOGIN CREATEROLE PASSWORD '%s'".formatted(NAME, passwords.owner()));
            }
            if (!exists(statement, "SELECT FROM pg_database WHERE datname = '" + NAME + "'")) {
                statement.execute("CREATE DATABASE %s OWNER %s".formatted(NAME, NAME));
            }
        } catch (SQLException failed) {
            throw new StartRefused("the embedded Postgres cannot be set up: " + failed.getMessage(), failed);
        }
        return "postgres://%s:%s@127.0.0.1:%d/%s".formatted(NAME, passwords.owner(), port, NAME);
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }
}
