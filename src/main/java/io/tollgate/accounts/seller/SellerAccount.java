package io.tollgate.accounts.seller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A seller with its settings, which are in a separate table, so that the seller table stays small and rarely changes.
 *
 * @param shown the account as the API returns it
 * @param registeredName the display name of the seller table, used unless the settings override it
 */
record SellerAccount(ObjectNode shown, String registeredName) {
    static final String READ = """
            SELECT s.id, NULL::boolean, s.name, s.display_name, f.document::text, t.display_name, t.email,
                   t.address::text, t.tax_id, t.locale, t.timezone, coalesce(u.used_bytes + u.pending_bytes, 0),
                   t.accent_color, coalesce(t.customers_can_cancel, TRUE),
                   coalesce(t.save_contact_details, FALSE), coalesce(t.send_reminders, FALSE),
                   coalesce(t.test_keys_change_live, FALSE)
            FROM seller s
            LEFT JOIN seller_setting t ON t.seller_id = $1
            LEFT JOIN file f ON f.seller_id = $1 AND f.id = t.logo_file_id
            LEFT JOIN seller_storage u ON u.seller_id = $1
            WHERE s.id = $1
            """;

    /** A live counter that is returned with the settings but is not part of the account's state. */
    static final String STORAGE = "storage";

    static final String SAVE_CONTACTS = "saveCustomerContactDetails";
    static final String SEND_REMINDERS = "sendReminderEmails";

    private static final String BEGIN = """
            INSERT INTO seller_setting (seller_id, updated_at) VALUES ($1, $2) ON CONFLICT (seller_id) DO NOTHING
            """;

    private static final String LOCK = "SELECT 1 FROM seller_setting WHERE seller_id = $1 FOR UPDATE";

    private static final String WRITE = """
            UPDATE seller_setting
            SET logo_file_id = $2, display_name = $3, email = $4, address = $5::text::jsonb, tax_id = $6, locale = $7,
                timezone = $8, updated_at = $9, accent_color = $10, customers_can_cancel = $11,
                save_contact_details = $12, send_reminders = $13, test_keys_change_live = $14
            WHERE seller_id = $1
            """;

    /** Reads the account and locks it until the write ends. */
    static Future<SellerAccount> lock(WriteContext write) {
        String sellerId = write.scope().sellerId();
        Tuple begun = Tuple.of(sellerId, write.now().atOffset(ZoneOffset.UTC));
        return write.transaction()
                .preparedQuery(BEGIN)
                .execute(begun)
                .compose(there -> write.transaction().preparedQuery(LOCK).execute(Tuple.of(sellerId)))
                .compose(held -> write.transaction().preparedQuery(READ).execute(Tuple.of(sellerId)))
                .map(rows -> of(write.scope(), rows));
    }

    static SellerAccount of(Scope scope, RowSet<Row> rows) {
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            String registeredName = row.getString(3);
            ObjectNode account = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", row.getString(0))
                    .put("name", row.getString(2))
                    .put("displayName", Objects.requireNonNullElse(row.getString(5), registeredName));
            showLogo(account, parsed(row.getString(4)));
            account.put("email", row.getString(6))
                    .put("taxId", row.getString(8))
                    .put("locale", row.getString(9))
                    .put("timezone", row.getString(10))
                    .put("accentColor", row.getString(12))
                    .put("customersCanCancelSubscriptions", row.getBoolean(13))
                    .put(SAVE_CONTACTS, row.getBoolean(14))
                    .put(SEND_REMINDERS, row.getBoolean(15))
                    .put(TestKeys.SETTING, row.getBoolean(16))
                    .set("address", parsed(row.getString(7)));
            account.putObject(STORAGE).put("used", row.getLong(11));
            return new SellerAccount(account, registeredName);
        }
        throw ApiError.notFound("Seller");
    }

    /** @param logo the file, or null for no logo */
    static void showLogo(ObjectNode account, @Nullable JsonNode logo) {
        if (logo == null) {
            account.putNull("logo");
        } else {
            account.putObject("logo")
                    .put("fileId", logo.path("id").asText())
                    .put("url", logo.path("location").asText());
        }
    }

    /** Rejects reminders without saved contact details, which they need. */
    static void requireContacts(Input input, ObjectNode account) {
        boolean saves = account.path(SAVE_CONTACTS).asBoolean();
        boolean reminds = account.path(SEND_REMINDERS).asBoolean();
        boolean asked = input.has(SEND_REMINDERS);
        input.rule(
                saves || !reminds,
                asked ? SEND_REMINDERS : SAVE_CONTACTS,
                asked ? "needs " + SAVE_CONTACTS : "must be true while " + SEND_REMINDERS + " is true");
        input.check();
    }

    Future<Void> write(WriteContext write) {
        String displayName = shown.get("displayName").textValue();
        return write.transaction()
                .preparedQuery(WRITE)
                .execute(Tuple.from(new Object[] {
                    write.scope().sellerId(),
                    shown.at("/logo/fileId").textValue(),
                    displayName.equals(registeredName) ? null : displayName,
                    shown.path("email").textValue(),
                    shown.path("address").isObject() ? shown.get("address").toString() : null,
                    shown.path("taxId").textValue(),
                    shown.path("locale").textValue(),
                    shown.path("timezone").textValue(),
                    write.now().atOffset(ZoneOffset.UTC),
                    shown.path("accentColor").textValue(),
                    shown.path("customersCanCancelSubscriptions").asBoolean(true),
                    shown.path(SAVE_CONTACTS).asBoolean(),
                    shown.path(SEND_REMINDERS).asBoolean(),
                    shown.path(TestKeys.SETTING).asBoolean()
                }))
                .mapEmpty();
    }

    static @Nullable JsonNode parsed(@Nullable String document) {
        return document == null ? null : StoredJson.parse(document);
    }
}
