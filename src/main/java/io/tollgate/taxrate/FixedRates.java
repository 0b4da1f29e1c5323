package io.tollgate.taxrate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.input.Input;
import io.tollgate.records.TenantGuard;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The seller's tax rates that a product or an event names. One that is unknown and one of another
 * seller are refused in the same words; those found are held to the end of the write.
 */
public final class FixedRates {
    public static final String IDS = "fixedTaxRateIds";

    private static final String OWN = """
            SELECT seller_id, NULL::boolean, id FROM tax_rate
            WHERE seller_id = $1 AND id = ANY ($2) AND document -> 'active' = 'true' ORDER BY id FOR SHARE
            """;

    private static final String USUAL = """
            SELECT r.seller_id, NULL::boolean, r.id FROM tax_rate r
            WHERE r.seller_id = $1 AND r.document -> 'active' = 'true' AND r.document -> 'default' = 'true'
              AND ($2::text IS NULL OR EXISTS (
                SELECT FROM page p
                WHERE p.seller_id = $1 AND p.id = $2 AND p.document -> 'tax' ->> 'mode' = 'fixed'))
            ORDER BY r.id DESC LIMIT 1 FOR SHARE OF r
            """;

    private FixedRates() {}

    /** Notes a problem where a rate is named that is not there. */
    public static Future<Void> look(WriteContext write, Input naming) {
        Set<String> named = new HashSet<>();
        naming.values().path(IDS).forEach(id -> named.add(id.asText()));
        if (named.isEmpty()) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(OWN)
                .execute(Tuple.of(write.scope().sellerId(), (Object) named.toArray(String[]::new)))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        named.remove(row.getString(2));
                    }
                    naming.rule(
                            named.isEmpty(), IDS, "One or more tax rate IDs not found or not owned by your account");
                    return null;
                });
    }

    /** Whether a page is taxed at a fixed rate. */
    public static boolean isFixed(JsonNode page) {
        return page.at("/tax/mode").asText().equals("fixed");
    }

    /**
     * Returns the seller's default rate, for a page with the tax mode {@code fixed} and no rate of its own. Responds
     * with 400 if there is none: the page would charge no tax.
     */
    public static Future<String> required(WriteContext write, Input page) {
        return usual(write, null).map(rate -> {
            page.object("tax")
                    .rule(rate != null, "mode", "needs a tax rate: set " + IDS + ", or make a tax rate the default");
            page.check();
            return Objects.requireNonNull(rate);
        });
    }

    /**
     * The seller's default rate, where there is one.
     *
     * @param pageId of a page that is there already, and must be taxed at a fixed rate; else null
     */
    public static Future<@Nullable String> usual(WriteContext write, @Nullable String pageId) {
        return write.transaction()
                .preparedQuery(USUAL)
                .execute(Tuple.of(write.scope().sellerId(), pageId))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        return row.getString(2);
                    }
                    return null;
                });
    }
}
