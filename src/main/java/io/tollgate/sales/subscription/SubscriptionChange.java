package io.tollgate.sales.subscription;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

/**
 * A change of a subscription that results from an earlier request. Its audit entry names the key of that request, or
 * the portal.
 *
 * @param keyId of the key that requested the cancellation; null if the customer did
 */
record SubscriptionChange(
        SqlConnection transaction, Scope scope, @Nullable String keyId, TestClock.Reading time) {
    /** The route of cancellations by customers. */
    static final String PORTAL_ROUTE = "POST /s/{seller}/portal/orders/{orderId}/cancel";

    private static final String ROUTE = "POST /v1/subscriptions/{subscriptionId}/cancel";

    Future<Void> write(LockedRecord<StoredSubscription> former, StoredSubscription next) {
        AuditLog.Author author = new AuditLog.Author(scope, keyId, keyId == null ? PORTAL_ROUTE : ROUTE, null);
        return StoredSubscriptionCodec.INSTANCE.update(transaction, author, time, former, next);
    }
}
