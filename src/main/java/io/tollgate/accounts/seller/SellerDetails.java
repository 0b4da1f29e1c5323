package io.tollgate.accounts.seller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A seller's settings for invoices and new pages.
 *
 * @param displayName the name that buyers see
 * @param address null if not set
 * @param locale of new pages; null if not set
 * @param timezone of new events; null if not set
 */
public record SellerDetails(
        String displayName,
        @Nullable String email,
        @Nullable String taxId,
        @Nullable JsonNode address,
        @Nullable String locale,
        @Nullable String timezone) {

    private static final String READ = """
            SELECT s.id, NULL::boolean, coalesce(t.display_name, s.display_name), t.email, t.tax_id, t.address::text,
                   t.locale, t.timezone
            FROM seller s
            LEFT JOIN seller_setting t ON t.seller_id = $1
            WHERE s.id = $1
            """;

    /** Returns the time zone of the account's dates and series of numbers. */
    public ZoneId zone() {
        return TimeZones.orUtc(timezone);
    }

    /** Reads the details in the transaction of the write, so that they include earlier changes. */
    public static Future<SellerDetails> of(WriteContext write) {
        return write.transaction()
                .preparedQuery(READ)
                .execute(Tuple.of(write.scope().sellerId()))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    TenantGuard.requireTenant(write.scope(), row);
                    return new SellerDetails(
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            SellerAccount.parsed(row.getString(5)),
                            row.getString(6),
                            row.getString(7));
                });
    }

    /** Returns the {@code sellerBilling} of an invoice that is issued now. */
    public ObjectNode billing() {
        ObjectNode billing = JsonNodeFactory.instance
                .objectNode()
                .put("name", displayName)
                .put("email", email)
                .put("taxId", taxId);
        billing.set("address", address);
        return billing;
    }
}
