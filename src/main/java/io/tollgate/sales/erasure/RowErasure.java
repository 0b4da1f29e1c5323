package io.tollgate.sales.erasure;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows of a table, or clears columns of them.
 *
 * @param table the table
 * @param key what identifies a row within its seller and mode
 * @param condition on the rows {@code t}. Does not hold for rows that are erased
 * @param change the assignments; empty to delete the rows
 */
record RowErasure(@Override String kind, String table, String key, String condition, String change)
        implements ErasureStep {
    private static final String OF_SCOPE = " t WHERE t.seller_id = $1 AND t.livemode = $2 AND ";

    @Override
    public List<String> tables() {
        return List.of(table);
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        String rows = "SELECT t." + key + " FROM " + table + OF_SCOPE + condition + ErasedCustomer.ALL_PARAMETERS
                + " ORDER BY t." + key + " LIMIT $8";
        String changed = change.isEmpty() ? "DELETE FROM " + table + " d" : "UPDATE " + table + " d SET " + change;
        String sql = changed + " WHERE d.seller_id = $1 AND d.livemode = $2 AND d." + key + " IN (" + rows + ")";
        return write.transaction()
                .preparedQuery(sql)
                .execute(customer.parameters().addValue(ROWS_MAX))
                .map(done -> Done.of(done.rowCount(), done.rowCount() < ROWS_MAX ? null : ""));
    }

    @Override
    public Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
        return count(
                write,
                customer,
                "SELECT count(*) FROM " + table + OF_SCOPE + condition + ErasedCustomer.ALL_PARAMETERS);
    }

    static Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer, String sql) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(customer.parameters())
                .map(rows -> {
                    for (Row row : rows) {
                        return row.getLong(0);
                    }
                    return null;
                });
    }
}
