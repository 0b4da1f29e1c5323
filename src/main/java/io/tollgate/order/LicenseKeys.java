package io.tollgate.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.db.Database;
import io.tollgate.purchase.ChargeStatus;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements on license keys. */
public final class LicenseKeys {
    private static final String COLUMNS = "seller_id, livemode, id, key, charge_id, page_id, product_id, customer_id,"
            + " uses, disabled_at, created_at, updated_at";
    private static final String FIND =
            "SELECT " + COLUMNS + " FROM license_key WHERE seller_id = $1 AND livemode = $2 AND id = $3";
    private static final String OF_CHARGE =
            "SELECT " + COLUMNS + " FROM license_key WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3";
    private static final String INSERT = """
            INSERT INTO license_key (seller_id, livemode, id, key, charge_id, page_id, product_id, customer_id,
                                     disabled_at, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
            """;
    private static final String REGISTER =
            "INSERT INTO license_key_directory (seller_id, livemode, id, key) VALUES ($1, $2, $3, $4)";

    /** Reads the directory, which the key itself selects. */
    private static final String RESOLVE = "SELECT seller_id, livemode, id FROM license_key_directory WHERE key = $1";

    private static final String USE = """
            UPDATE license_key SET uses = uses + 1, updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND disabled_at IS NULL
            """;
    private static final String SET_DISABLED = """
            UPDATE license_key SET disabled_at = CASE WHEN $4 THEN coalesce(disabled_at, $5) END, updated_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            RETURNING
            """ + COLUMNS;

    private LicenseKeys() {}

    /**
     * A license key.
     *
     * @param key the secret that the buyer received
     * @param disabledAt null if it is enabled
     */
    public record LicenseKey(
            Scope scope,
            String id,
            UUID key,
            String chargeId,
            String pageId,
            String productId,
            String customerId,
            long uses,
            @Nullable Instant disabledAt,
            Instant createdAt,
            Instant updatedAt) {
        static LicenseKey of(Row row) {
            OffsetDateTime disabled = row.getOffsetDateTime(9);
            return new LicenseKey(
                    new Scope(row.getString(0), row.getBoolean(1)),
                    row.getString(2),
                    row.getUUID(3),
                    row.getString(4),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7),
                    row.getLong(8),
                    disabled == null ? null : disabled.toInstant(),
                    row.getOffsetDateTime(10).toInstant(),
                    row.getOffsetDateTime(11).toInstant());
        }

        JsonObject json() {
            return new JsonObject()
                    .put("id", id)
                    .put("sellerId", scope.sellerId())
                    .put("key", key.toString())
                    .put("paymentId", chargeId)
                    .put("pageId", pageId)
                    .put("productId", productId)
                    .put("customerId", customerId)
                    .put("uses", uses)
                    .put("disabled", disabledAt != null)
                    .put("disabledAt", disabledAt == null ? null : Times.text(disabledAt))
                    .put("livemode", scope.live())
                    .put("createdAt", Times.text(createdAt))
                    .put("updatedAt", Times.text(updatedAt));
        }

        Buffer bytes() {
            return json().toBuffer();
        }
    }

    /** The order that gets a key. */
    public record Order(String chargeId, String pageId, String productId, String customerId) {}

    /**
     * Inserts a key with a random value.
     *
     * @param enabled whether the order is paid; otherwise the key is enabled with its payment
     */
    public static Future<Void> create(WriteContext write, String id, Order order, boolean enabled) {
        UUID key = UUID.randomUUID();
        Tuple values = names(write.scope(), id)
                .addValue(key)
                .addValue(order.chargeId())
                .addValue(order.pageId())
                .addValue(order.productId())
                .addValue(order.customerId())
                .addValue(enabled ? null : at(write.now()))
                .addValue(at(write.now()));
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(values)
                .compose(inserted -> write.transaction()
                        .preparedQuery(REGISTER)
                        .execute(names(write.scope(), id).addValue(key)))
                .mapEmpty();
    }

    /** The seller and the id of a key. */
    public record Entry(Scope scope, String id) {}

    /** Returns where a key belongs, for callers who know nothing but the key; null if there is no such key. */
    public static Future<@Nullable Entry> resolve(Database database, UUID key) {
        return database.get(RESOLVE, Tuple.of(key)).map(rows -> {
            for (Row row : rows) {
                return new Entry(new Scope(row.getString(0), row.getBoolean(1)), row.getString(2));
            }
            return null;
        });
    }

    /** Counts a use of a key, unless it is disabled, and returns it; null if there is no such key. */
    public static Future<@Nullable LicenseKey> use(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(USE)
                .execute(names(write.scope(), id).addValue(at(write.now())))
                .compose(used -> find(write, id));
    }

    /** Returns the key of a payment; null if it has none. */
    public static Future<@Nullable LicenseKey> ofCharge(WriteContext write, String chargeId) {
        return write.transaction()
                .preparedQuery(OF_CHARGE)
                .execute(names(write.scope(), chargeId))
                .map(rows -> first(write.scope(), rows));
    }

    static Future<@Nullable LicenseKey> ofCharge(Database database, Scope scope, String chargeId) {
        return database.get(OF_CHARGE, names(scope, chargeId)).map(rows -> first(scope, rows));
    }

    public static Future<@Nullable LicenseKey> find(Database database, Scope scope, String id) {
        return database.get(FIND, names(scope, id)).map(rows -> first(scope, rows));
    }

    static Future<@Nullable LicenseKey> find(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(FIND + " FOR UPDATE")
                .execute(names(write.scope(), id))
                .map(rows -> first(write.scope(), rows));
    }

    /** Disables or enables a key and returns it; null if there is none. */
    static Future<@Nullable LicenseKey> setDisabled(WriteContext write, String id, boolean disabled) {
        return write.transaction()
                .preparedQuery(SET_DISABLED)
                .execute(names(write.scope(), id).addValue(disabled).addValue(at(write.now())))
                .map(rows -> first(write.scope(), rows));
    }

    /** Disables the key of a payment that is refunded in full. */
    static Future<Void> refunded(WriteContext write, ObjectNode charge) {
        String id = charge.path("licenseKeyId").textValue();
        return id == null || OrderStatus.of(charge) != ChargeStatus.REFUNDED
                ? Future.succeededFuture()
                : setDisabled(write, id, true).mapEmpty();
    }

    /** Enables the key of an order that is paid in full. */
    static Future<Void> paid(WriteContext write, ObjectNode charge) {
        String id = charge.path("licenseKeyId").textValue();
        return id == null || OrderStatus.of(charge) != ChargeStatus.PAID
                ? Future.succeededFuture()
                : setDisabled(write, id, false).mapEmpty();
    }

    private static @Nullable LicenseKey first(Scope scope, RowSet<Row> rows) {
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            return LicenseKey.of(row);
        }
        return null;
    }

    private static Tuple names(Scope scope, String id) {
        return Tuple.of(scope.sellerId(), scope.live(), id);
    }

    private static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
