package io.tollgate.sales.aftersales;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.subscription.StoredSubscriptionPayment;
import io.vertx.core.Future;
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
    /**
     * When the key {@code k} was disabled; null if it is enabled. A full refund disables the key of a subscription
     * while nothing that was paid is left: the next payment enables it.
     */
    public static final String DISABLED_AT = "coalesce(k.disabled_at, CASE WHEN k.refunded_at IS NOT NULL AND NOT"
            + " EXISTS (SELECT FROM subscription_payment u WHERE u.seller_id = k.seller_id AND u.livemode = k.livemode"
            + " AND u.subscription_id = k.subscription_id AND u.paid AND NOT u.refunded) THEN k.refunded_at END)";

    static final String COLUMNS = "k.seller_id, k.livemode, k.id, k.key, k.charge_id, k.subscription_id,"
            + " (SELECT status FROM subscription o WHERE o.seller_id = k.seller_id AND o.livemode = k.livemode"
            + " AND o.id = k.subscription_id),"
            + " k.page_id, k.product_id, k.customer_id, k.uses, " + DISABLED_AT + ", k.created_at, k.updated_at";

    private static final String SELECT =
            "SELECT " + COLUMNS + " FROM license_key k WHERE k.seller_id = $1 AND k.livemode = $2 AND k.";
    private static final String FIND = SELECT + "id = $3";
    private static final String INSERT = """
            INSERT INTO license_key (seller_id, livemode, id, key, charge_id, subscription_id, page_id, product_id,
                                     customer_id, disabled_at, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
            """;
    private static final String REGISTER =
            "INSERT INTO license_key_directory (seller_id, livemode, id, key) VALUES ($1, $2, $3, $4)";

    /** Reads the directory, which the key itself selects. */
    private static final String RESOLVE = "SELECT seller_id, livemode, id FROM license_key_directory WHERE key = $1";

    private static final String USE = """
            UPDATE license_key SET uses = uses + 1, updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String DISABLE = """
            UPDATE license_key SET disabled_at = coalesce(disabled_at, $4), updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String ENABLE = """
            UPDATE license_key SET disabled_at = NULL, refunded_at = NULL, updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String REFUNDED = """
            UPDATE license_key SET refunded_at = $4, updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String REFUND_FAILED = """
            UPDATE license_key SET refunded_at = NULL, updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND refunded_at IS NOT NULL
            """;
    private static final String SUBSCRIPTION_PAYMENT_REFUNDED = """
            UPDATE license_key SET refunded_at = $4, updated_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3
            """;

    private LicenseKeys() {}

    /**
     * The order that gets a key.
     *
     * @param id id of the payment or the subscription
     */
    public record Order(LicenseKeyOwner owner, String id, String pageId, String productId, String customerId) {
        private @Nullable String idOf(LicenseKeyOwner kind) {
            return owner == kind ? id : null;
        }
    }

    /**
     * Inserts a key with a random value. Must precede messages and tasks of the transaction.
     *
     * @param enabled whether the order is paid or begun; otherwise the key is enabled with its payment
     */
    public static Future<Void> create(WriteContext write, String id, Order order, boolean enabled) {
        UUID key = UUID.randomUUID();
        Tuple values = names(write.scope(), id)
                .addValue(key)
                .addValue(order.idOf(LicenseKeyOwner.PAYMENT))
                .addValue(order.idOf(LicenseKeyOwner.SUBSCRIPTION))
                .addValue(order.pageId())
                .addValue(order.productId())
                .addValue(order.customerId())
                .addValue(enabled ? null : at(write.now()))
                .addValue(at(write.now()));
        // Both are sent at once, so that they precede the messages of a caller that does not wait.
        Future<?> inserted = write.transaction().preparedQuery(INSERT).execute(values);
        Future<?> registered = write.transaction()
                .preparedQuery(REGISTER)
                .execute(names(write.scope(), id).addValue(key));
        return Future.join(inserted, registered).mapEmpty();
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
                .preparedQuery(FIND + " FOR UPDATE OF k")
                .execute(names(write.scope(), id))
                .map(rows -> first(write.scope(), rows))
                .compose(key -> key == null || key.isDisabled()
                        ? Future.succeededFuture(key)
                        : update(write, USE, id).map(key.usedAt(write.now())));
    }

    /** Returns the key of a payment or a subscription; null if it has none. */
    public static Future<@Nullable LicenseKey> of(WriteContext write, LicenseKeyOwner owner, String id) {
        return write.transaction()
                .preparedQuery(ofOwner(owner))
                .execute(names(write.scope(), id))
                .map(rows -> first(write.scope(), rows));
    }

    static Future<@Nullable LicenseKey> of(Database database, Scope scope, LicenseKeyOwner owner, String id) {
        return database.get(ofOwner(owner), names(scope, id)).map(rows -> first(scope, rows));
    }

    private static String ofOwner(LicenseKeyOwner owner) {
        return SELECT + owner.column() + " = $3";
    }

    public static Future<@Nullable LicenseKey> find(Database database, Scope scope, String id) {
        return database.get(FIND, names(scope, id)).map(rows -> first(scope, rows));
    }

    /** Disables or enables a key. The key of a subscription also needs its status to be valid. */
    static Future<Void> setDisabled(WriteContext write, String id, boolean disabled) {
        return update(write, disabled ? DISABLE : ENABLE, id);
    }

    /** Disables the key of a payment that is refunded in full. */
    static Future<Void> refunded(WriteContext write, StoredCharge charge) {
        String id = charge.links().licenseKeyId();
        return id == null || charge.status() != ChargeStatus.REFUNDED
                ? Future.succeededFuture()
                : update(write, REFUNDED, id);
    }

    /** Enables the key of a payment whose refund has failed later, unless the seller has disabled it. */
    static Future<Void> refundFailed(WriteContext write, StoredCharge charge) {
        String id = charge.links().licenseKeyId();
        return id == null || charge.status() == ChargeStatus.REFUNDED
                ? Future.succeededFuture()
                : update(write, REFUND_FAILED, id);
    }

    /** Disables the key of a subscription, one of whose payments is refunded in full, until another one is paid. */
    static Future<Void> subscriptionPaymentRefunded(WriteContext write, StoredSubscriptionPayment payment) {
        return update(write, SUBSCRIPTION_PAYMENT_REFUNDED, payment.subscriptionId());
    }

    /** Enables the key of an order that is paid in full. */
    static Future<Void> paid(WriteContext write, StoredCharge charge) {
        String id = charge.links().licenseKeyId();
        return id == null || charge.status() != ChargeStatus.PAID
                ? Future.succeededFuture()
                : setDisabled(write, id, false);
    }

    private static Future<Void> update(WriteContext write, String sql, String id) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(names(write.scope(), id).addValue(at(write.now())))
                .mapEmpty();
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
