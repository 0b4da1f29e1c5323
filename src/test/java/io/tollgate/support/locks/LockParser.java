package io.tollgate.support.locks;

import io.tollgate.support.locks.RowLock.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Derives the locks that a statement takes from its text and from the foreign and unique keys of the schema. */
final class LockParser {
    private static final Pattern LOCKING = Pattern.compile("(?<insert>INSERT INTO (?<into>\\w+))"
            + "|(?<update>(?<!DO )(?<!FOR )(?<!NO KEY )UPDATE (?<set>\\w+)(?= SET| AS))"
            + "|(?<delete>DELETE FROM (?<from>\\w+))"
            + "|(?<upsert>DO UPDATE)"
            + "|FOR (?<mode>NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)(?: OF (?<alias>\\w+))?"
            + "|(?<try>pg_try_)?(?:pg_)?advisory_xact_lock(?<shared>_shared)?\\((?<key>[^$]*)\\$1");
    private static final Pattern TABLE = Pattern.compile("FROM (\\w+)");

    /** The assigned values; without them, the names of the assigned columns remain. */
    private static final Pattern ASSIGNED = Pattern.compile("(?<= )= [^=]*(?=, \\w+ =|$)");

    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");
    private static final List<String> CAPACITY_KINDS =
            List.of("event", "ticket_group", "ticket_type", "product", "variant_option", "coupon");

    private static final Pattern INSERTED_ROW =
            Pattern.compile("INSERT INTO \\w+ \\((?<columns>[^()]+)\\) VALUES \\((?<values>[^()]+)\\)");

    private final Set<String> collidable;
    private final List<ForeignKey> foreignKeys;

    /** A foreign key: writing the column locks the parent row against deletion. */
    record ForeignKey(String table, String column, String parent) {}

    /** @param collidable tables with a unique key that two transactions can insert at the same time */
    LockParser(Set<String> collidable, List<ForeignKey> foreignKeys) {
        this.collidable = Set.copyOf(collidable);
        this.foreignKeys = List.copyOf(foreignKeys);
    }

    /** Returns the locks of one statement, in their order. */
    List<RowLock> locks(String statement, List<String> parameters) {
        String sql = statement.replaceAll("\\s+", " ").strip();
        List<RowLock> locks = new ArrayList<>();
        String inserted = "";
        Matcher found = LOCKING.matcher(sql);
        while (found.find()) {
            String row = row(parameters);
            if (found.group("insert") != null) {
                inserted = found.group("into");
                inserted(locks, inserted, parameters, sql);
            } else if (found.group("update") != null) {
                String table = found.group("set");
                locks.add(new RowLock(table, Mode.NO_KEY_UPDATE, row, sql));
                String set = sql.substring(found.end()).replaceAll(" WHERE .*", "");
                parents(locks, table, ASSIGNED.matcher(set).replaceAll(""), List.of(), sql);
            } else if (found.group("delete") != null) {
                locks.add(new RowLock(found.group("from"), Mode.UPDATE, row, sql));
            } else if (found.group("upsert") != null) {
                boolean byKey = sql.contains("owner_id)") || sql.contains(" id)");
                locks.add(new RowLock(inserted, Mode.NO_KEY_UPDATE, byKey ? row : "", sql));
            } else if (found.group("mode") != null) {
                Mode mode = Mode.valueOf(found.group("mode").replace(' ', '_'));
                String rows = sql.contains("ORDER BY") ? RowLock.SEVERAL : row;
                locks.add(new RowLock(selected(sql, found.group("alias")), mode, rows, sql));
            } else {
                locks.add(advisory(found, sql));
            }
        }
        return locks;
    }

    private void inserted(List<RowLock> locks, String table, List<String> parameters, String sql) {
        String row = row(parameters);
        if (collidable.contains(table)) {
            locks.add(new RowLock(table, Mode.INSERT, row, sql));
        }
        locks.add(new RowLock(table, Mode.OWN, row, sql));
        parents(locks, table, sql, parameters, sql);
    }

    /** @param parameters of an insertion, from which the id of the parent row is read; empty if it is not known */
    private void parents(List<RowLock> locks, String table, String columns, List<String> parameters, String sql) {
        for (ForeignKey key : foreignKeys) {
            if (key.table().equals(table)
                    && Pattern.compile("\\b" + key.column() + "\\b")
                            .matcher(columns)
                            .find()) {
                locks.add(new RowLock(key.parent(), Mode.KEY_SHARE, value(key.column(), parameters, sql), sql));
            }
        }
    }

    /** Returns the parameter that an INSERT of one row sets a column to; empty if it is not a parameter. */
    private static String value(String column, List<String> parameters, String sql) {
        Matcher insert = INSERTED_ROW.matcher(sql);
        if (!insert.find()) {
            return "";
        }
        int position = List.of(insert.group("columns").split(", ")).indexOf(column);
        String[] values = insert.group("values").split(", ");
        if (position < 0 || position >= values.length || !values[position].matches("\\$\\d+")) {
            return "";
        }
        int number = Integer.parseInt(values[position].substring(1));
        return number <= parameters.size() ? parameters.get(number - 1) : "";
    }

    private static String selected(String sql, String alias) {
        Matcher table = alias == null
                ? TABLE.matcher(sql)
                : Pattern.compile("FROM (\\w+) " + alias).matcher(sql);
        if (!table.find()) {
            throw new IllegalStateException("lock of an unknown table: " + sql);
        }
        return table.group(1);
    }

    /** A try-lock never waits, but other transactions wait for it. */
    private static RowLock advisory(Matcher found, String sql) {
        String name =
                found.group("key").replaceAll("[^a-z ]|hashtextextended", "").strip();
        Mode mode = found.group("shared") == null ? Mode.ADVISORY : Mode.ADVISORY_SHARED;
        return new RowLock("advisory " + (name.isEmpty() ? "key" : name), mode, "", sql);
    }

    /** Returns whether a statement waits for its lock; a try-lock does not. */
    static boolean waits(RowLock lock) {
        return !lock.sql().contains("pg_try_advisory") && !lock.sql().endsWith(" NOWAIT");
    }

    /**
     * Returns the second id among the parameters; the first is the seller's. For capacities, prefixes it with the
     * position of their kind, which defines their lock order.
     */
    private static String row(List<String> parameters) {
        List<String> ids =
                parameters.stream().filter(value -> ID.matcher(value).matches()).toList();
        String id = ids.size() < 2 ? "" : ids.get(1);
        int kind = parameters.size() < 2 ? -1 : CAPACITY_KINDS.indexOf(parameters.get(1));
        return kind < 0 ? id : kind + " " + id;
    }
}
