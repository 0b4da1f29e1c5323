package io.tollgate.catalog.taxrate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Map;

/** The seller's default tax rate, for pages with the tax mode {@code fixed}. A unique index allows at most one. */
final class DefaultRate {
    /** Serializes the writes that set a default rate. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('default tax rate ' || $1, 0))";

    /** Locks the current and the new default rate in id order, as all writes do. */
    private static final String BOTH = """
            SELECT id FROM tax_rate WHERE seller_id = $1 AND ((document ->> 'default') = 'true' OR id = $2)
            ORDER BY id FOR NO KEY UPDATE
            """;

    private DefaultRate() {}

    /** Clears the default flag of the seller's other rates. */
    static Future<Void> clear(WriteContext write, String except) {
        String seller = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(seller))
                .compose(locked -> write.transaction().preparedQuery(BOTH).execute(Tuple.of(seller, except)))
                .compose(rows -> {
                    Future<Void> all = Future.succeededFuture();
                    for (Row row : rows) {
                        String id = row.getString(0);
                        if (!id.equals(except)) {
                            all = all.compose(done -> clearOne(write, id));
                        }
                    }
                    return all;
                });
    }

    private static Future<Void> clearOne(WriteContext write, String id) {
        return LockedDocuments.lock(write, TaxRates.RESOURCE, id).compose(former -> {
            ObjectNode rate = former.record().deepCopy().put("default", false);
            return write.update(TaxRates.RESOURCE, former, rate, Map.of()).mapEmpty();
        });
    }
}
