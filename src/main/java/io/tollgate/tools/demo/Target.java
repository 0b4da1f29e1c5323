package io.tollgate.tools.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The database that receives the demo data. */
record Target(String jdbcUrl) {
    Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl);
    }
}
