package io.tollgate.sales.subscription;

import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.Processing;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Cancels subscriptions for their customers, who are informed by e-mail, and undoes these cancellations. */
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

    /**
     * Undoes the cancellation by a customer at the end of the period. Fails with 404 if the subscription is not one of
     * the customer, and with 409 if it has ended, if the customer has not canceled it, or while it is being changed.
     */
    public Future<Void> undo(Scope scope, String customerId, String subscriptionId, @Nullable String requestId) {
        return cancel(scope, customerId, subscriptionId, CancellationTime.Timing.NEVER, requestId);
    }

    private Future<Void> cancel(
            Scope scope,
            String customerId,
            String subscriptionId,
            CancellationTime.Timing timing,
            @Nullable String requestId) {
        boolean undo = timing == CancellationTime.Timing.NEVER;
        SubscriptionCancellation cancellation = new SubscriptionCancellation(
                processing,
                subscriptionId,
                new SubscriptionCancellation.Options(
                        new CancellationTime(timing, null),
                        null,
                        true,
                        customerId,
                        undo ? OpenInvoices.COLLECT : OpenInvoices.VOID));
        String route = undo ? SubscriptionChange.PORTAL_UNDO_ROUTE : SubscriptionChange.PORTAL_ROUTE;
        AuditLog.Author author = new AuditLog.Author(scope, null, route, requestId);
        return writes.finish(scope, author, cancellation).mapEmpty();
    }
}
