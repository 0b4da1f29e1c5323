package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.audit.Changes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Scope;
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

    Future<Void> write(ObjectNode former, ObjectNode subscription) {
        subscription.put("updatedAt", Times.text(time.now()));
        AuditLog.Author author = new AuditLog.Author(scope, keyId, keyId == null ? PORTAL_ROUTE : ROUTE, null);
        return Future.all(
                        Records.update(transaction, scope, Subscriptions.RESOURCE, former, subscription),
                        AuditLog.append(
                                transaction,
                                author,
                                Ids.next(time.real()),
                                time.real(),
                                subscription.path("id").asText(),
                                Changes.between(Subscriptions.RESOURCE.fields(), former, subscription)))
                .mapEmpty();
    }
}
