package io.tollgate.tools.doctor;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads results of any size row by row, within one snapshot. */
record Sql(Connection connection) {
    private static final int FETCH = 500;

    /** Receives one row after another. */
    interface Rows {
        void row(ResultSet row) throws SQLException;
    }

    void each(String sql, Rows rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH);
            try (ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    rows.row(result);
                }
            }
        }
    }

    /** Reports each row of a result as a violation; its first column is the location. */
    void violations(Findings findings, String check, String sql) throws SQLException {
        findings.checking(check);
        each(sql, row -> findings.violation(check, row.getString(1)));
    }
}
