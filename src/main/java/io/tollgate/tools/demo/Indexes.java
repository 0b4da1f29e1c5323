package io.tollgate.tools.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Takes the secondary indexes and the references off empty tables before a large load, and builds
 * them afterwards, which is many times faster than keeping them up to date row by row.
 *
 * <p>What was taken off is written down in the database first: a load that was killed is made good
 * by the next one.
 */
final class Indexes {
    private static final String NOTES = "demo_taken_off";

    private final Connection connection;
    private final List<String> tables;

    Indexes(Connection connection, List<String> tables) {
        this.connection = connection;
        this.tables = tables;
    }

    boolean tablesEmpty() throws SQLException {
        for (String table : tables) {
            if (!texts("SELECT 'row' FROM " + table + " LIMIT 1").isEmpty()) {
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
        for (String statement : texts("SELECT take_off FROM " + NOTES + " ORDER BY place")) {
            execute(statement);
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** Indexes first, then references, which need them. */
    void putBack(Progress progress) throws SQLException {
        if (texts("SELECT 'noted' FROM pg_class WHERE relname = '" + NOTES
                        + "' AND relnamespace = current_schema()::regnamespace")
                .isEmpty()) {
            return;
        }
        execute("SET maintenance_work_mem = '256MB'");
        List<String> statements = texts("SELECT put_back FROM " + NOTES + " ORDER BY place DESC");
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

    private List<String> texts(String sql) throws SQLException {
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
