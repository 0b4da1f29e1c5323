package io.tollgate.platform.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads catalog documents and capacities for composition. */
public final class CatalogDocuments {

    private final Query large;
    private final Query small;
    private final TenantGuards guards;
    private final Map<String, Integer> held;

    /** Runs a query on the database or in the reader's transaction. */
    private interface Query {
        Future<RowSet<Row>> of(String sql, Tuple values);
    }

    public CatalogDocuments(Database database) {
        this(database, TenantGuards.BOTH);
    }

    CatalogDocuments(Database database, TenantGuards guards) {
        this(database::list, database::get, guards);
    }

    private CatalogDocuments(Query large, Query small, TenantGuards guards) {
        this(large, small, guards, Map.of());
    }

    private CatalogDocuments(Query large, Query small, TenantGuards guards, Map<String, Integer> held) {
        this.large = large;
        this.small = small;
        this.guards = guards;
        this.held = held;
    }

    /** Returns a reader that sees the catalog inside a transaction, including its own changes. */
    public static CatalogDocuments in(SqlConnection transaction) {
        Query query = (sql, values) -> transaction.preparedQuery(sql).execute(values);
        return new CatalogDocuments(query, query, TenantGuards.BOTH);
    }

    /** The capacity of a record, null for unlimited, and the quantity taken. */
    public record Capacity(@Nullable Integer capacity, int taken) {
        /** The capacity of a record without a capacity row. */
        public static final Capacity UNLIMITED = new Capacity(null, 0);

        public boolean exhausted() {
            return capacity != null && taken >= capacity;
        }
    }

    /**
     * Reads documents of a table by the values of a column, grouped by value.
     *
     * @param order a column of the table
     */
    public Future<Map<String, List<ObjectNode>>> documents(
            Scope scope, String table, String column, Collection<String> values, String order) {
        String sql = "SELECT seller_id, NULL::boolean, " + column + ", document::text FROM " + table
                + " WHERE seller_id = $1 AND " + column + " = ANY ($2) ORDER BY " + order;
        return large.of(guards.statement().apply(sql), Tuple.of(scope.sellerId(), (Object)
                        values.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, List<ObjectNode>> found = new LinkedHashMap<>();
                    for (Row row : rows) {
                        guards.comparison().accept(scope, row);
                        found.computeIfAbsent(row.getString(2), key -> new ArrayList<>())
                                .add(StoredJson.parse(row.getString(3)));
                    }
                    return found;
                });
    }

    /** Returns the time of a page: that of the seller's test clock if purchases on the page are tests. */
    public Future<Instant> time(String sellerId, boolean testmode, Clock clock) {
        return testmode
                ? small.of(TestClock.OFFSET, Tuple.of(sellerId))
                        .map(rows -> TestClock.reading(clock.now(), rows).now())
                : Future.succeededFuture(clock.now());
    }

    /**
     * Returns a reader that sees capacities without what a buyer holds, who can order it again.
     *
     * @param held the quantities by the ids of their owners
     */
    public CatalogDocuments without(Map<String, Integer> held) {
        return new CatalogDocuments(large, small, guards, held);
    }

    /** Reads capacities of one kind by owner id. */
    public Future<Map<String, Capacity>> capacities(Scope scope, String kind, Collection<String> owners) {
        if (owners.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        String sql = "SELECT seller_id, NULL::boolean, owner_id, capacity, taken FROM capacity"
                + " WHERE seller_id = $1 AND kind = $2 AND owner_id = ANY ($3)";
        return small.of(guards.statement().apply(sql), Tuple.of(scope.sellerId(), kind, (Object)
                        owners.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, Capacity> found = new HashMap<>();
                    for (Row row : rows) {
                        guards.comparison().accept(scope, row);
                        int taken = row.getInteger(4) - held.getOrDefault(row.getString(2), 0);
                        found.put(row.getString(2), new Capacity(row.getInteger(3), Math.max(0, taken)));
                    }
                    return found;
                });
    }

    /** Reads counts by page, from rows of (seller, no mode, page, count). */
    public Future<Map<String, Long>> counts(Scope scope, String sql, Collection<String> pages) {
        return small.of(guards.statement().apply(sql), Tuple.of(scope.sellerId(), (Object)
                        pages.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, Long> found = new HashMap<>();
                    for (Row row : rows) {
                        guards.comparison().accept(scope, row);
                        found.put(row.getString(2), row.getLong(3));
                    }
                    return found;
                });
    }
}
