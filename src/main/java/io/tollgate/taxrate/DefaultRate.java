package io.tollgate.taxrate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Map;

/** The one rate that new pages take. The database holds that there is at most one. */
final class DefaultRate {
    /** Those who choose another default wait for each other. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('default tax rate ' || $1, 0))";

    /** The former default and the rate that is to be it, in the order in which all lock rates. */
    private static final String BOTH = """
            SELECT id FROM tax_rate WHERE seller_id = $1 AND ((document ->> 'default') = 'true' OR id = $2)
            ORDER BY id FOR NO KEY UPDATE
            """;

    private DefaultRate() {}

    /** Takes the place from any other rate than this one. */
    static Future<Void> clear(WriteContext write, String besides) {
        String seller = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(seller))
                .compose(locked -> write.transaction().preparedQuery(BOTH).execute(Tuple.of(seller, besides)))
                .compose(rows -> {
                    Future<Void> all = Future.succeededFuture();
                    for (Row row : rows) {
                        String id = row.getString(0);
                        if (!id.equals(besides)) {
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
