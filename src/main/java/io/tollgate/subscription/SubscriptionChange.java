package io.tollgate.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.audit.AuditLog;
import io.tollgate.audit.Changes;
import io.tollgate.clock.Times;
import io.tollgate.records.Records;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/**
 * A change of a subscription that results from an earlier request. Its audit entry names the key of that request.
 *
 * @param keyId of the key that requested the cancellation
 */
record SubscriptionChange(SqlConnection transaction, Scope scope, String keyId, Instant now) {
    private static final String ROUTE = "POST /v1/subscriptions/{subscriptionId}/cancel";

    Future<Void> write(ObjectNode former, ObjectNode subscription, String entryId) {
        subscription.put("updatedAt", Times.text(now));
        AuditLog.Author author = new AuditLog.Author(scope, keyId, ROUTE, null);
        return Future.all(
                        Records.update(transaction, scope, Subscriptions.RESOURCE, former, subscription),
                        AuditLog.append(
                                transaction,
                                author,
                                entryId,
                                now,
                                subscription.path("id").asText(),
                                Changes.between(Subscriptions.RESOURCE.fields(), former, subscription)))
                .mapEmpty();
    }
}
