package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and writes records. No other code accesses their tables. */
public final class Records {
    private static final Set<String> KEY = Set.of("seller_id", "livemode", "id", "created_at");

    /** Rows per INSERT for many records: 1,000 tickets took 1.4 times as long with one statement each. */
    private static final int ROWS_MAX = 25;

    private final Lists lists;
    private final RecordReader reader;

    /** @param memory the search cache, shared by all clients of the same database */
    public Records(Database database, Clock clock, SearchMemory memory) {
        this(database, clock, memory, TenantGuards.BOTH);
    }

    Records(Database database, Clock clock, SearchMemory memory, TenantGuards guards) {
        this.lists = new Lists(database, guards, memory, clock);
        this.reader = new RecordReader(database, guards);
    }

    /** Returns one page in list order, with the exact total. */
    public Future<Page> list(Scope scope, ListRequest request) {
        return lists.list(scope, request);
    }

    /** Returns the page after or before the cursor of a request, without the total. */
    public Future<Page> page(Scope scope, ListRequest request) {
        return lists.page(scope, request);
    }

    /** Returns one rendered record, or fails with 404 if none exists in this scope. */
    public Future<Buffer> get(Scope scope, Resource resource, String id) {
        return reader.get(scope, resource, id);
    }

    /** A stored record: its bytes and their parsed form. */
    public record Stored(Buffer bytes, ObjectNode record) {
        /** Renders a record that will be stored. */
        public static Stored rendered(Resource resource, ObjectNode record) {
            return new Stored(Buffer.buffer(Rendering.render(resource.fields(), record)), record);
        }

        /** Parses the bytes again, without changes that were composed into {@code record} after the read. */
        public ObjectNode asStored() {
            return StoredJson.parse(bytes);
        }
    }

    /**
     * Locks one record until the transaction ends. Fails with 404 if none exists in this scope. Other records that
     * refer to it can still be written.
     */
    public static Future<Stored> lock(SqlConnection transaction, Scope scope, Resource resource, String id) {
        return locked(transaction, scope, resource, id, lockSql(resource));
    }

    /** Locks one record like {@link #lock}, but fails at once if another transaction holds the lock. */
    public static Future<Stored> lockNow(SqlConnection transaction, Scope scope, Resource resource, String id) {
        return locked(transaction, scope, resource, id, lockSql(resource) + " NOWAIT");
    }

