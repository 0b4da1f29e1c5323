package io.tollgate.tools.doctor;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A change of one row that a check must name.
 *
 * @param check the beginning of the check
 * @param set the changed columns of the table {@code t}
 * @param where selects the rows of which one is changed
 */
record Damage(String check, String table, String set, String where) {
    /** Changes a row that the transaction has not changed yet, and returns what it contained before and after. */
    String apply(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String row = text(
                    statement,
                    "SELECT ctid FROM " + table + " WHERE (" + where + ") AND xmin::text::bigint <>"
                            + " pg_current_xact_id()::text::bigint % 4294967296 LIMIT 1");
            String before = content(statement, row);
            String changed =
                    text(statement, "UPDATE " + table + " t SET " + set + " WHERE ctid = '" + row + "' RETURNING ctid");
            return before + (hidesOthers() ? "" : content(statement, changed));
        }
    }

    private String content(Statement statement, String row) throws SQLException {
        String content = text(
                statement,
                "SELECT to_jsonb(r) - 'record' || jsonb_build_object('is_record', to_jsonb(r) ?" + " 'record') FROM "
                        + table + " r WHERE ctid = '" + row + "'");
        return content.contains("\"is_record\": true")
                ? content
                        + text(
                                statement,
                                "SELECT convert_from(record, 'UTF8') FROM " + table + " WHERE ctid = '" + row + "'")
                : content;
    }

    private String text(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new AssertionError("no row for " + this);
            }
            return rows.getString(1);
        }
    }

    /** Returns whether the damage makes records unreadable, so that the doctor skips relations. */
    boolean hidesOthers() {
        return set.contains("'nothing'");
    }

    /** Returns whether both cannot be done at a time. */
    boolean excludes(Damage other) {
        return check.equals(other.check) || hidesOthers() || other.hidesOthers();
    }
}
