package io.tollgate.platform.records;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Deletes records that are kept for a limited time, with their lookup rows, and counts them as gone. No other record
 * may refer to them.
 */
public final class RecordDeletion {
    private static final String CHOSEN = "= ANY ($3)";

    private RecordDeletion() {}

    /**
     * Deletes records.
     *
     * @throws IllegalStateException if one of them does not exist
     */
    public static Future<Void> delete(SqlConnection transaction, Scope scope, Resource resource, List<String> ids) {
        return delete(transaction, resource, CHOSEN, chosen(scope, ids), ids.size());
    }

    /**
     * Deletes records that all have a value in a column.
     *
     * @throws IllegalStateException if one of them does not exist or has another value
     */
    public static Future<Void> delete(
            SqlConnection transaction, Scope scope, Resource resource, List<String> ids, String column, String value) {
        return delete(
                transaction,
                resource,
                CHOSEN + " AND " + column + " = $4",
                chosen(scope, ids).addString(value),
                ids.size());
    }

    private static Tuple chosen(Scope scope, List<String> ids) {
        return Tuple.of(scope.sellerId(), scope.live(), ids.toArray(String[]::new));
    }

    private static Future<Void> delete(
            SqlConnection transaction, Resource resource, String which, Tuple values, int expected) {
        String lock = "SELECT FROM " + resource.table() + " WHERE seller_id = $1 AND livemode = $2 AND id " + which
                + " ORDER BY id FOR UPDATE";
        return transaction
                .preparedQuery(lock)
                .execute(values)
                .compose(locked ->
                        transaction.preparedQuery(sql(resource, which)).execute(values))
                .map(rows -> {
                    if (rows.rowCount() != expected) {
                        throw new IllegalStateException("a deletion from " + resource.table() + " found "
                                + rows.rowCount() + " of " + expected);
                    }
                    return null;
                });
    }

    /**
     * Deletes the oldest records.
     *
     * @param before records that were created in this second or later stay
     * @return the number of deleted records, at most {@code max}
     */
    public static Future<Integer> deleteOldest(
            SqlConnection transaction, Scope scope, Resource resource, Instant before, int max) {
        String oldest = "IN (SELECT id FROM " + resource.table()
                + " WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id LIMIT $4)";
        return transaction
                .preparedQuery(sql(resource, oldest))
                .execute(Tuple.of(scope.sellerId(), scope.live(), Ids.smallest(before.getEpochSecond()), max))
                .map(SqlResult::rowCount);
    }

    /** @param which the condition on the id */
    private static String sql(Resource resource, String which) {
        String table = resource.table();
        List<String> columns = resource.counted().stream().map(Filter::column).toList();
        String twin = resource.hasLookup()
                ? ", twin AS (DELETE FROM " + resource.lookup() + " l USING gone"
                        + " WHERE l.seller_id = $1 AND l.livemode = $2 AND l.id = gone.id)"
                : "";
        return "WITH gone AS (DELETE FROM " + table + " WHERE seller_id = $1 AND livemode = $2 AND id " + which
                + " RETURNING *)" + twin + " INSERT INTO " + table + "_change (seller_id, livemode, day, records"
                + each(columns, ", %s") + ")"
                + " SELECT seller_id, livemode, (created_at AT TIME ZONE 'UTC')::date, -1"
                + each(columns, ", coalesce(%s::text, '" + Projection.NONE + "')") + " FROM gone";
    }

    private static String each(List<String> columns, String format) {
        return columns.stream().map(format::formatted).collect(Collectors.joining());
    }
}
