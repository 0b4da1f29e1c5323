package io.tollgate.platform.records;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Folds the journal of measures into their sums, seller by seller. Measures are the sum of both, so folding does not
 * change them.
 */
public final class MeasureFolding {
    private static final int SELLERS_AT_ONCE = 100;
    private static final String WAITING =
            "SELECT DISTINCT seller_id, livemode FROM sales_measure_change LIMIT " + SELLERS_AT_ONCE;

    /** Adds the entries to their sums in a fixed order, so that two instances that fold do not deadlock. */
    static final String FOLD = """
            WITH taken AS (DELETE FROM sales_measure_change WHERE seller_id = $1 AND livemode = $2 RETURNING *)
            INSERT INTO sales_measure AS known (seller_id, livemode, page_id, span, start, measure, currency, amount)
            SELECT seller_id, livemode, page_id, span, start, measure, currency, sum(amount) FROM (
                SELECT seller_id, livemode, page_id, 'q'::"char" AS span, start, measure, currency, amount FROM taken
                UNION ALL SELECT seller_id, livemode, '*', 'q', start, measure, currency, amount FROM taken
                UNION ALL SELECT seller_id, livemode, page_id, 'd',
                                 date_trunc('day', start, 'UTC'), measure, currency, amount FROM taken
                UNION ALL SELECT seller_id, livemode, '*', 'd',
                                 date_trunc('day', start, 'UTC'), measure, currency, amount FROM taken) cells
            GROUP BY seller_id, livemode, page_id, span, start, measure, currency
            ORDER BY page_id, span, start, measure, currency
            ON CONFLICT (seller_id, livemode, page_id, span, start, measure, currency)
            DO UPDATE SET amount = known.amount + excluded.amount
            """;

    private final Database database;

    public MeasureFolding(Database database) {
        this.database = database;
    }

    /** Folds all current entries and returns the number of sums that changed. */
    public Future<Integer> fold() {
        return database.get(WAITING, Tuple.tuple()).compose(rows -> {
            List<Scope> scopes = new ArrayList<>();
            for (Row row : rows) {
                scopes.add(new Scope(row.getString(0), row.getBoolean(1)));
            }
            Future<Integer> folded = Future.succeededFuture(0);
            for (Scope scope : scopes) {
                folded = folded.compose(sum -> fold(scope).map(more -> sum + more));
            }
            return folded;
        });
    }

    private Future<Integer> fold(Scope scope) {
        return database.write(
                scope,
                transaction -> transaction
                        .preparedQuery(FOLD)
                        .execute(Tuple.of(scope.sellerId(), scope.live()))
                        .map(rows -> rows.rowCount()));
    }
}