    private static Future<Stored> locked(
            SqlConnection transaction, Scope scope, Resource resource, String id, String sql) {
        Tuple values =
                resource.recorded() ? Tuple.of(scope.sellerId(), id, scope.live()) : Tuple.of(scope.sellerId(), id);
        return transaction.preparedQuery(sql).execute(values).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                return stored(row);
            }
            throw ApiError.notFound(resource.noun());
        });
    }

    /**
     * Locks all records with this value in a column, in the order of their ids, until the transaction ends.
     *
     * @param column an indexed column of the resource's table
     */
    public static Future<List<Stored>> lockAll(
            SqlConnection transaction, Scope scope, Resource resource, String column, String value) {
        String sql = "SELECT seller_id, livemode, record, id FROM " + resource.table()
                + " WHERE seller_id = $1 AND livemode = $2 AND " + column + " = $3 ORDER BY id FOR NO KEY UPDATE";
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.of(scope.sellerId(), scope.live(), value))
                .map(rows -> {
                    List<Stored> all = new ArrayList<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        all.add(stored(row));
                    }
                    return all;
                });
    }

    static Stored stored(Row row) {
        return new Stored(row.getBuffer(2), StoredJson.parse(row.getBuffer(2)));
    }

    static String lockSql(Resource resource) {
        return getSql(resource) + " FOR NO KEY UPDATE";
    }

    static String getSql(Resource resource) {
        String columns = resource.recorded()
                ? "seller_id, livemode, record, id"
                : "seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id";
        return "SELECT " + columns + " FROM " + resource.table() + " WHERE seller_id = $1 AND id = $2"
                + (resource.recorded() ? " AND livemode = $3" : "")
                + (resource.kind() == null ? "" : " AND type = '" + resource.kind() + "'");
    }

    /** Inserts a record: its row, its lookup row and its entry in the count journal. */
    public static Future<Void> insert(SqlConnection transaction, Scope scope, Resource resource, Stored record) {
        return insertAll(transaction, scope, resource, List.of(record));
    }

    /** Inserts records of one resource. Many records share statements. */
    public static Future<Void> insertAll(
            SqlConnection transaction, Scope scope, Resource resource, List<Stored> records) {
        List<Insertion> insertions = records.stream()
                .map(record -> insertion(scope, resource, record))
                .toList();
        int full = insertions.size() / ROWS_MAX * ROWS_MAX;
        return allOf(List.of(
                insert(transaction, resource, insertions.subList(0, full), ROWS_MAX),
                insert(transaction, resource, insertions.subList(full, insertions.size()), 1)));
    }

    private static Future<Void> insert(
            SqlConnection transaction, Resource resource, List<Insertion> insertions, int rows) {
        if (insertions.isEmpty()) {
            return Future.succeededFuture();
        }
        List<Tuple> batch = new ArrayList<>(insertions.size() / rows);
        for (int i = 0; i < insertions.size(); i += rows) {
            List<Insertion> some = insertions.subList(i, i + rows);
            List<Object> values = new ArrayList<>();
            some.forEach(one -> values.addAll(one.record().values()));
            some.forEach(one -> values.addAll(one.lookup().values()));
            some.forEach(one -> values.addAll(one.change().values()));
            batch.add(tuple(values));
        }
        var statement = transaction.preparedQuery(insertSql(resource, insertions.get(0), rows));
        return (batch.size() == 1 ? statement.execute(batch.get(0)) : statement.executeBatch(batch)).mapEmpty();
    }

    private static Insertion insertion(Scope scope, Resource resource, Stored stored) {
        Projection projection = Projection.of(scope, resource, stored.record());
        return new Insertion(
                projection.row(stored.bytes().getBytes()),
                resource.hasLookup() ? projection.lookup() : Map.of(),
                entry(scope, resource, projection, 1));
    }

    /** The rows of a new record in its three tables. */
    private record Insertion(Map<String, Object> record, Map<String, Object> lookup, Map<String, Object> change) {}

    /** Updates a record. The caller has locked and read the former state in the same transaction. */
    public static Future<Void> update(
            SqlConnection transaction, Scope scope, Resource resource, ObjectNode former, Stored record) {
        Projection before = Projection.of(scope, resource, former);
        Projection after = Projection.of(scope, resource, record.record());
        String table = resource.table();
        return allOf(List.of(
                updateIn(transaction, table, after.row(record.bytes().getBytes())),
                !resource.hasLookup() || before.lookup().equals(after.lookup())
                        ? Future.succeededFuture()
                        : updateIn(transaction, resource.lookup(), after.lookup()),
                journal(
                        transaction,
                        table + "_change",
                        entry(scope, resource, before, -1),
                        entry(scope, resource, after, 1))));
    }

    /**
     * Combines statements that were pipelined, so that row locks are not held for several round trips. Results arrive
     * in order: the first failure causes all later ones.
     */
    private static Future<Void> allOf(List<Future<Void>> statements) {
        return Future.all(statements).mapEmpty();
    }

    /** Writes both entries also if the counts stay as they are: they are the version of the data for searches. */
    private static Future<Void> journal(
            SqlConnection transaction, String table, Map<String, Object> before, Map<String, Object> after) {
        List<Object> values = new ArrayList<>(before.values());
        values.addAll(after.values());
        return transaction
                .preparedQuery(insertInto(table, after, 0, 2))
                .execute(tuple(values))
                .mapEmpty();
    }

    /** Returns a journal entry that adds a number of records to a count cell. */
    private static Map<String, Object> entry(Scope scope, Resource resource, Projection projection, int records) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("seller_id", scope.sellerId());
        entry.put("livemode", scope.live());
        entry.put("day", projection.day());
        entry.put("records", (short) records);
        List<Filter> counted = resource.counted();
        for (int i = 0; i < counted.size(); i++) {
            entry.put(counted.get(i).column(), projection.cell().get(i));
        }
        return entry;
    }

    /** Returns the inserts into all tables as one statement, which costs one round trip and one parse. */
    private static String insertSql(Resource resource, Insertion first, int rows) {
        int lookup = first.record().size() * rows;
        int change = lookup + first.lookup().size() * rows;
        String twin = resource.hasLookup()
                ? ", twin AS (" + insertInto(resource.lookup(), first.lookup(), lookup, rows) + ")"
                : "";
        return "WITH record AS (" + insertInto(resource.table(), first.record(), 0, rows) + ")" + twin + " "
                + insertInto(resource.table() + "_change", first.change(), change, rows);
    }

    /** @param before number of values that are bound before these */
    private static String insertInto(String table, Map<String, Object> columns, int before, int rows) {
        StringBuilder places = new StringBuilder();
        for (int i = 0; i < columns.size() * rows; i++) {
            places.append(i == 0 ? "($" : i % columns.size() == 0 ? "), ($" : ", $")
                    .append(before + i + 1);
        }
        return "INSERT INTO " + table + " (" + String.join(", ", columns.keySet()) + ") VALUES " + places + ")";
    }

    /** Updates all columns except the key, which identifies the row and never changes. */
    private static Future<Void> updateIn(SqlConnection transaction, String table, Map<String, Object> columns) {
        List<Object> values = new ArrayList<>(columns.values());
        StringBuilder set = new StringBuilder();
        int place = 0;
        for (String column : columns.keySet()) {
            place++;
            if (!KEY.contains(column)) {
                set.append(set.isEmpty() ? "" : ", ")
                        .append(column)
                        .append(" = $")
                        .append(place);
            }
        }
        String sql = "UPDATE " + table + " SET " + set
                + " WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND created_at = $4";
        return transaction.preparedQuery(sql).execute(tuple(values)).map(rows -> {
            if (rows.rowCount() != 1) {
                throw new IllegalStateException("an update of " + table + " changed " + rows.rowCount() + " rows");
            }
            return null;
        });
    }

    private static Tuple tuple(Collection<Object> values) {
        List<Object> bound = new ArrayList<>(values.size());
        values.forEach(value -> bound.add(value instanceof byte[] bytes ? Buffer.buffer(bytes) : value));
        return Tuple.wrap(bound);
    }
}
