package io.tollgate.tools.transfer;

import io.tollgate.platform.config.StartRefused;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table with rows of sellers, as the catalog of the database describes it.
 *
 * @param columns that move. Not those that the database computes, and not those whose values belong to one database:
 *     numbers of a sequence, which are given anew in the same order, and transaction ids
 * @param order expressions by which the rows have the same order in every database
 * @param references tables that must have their rows before
 */
record SellerTable(String name, String owner, List<String> columns, List<String> order, List<String> references) {
    /** Tables whose rows belong to the installation, or to people, who sign in again after a move. */
    private static final Set<String> OF_INSTALLATION = Set.of(
            "event_relay",
            "flyway_schema_history",
            "master_secret",
            "member_challenge",
            "member_device",
            "member_event",
            "member_handle",
            "member_link",
            "member_passkey",
            "member_recovery_code",
            "member_session");

    /** What happened in an installation, and is kept for a short time there. */
    private static final Set<String> NOT_MOVED =
            Set.of("request_log", "request_log_count", "request_log_change", "request_log_error");

    private static final String SELLER = "seller";

    /** In the order of the primary key, which the text comparison of bytes makes the same in every collation. */
    private static final String ALL = """
            SELECT t.relname,
                (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
                 WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
                   AND a.attgenerated = '' AND a.attidentity = '' AND a.atttypid <> 'xid8'::regtype),
                (SELECT array_agg(quote_ident(a.attname)
                     || CASE WHEN a.atttypid = 'text'::regtype THEN ' COLLATE "C"' ELSE '' END ORDER BY k.place)
                 FROM pg_index i, unnest(i.indkey::int[]) WITH ORDINALITY k (attnum, place), pg_attribute a
                 WHERE i.indrelid = t.oid AND i.indisprimary AND a.attrelid = t.oid AND a.attnum = k.attnum),
                (SELECT coalesce(array_agg(DISTINCT f.relname::text), '{}') FROM pg_constraint c, pg_class f
                 WHERE c.conrelid = t.oid AND c.contype = 'f' AND f.oid = c.confrelid AND f.oid <> t.oid),
                EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'seller_id')
            FROM pg_class t
            WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace
            ORDER BY t.relname COLLATE "C"
            """;

    /** Returns all tables, each after those that it references. */
    static List<SellerTable> all(Connection connection) throws SQLException {
        List<SellerTable> left = read(connection);
        List<SellerTable> ordered = new ArrayList<>();
        Set<String> done = new HashSet<>();
        while (!left.isEmpty()) {
            List<SellerTable> next = left.stream()
                    .filter(table -> done.containsAll(table.references()))
                    .toList();
            if (next.isEmpty()) {
                throw new IllegalStateException("tables reference each other: " + left);
            }
            next.forEach(table -> done.add(table.name()));
            ordered.addAll(next);
            left.removeAll(next);
        }
        return ordered;
    }

    private static List<SellerTable> read(Connection connection) throws SQLException {
        List<SellerTable> tables = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(ALL);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String name = row.getString(1);
                if (OF_INSTALLATION.contains(name) || NOT_MOVED.contains(name)) {
                    continue;
                }
                if (!row.getBoolean(5) && !name.equals(SELLER)) {
                    throw new StartRefused("table " + name + " is not one of Tollgate: it has no column seller_id");
                }
                String owner = name.equals(SELLER) ? "id" : "seller_id";
                tables.add(new SellerTable(name, owner, texts(row, 2), texts(row, 3), texts(row, 4)));
            }
        }
        return tables;
    }

    private static List<String> texts(ResultSet row, int column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    /** Returns the statement that sends the rows of a seller, whose id has only hexadecimal digits. */
    String copyOut(String sellerId) {
        if (!sellerId.matches("[0-9a-f]+")) {
            throw new IllegalArgumentException(sellerId);
        }
        return "COPY (SELECT %s FROM %s WHERE %s = '%s' ORDER BY %s) TO STDOUT"
                .formatted(String.join(", ", columns), name, owner, sellerId, String.join(", ", order));
    }

    String copyIn() {
        return "COPY %s (%s) FROM STDIN".formatted(name, String.join(", ", columns));
    }
}
