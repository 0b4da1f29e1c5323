package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.purchase.ChargeStatus;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the license keys that payments and subscriptions name. */
final class LicenseKeyCopies implements AutoCloseable {
    private static final int USES = 40;

    private final PurchasePlan plan;
    private final BinaryCopy keys;
    private final BinaryCopy directory;

    LicenseKeyCopies(PurchasePlan plan, Target target) throws SQLException {
        this.plan = plan;
        this.keys = new BinaryCopy(target.connect(), "license_key");
        this.directory = new BinaryCopy(target.connect(), "license_key_directory");
    }

    /** Writes the key of a payment, which is enabled if it is paid; nothing if it has none. */
    void ofPayment(ObjectNode payment) throws SQLException {
        ChargeStatus status = ChargeStatus.of(payment.path("status").asText());
        String disabled = switch (status) {
            case PAID, PARTIAL_REFUND -> null;
            case REFUNDED -> payment.path("lastRefundAt").textValue();
            default -> payment.path("createdAt").textValue();
        };
        write(LicenseKeyOwner.PAYMENT, payment, disabled, null);
    }

    /**
     * Writes the key of a subscription; nothing if it has none.
     *
     * @param refunded whether one of its payments was refunded in full
     */
    void ofSubscription(ObjectNode subscription, boolean refunded) throws SQLException {
        String refundedAt = refunded ? subscription.path("lastRefundAt").textValue() : null;
        write(LicenseKeyOwner.SUBSCRIPTION, subscription, null, refundedAt);
    }

    private void write(
            LicenseKeyOwner owner, ObjectNode record, @Nullable String disabledAt, @Nullable String refundedAt)
            throws SQLException {
        String id = record.path("licenseKeyId").textValue();
        if (id == null) {
            return;
        }
        Scope scope = plan.scope();
        long number = Long.parseUnsignedLong(id.substring(8), 16);
        DemoRandom random = new DemoRandom(plan.seed(), scope.sellerId().hashCode(), 0x11ce, number);
        byte[] key = binary(UUID.fromString(random.uuid()));
        String ownerId = record.path("id").textValue();
        Map<String, Object> row = names(scope, id, key);
        row.put("charge_id", owner == LicenseKeyOwner.PAYMENT ? ownerId : null);
        row.put("subscription_id", owner == LicenseKeyOwner.SUBSCRIPTION ? ownerId : null);
        for (String field : new String[] {"page", "product", "customer"}) {
            row.put(field + "_id", record.path(field + "Id").textValue());
        }
        row.put("uses", (long) random.below(USES));
        row.put("disabled_at", time(disabledAt));
        row.put("refunded_at", time(refundedAt));
        row.put("created_at", time(record.path("createdAt").textValue()));
        row.put("updated_at", time(record.path("updatedAt").textValue()));
        keys.row(row);
        directory.row(names(scope, id, key));
    }

    private static Map<String, Object> names(Scope scope, String id, byte[] key) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seller_id", scope.sellerId());
        row.put("livemode", scope.live());
        row.put("id", id);
        row.put("key", key);
        return row;
    }

    private static byte[] binary(UUID key) {
        return ByteBuffer.allocate(16)
                .putLong(key.getMostSignificantBits())
                .putLong(key.getLeastSignificantBits())
                .array();
    }

    private static @Nullable OffsetDateTime time(@Nullable String text) {
        return text == null ? null : Instant.parse(text).atOffset(ZoneOffset.UTC);
    }

    void finish() throws SQLException {
        keys.finish();
        directory.finish();
    }

    @Override
    public void close() throws SQLException {
        try (keys) {
            directory.close();
        }
    }
}
