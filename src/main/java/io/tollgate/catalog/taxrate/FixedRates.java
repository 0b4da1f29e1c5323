package io.tollgate.catalog.taxrate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tax rates that a product or an event refers to. The error message is the same for a rate that does not exist, is
 * inactive or belongs to another seller. The rates stay locked until the write ends.
 */
public final class FixedRates {
    public static final String IDS = "fixedTaxRateIds";

    /** Of a product, or of the details of an event. */
    public static final Field FIELD = Field.ids(IDS, 1)
            .orNull()
            .doc("Id of the tax rate for the tax mode `fixed`: at most one. A page that names none gets the seller's "
                    + "default rate.");

    private static final String ACTIVE = """
            SELECT seller_id, NULL::boolean, id FROM tax_rate
            WHERE seller_id = $1 AND id = ANY ($2) AND document -> 'active' = 'true' ORDER BY id FOR SHARE
            """;

    private static final String LOCK =
            "SELECT id FROM tax_rate WHERE seller_id = $1 AND id = ANY ($2) ORDER BY id FOR SHARE";

    private static final String DEFAULT = """
            SELECT r.seller_id, NULL::boolean, r.id FROM tax_rate r
            WHERE r.seller_id = $1 AND r.document -> 'active' = 'true' AND r.document -> 'default' = 'true'
              AND ($2::text IS NULL OR EXISTS (
                SELECT FROM page p
                WHERE p.seller_id = $1 AND p.id = $2 AND p.document -> 'tax' ->> 'mode' = 'fixed'))
            ORDER BY r.id DESC LIMIT 1 FOR SHARE OF r
            """;

    private FixedRates() {}

    /** Records a problem if the input refers to a rate that is unknown or inactive. */
    public static Future<Void> check(WriteContext write, Input input) {
        Set<String> named = new HashSet<>();
        input.values().path(IDS).forEach(id -> named.add(id.asText()));
        if (named.isEmpty()) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(ACTIVE)
                .execute(Tuple.of(write.scope().sellerId(), (Object) named.toArray(String[]::new)))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        named.remove(row.getString(2));
                    }
                    input.rule(named.isEmpty(), IDS, "One or more tax rate IDs not found or not owned by your account");
                    return null;
                });
    }

    /** Locks rates that a copy of a record names, too, so that none is deleted before the write commits. */
    public static Future<Void> lock(WriteContext write, Collection<String> ids) {
        return ids.isEmpty()
                ? Future.succeededFuture()
                : write.transaction()
                        .preparedQuery(LOCK)
                        .execute(Tuple.of(write.scope().sellerId(), (Object) ids.toArray(String[]::new)))
                        .mapEmpty();
    }

    /** Returns whether a page has the tax mode {@code fixed}. */
    public static boolean isFixed(JsonNode page) {
        return page.at("/tax/mode").asText().equals("fixed");
    }

    /**
     * Returns the seller's default rate, for a page with the tax mode {@code fixed} and no rate of its own. Fails with
     * a 400 if there is none, because the page would charge no tax.
     */
    public static Future<String> required(WriteContext write, Input page) {
        return sellerDefault(write, null).map(rate -> {
            page.object("tax")
                    .rule(rate != null, "mode", "needs a tax rate: set " + IDS + ", or make a tax rate the default");
            page.check();
            return Objects.requireNonNull(rate);
        });
    }

    /**
     * Returns the seller's active default rate, or null if there is none.
     *
     * @param pageId if not null, returns the rate only if this page has the tax mode {@code fixed}
     */
    public static Future<@Nullable String> sellerDefault(WriteContext write, @Nullable String pageId) {
        return write.transaction()
                .preparedQuery(DEFAULT)
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
