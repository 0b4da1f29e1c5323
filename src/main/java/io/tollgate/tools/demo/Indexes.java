package io.tollgate.tools.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Drops secondary indexes and foreign keys of empty tables before a large load and creates them afterwards. That is
 * many times faster than updating them for each row. The dropped definitions are stored in the database first, so that
 * the next load restores them if this one is killed.
 */
record Indexes(Connection connection, List<String> tables) {
    private static final String NOTES = "demo_taken_off";

    boolean tablesEmpty() throws SQLException {
        for (String table : tables) {
            if (!texts(connection, "SELECT 'row' FROM " + table + " LIMIT 1").isEmpty()) {
                return false;
            }
        }
        return true;
    }

    void takeOff() throws SQLException {
        String quoted = tables.stream().map(table -> "'" + table + "'").collect(Collectors.joining(", "));
        String of = " IN (SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = current_schema() AND c.relname IN (" + quoted + "))";
        connection.setAutoCommit(false);
        execute("CREATE TABLE " + NOTES + " (place serial, take_off text, put_back text)");
        execute("INSERT INTO " + NOTES + " (take_off, put_back)"
                + " SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),"
                + " format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,"
                + " pg_get_constraintdef(oid)) FROM pg_constraint WHERE contype = 'f' AND conrelid" + of);
        execute("INSERT INTO " + NOTES + " (take_off, put_back)"
                + " SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)"
                + " FROM pg_index WHERE NOT indisprimary AND indrelid" + of + " ORDER BY 1");
        for (String statement : texts(connection, "SELECT take_off FROM " + NOTES + " ORDER BY place")) {
            execute(statement);
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** Creates the indexes first, because foreign keys need them. */
    void putBack(Progress progress) throws SQLException {
        if (texts(
                        connection,
                        "SELECT 'noted' FROM pg_class WHERE relname = '" + NOTES
                                + "' AND relnamespace = current_schema()::regnamespace")
                .isEmpty()) {
            return;
        }
        execute("SET maintenance_work_mem = '256MB'");
        List<String> statements = texts(connection, "SELECT put_back FROM " + NOTES + " ORDER BY place DESC");
        connection.setAutoCommit(false);
        for (int i = 0; i < statements.size(); i++) {
            progress.at("indexes", i, statements.size());
            execute(statements.get(i));
        }
        execute("DROP TABLE " + NOTES);
        connection.commit();
        connection.setAutoCommit(true);
        progress.at("indexes", statements.size(), statements.size());
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the first column of a result. */
    static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
