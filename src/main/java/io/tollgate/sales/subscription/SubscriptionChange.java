package io.tollgate.sales.subscription;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

/**
 * A change of a subscription that results from an earlier request. Its audit entry names the key of that request, or
 * the portal.
 *
 * @param keyId text of the principal that requested the change; null if the customer did
 * @param route of the request
 */
record SubscriptionChange(
        SqlConnection transaction, Scope scope, @Nullable String keyId, String route, TestClock.Reading time) {
    /** The route of cancellations by customers. */
    static final String PORTAL_ROUTE = "POST /s/{seller}/portal/orders/{orderId}/cancel";

    /** The route on which customers undo a cancellation. */
    static final String PORTAL_UNDO_ROUTE = "POST /s/{seller}/portal/orders/{orderId}/uncancel";

    /** The route of cancellations by sellers. */
    static final String ROUTE = "POST /v1/subscriptions/{subscriptionId}/cancel";

    /** The route on which sellers undo a cancellation. */
    static final String UNDO_ROUTE = "POST /v1/subscriptions/{subscriptionId}/uncancel";

    /** The route of changes of what a subscription charges. */
    static final String UPDATE_ROUTE = "POST /v1/subscriptions/{subscriptionId}/update";

    Future<Void> write(LockedRecord<StoredSubscription> former, StoredSubscription next) {
        AuditLog.Author author = new AuditLog.Author(scope, Principal.parse(keyId), route, null);
        return StoredSubscriptionCodec.INSTANCE.update(transaction, author, time, former, next);
    }
}
