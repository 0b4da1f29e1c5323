package io.tollgate.sales.subscription;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.Processing;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Cancels subscriptions for their customers. The customer is informed by e-mail. */
public record CustomerCancellation(WriteExecutor writes, Processing processing) {
    /**
     * Cancels a subscription of a customer at the end of the period. Fails with 404 if it is not one of the customer,
     * and with 409 if it cannot be canceled, is canceled already, or is being canceled.
     */
    public Future<Void> cancelAtPeriodEnd(
            Scope scope, String customerId, String subscriptionId, @Nullable String requestId) {
        return cancel(scope, customerId, subscriptionId, CancellationTime.Timing.AT_PERIOD_END, requestId);
    }

    /** Cancels a subscription of a customer that has not begun. Fails with 409 if it has begun meanwhile. */
    public Future<Void> cancelBeforeStart(
            Scope scope, String customerId, String subscriptionId, @Nullable String requestId) {
        return cancel(scope, customerId, subscriptionId, CancellationTime.Timing.NOW, requestId);
    }

    private Future<Void> cancel(
            Scope scope,
            String customerId,
            String subscriptionId,
            CancellationTime.Timing timing,
            @Nullable String requestId) {
        SubscriptionCancellation cancellation = new SubscriptionCancellation(
                processing,
                subscriptionId,
                new SubscriptionCancellation.Options(
                        new CancellationTime(timing, null), null, true, customerId, OpenInvoices.VOID));
        AuditLog.Author author = new AuditLog.Author(scope, null, SubscriptionChange.PORTAL_ROUTE, requestId);
        return writes.finish(scope, author, cancellation).mapEmpty();
    }
}
