package io.tollgate.event;

import io.tollgate.http.Input;
import io.tollgate.http.Write;
import io.tollgate.records.Wall;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The seller's tax rates that an event names. One that is unknown and one of another seller are
 * refused in the same words; those found are held to the end of the write.
 */
final class FixedRates {
    static final String IDS = "fixedTaxRateIds";

    private static final String OWN = """
            SELECT seller_id, NULL::boolean, id FROM tax_rate
            WHERE seller_id = $1 AND id = ANY ($2) AND document -> 'active' = 'true' ORDER BY id FOR SHARE
            """;

    private static final String USUAL = """
            SELECT seller_id, NULL::boolean, id FROM tax_rate
            WHERE seller_id = $1 AND document -> 'active' = 'true' AND document -> 'default' = 'true'
            ORDER BY id DESC LIMIT 1 FOR SHARE
            """;

    private FixedRates() {}

    /** Notes a problem where the details name a rate that is not there. */
    static Future<Void> look(Write write, Input details) {
        Set<String> named = new HashSet<>();
        details.values().path(IDS).forEach(id -> named.add(id.asText()));
        if (named.isEmpty()) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(OWN)
                .execute(Tuple.of(write.scope().sellerId(), (Object) named.toArray(String[]::new)))
                .map(rows -> {
                    for (Row row : rows) {
                        Wall.hold(write.scope(), row);
                        named.remove(row.getString(2));
                    }
                    details.rule(
                            named.isEmpty(), IDS, "One or more tax rate IDs not found or not owned by your account");
                    return null;
                });
    }

    /** The seller's default rate, where there is one. */
    static Future<@Nullable String> usual(Write write) {
        return write.transaction()
                .preparedQuery(USUAL)
                .execute(Tuple.of(write.scope().sellerId()))
                .map(rows -> {
                    for (Row row : rows) {
                        Wall.hold(write.scope(), row);
                        return row.getString(2);
                    }
                    return null;
                });
    }
}
