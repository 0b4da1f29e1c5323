package io.tollgate.tools.doctor;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database with many copies of one seller. Each id contains the number of its copy, so that a finding of the doctor
 * tells which copies are wrong. A test can change something else in each copy, and examine all of them at once.
 */
final class SellerCopies implements AutoCloseable {
    /** Tables without rules, whose rows are large or many; {@link EventDoctorTest} damages the event log. */
    static final Set<String> NOT_COPIED = Set.of(
            "idempotent_answer",
            "simulated_answer",
            "simulated_event",
            "audit_entry",
            "audit_entry_lookup",
            "audit_entry_change",
            "audit_entry_count",
            "request_log",
            "request_log_change",
            "request_log_count",
            "request_log_error",
            "reported_change",
            "event",
            "event_head");

    private static final Pattern ID = Pattern.compile("(?<![0-9a-f])[0-9a-f]{8}([0-9a-f]{4})[0-9a-f]{12}(?![0-9a-f])");

    /** Ids, random keys and hashes. */
    private static final Pattern TOKEN = Pattern.compile("(?<![0-9a-f])(?:([0-9a-f]{8})[0-9a-f]{4}([0-9a-f]{12})"
            + "|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{8})[0-9a-f]{4}|([0-9a-f]{60})[0-9a-f]{4})(?![0-9a-f])");

    /** Stands for the number of the copy. */
    private static final String NUMBER = "~n~";

    private final TestDatabase database = new TestDatabase();
    private final Connection connection;
    private final String seller;

    private SellerCopies(String seller) throws SQLException {
        this.seller = seller;
        connection = DriverManager.getConnection(database.jdbcUrl());
    }

    static SellerCopies of(String sourceUrl, String seller, int copies) throws SQLException {
        SellerCopies target = new SellerCopies(seller);
        List<String> foreignKeys = target.dropForeignKeys();
        try (Connection source = DriverManager.getConnection(PostgresUrl.toJdbc(sourceUrl))) {
            // One state of all tables, because other gateways fold journals meanwhile.
            source.setAutoCommit(false);
            source.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            for (String table : target.tables()) {
                target.copy(source, table, copies);
            }
        }
        for (String key : foreignKeys) {
            target.execute(key);
        }
        target.execute("ANALYZE");
        return target;
    }

    Connection connection() {
        return connection;
    }

    String url() {
        return database.url();
    }

    /** Returns the id that an id of the original has in a copy. */
    static String id(String id, int copy) {
        return id.substring(0, 8) + String.format("%04x", copy) + id.substring(12);
    }

    String sellerId(int copy) {
        return id(seller, copy);
    }

    /** Returns the numbers of the copies that a text names. */
    static Set<Integer> named(String text) {
        Set<Integer> copies = new TreeSet<>();
        Matcher ids = ID.matcher(text);
        while (ids.find()) {
            copies.add(Integer.parseInt(ids.group(1), 16));
        }
        return copies;
    }

    private List<String> dropForeignKeys() throws SQLException {
        List<String> restore = new ArrayList<>();
        List<String> drop = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet keys = statement.executeQuery("SELECT conrelid::regclass, conname, pg_get_constraintdef(oid)"
                        + " FROM pg_constraint WHERE contype = 'f' AND conparentid = 0")) {
            while (keys.next()) {
                String alter = "ALTER TABLE " + keys.getString(1);
                drop.add(alter + " DROP CONSTRAINT " + keys.getString(2));
                restore.add(alter + " ADD CONSTRAINT " + keys.getString(2) + " " + keys.getString(3));
            }
        }
        for (String one : drop) {
            execute(one);
        }
        return restore;
    }

    private List<String> tables() throws SQLException {
        return strings("SELECT relname FROM pg_class c WHERE relkind IN ('r', 'p') AND NOT relispartition"
                + " AND relnamespace = current_schema()::regnamespace AND (relname = 'seller' OR EXISTS (SELECT FROM"
                + " pg_attribute WHERE attrelid = c.oid AND attname = 'seller_id')) ORDER BY relname");
    }

    private void copy(Connection source, String table, int copies) throws SQLException {
        if (NOT_COPIED.contains(table)) {
            return;
        }
        boolean records = !strings(columns(table, "AND attname = 'record'")).isEmpty();
        execute("CREATE TEMP TABLE original (item text, record text)");
        String sql = "SELECT to_jsonb(t) - 'record', " + (records ? "convert_from(record, 'UTF8')" : "NULL::text")
                + " FROM " + table + " t WHERE " + (table.equals("seller") ? "id" : "seller_id") + " = '" + seller
                + "'";
        try (Statement read = source.createStatement();
                ResultSet rows = read.executeQuery(sql);
                PreparedStatement write = connection.prepareStatement("INSERT INTO original VALUES (?, ?)")) {
            while (rows.next()) {
                write.setString(1, numbered(rows.getString(1)));
                write.setString(2, numbered(rows.getString(2)));
                write.addBatch();
            }
            write.executeBatch();
        }
        String columns = String.join(", ", strings(columns(table, "AND attgenerated = ''")));
        String item = replaced("item") + "::jsonb";
        if (records) {
            item += " || jsonb_build_object('record', '\\x' || encode(convert_to(" + replaced("record")
                    + ", 'UTF8'), 'hex'))";
        }
        if (table.equals("seller")) {
            item += " || jsonb_build_object('name', item::jsonb ->> 'name' || '-' || n)";
        }
        execute("INSERT INTO " + table + " (" + columns + ") OVERRIDING SYSTEM VALUE SELECT " + columns
                + " FROM (SELECT"
                + " (jsonb_populate_record(NULL::" + table + ", " + item + ")).* FROM original, generate_series(1, "
                + copies + ") n) copy");
        execute("DROP TABLE original");
    }

    private static @Nullable String numbered(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return TOKEN.matcher(text)
                .replaceAll(token -> Objects.requireNonNullElse(token.group(1), "")
                        + Objects.requireNonNullElse(token.group(3), "")
                        + Objects.requireNonNullElse(token.group(4), "")
                        + NUMBER
                        + Objects.requireNonNullElse(token.group(2), ""));
    }

    private static String replaced(String column) {
        return "replace(" + column + ", '" + NUMBER + "', lpad(to_hex(n), 4, '0'))";
    }

    private static String columns(String table, String condition) {
        return "SELECT attname FROM pg_attribute WHERE attrelid = '" + table + "'::regclass AND attnum > 0"
                + " AND NOT attisdropped " + condition;
    }

    List<String> strings(String sql) throws SQLException {
        List<String> strings = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                strings.add(rows.getString(1));
            }
        }
        return strings;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        database.close();
    }
}
