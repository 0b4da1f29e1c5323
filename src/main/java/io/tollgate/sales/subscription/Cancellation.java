package io.tollgate.sales.subscription;

import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.CancellationTime;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A requested cancellation of a subscription, or the request that undoes one.
 *
 * @param keyId text of the principal; null if the customer canceled
 * @param keyName the name of the key at that time, which the record keeps after the key is deleted
 * @param customerId the customer who canceled; null if a key did
 * @param idempotencyKey the idempotency key of the request
 * @param invoices what becomes of invoices whose charges have failed
 * @param email whether the subscriber is informed by e-mail
 */
record Cancellation(
        CancellationTime ending,
        @Nullable String reason,
        @Nullable String keyId,
        @Nullable String keyName,
        @Nullable String customerId,
        Instant requestedAt,
        @Nullable IdempotencyKey idempotencyKey,
        OpenInvoices invoices,
        boolean email) {
    private static final Buffer SUCCESS = Buffer.buffer("{\"data\":{\"success\":true}}");

    /** Returns whether the request undoes a scheduled cancellation. */
    boolean isUndo() {
        return ending.when() == CancellationTime.Timing.NEVER;
    }

    /** Returns the route of the request, as the audit log names it. */
    String route() {
        return keyId == null
                ? isUndo() ? SubscriptionChange.PORTAL_UNDO_ROUTE : SubscriptionChange.PORTAL_ROUTE
                : isUndo() ? SubscriptionChange.UNDO_ROUTE : SubscriptionChange.ROUTE;
    }

    /** Returns the response to the request. */
    static ApiResponse answer() {
        return ApiResponse.ok(SUCCESS);
    }

    /**
     * Returns the subscription after the cancellation. If an earlier cancellation is rescheduled, its time and author
     * are kept.
     */
    StoredSubscription enter(StoredSubscription former, OpenInvoices.Outcome outcome) {
        StoredSubscription subscription = outcome.settled() ? former.settled() : former;
        StoredSubscription next = switch (ending.when()) {
            case NEVER -> subscription.uncanceled();
            case NOW -> subscription.canceled();
            case AT_PERIOD_END -> subscription.canceledAtPeriodEnd();
            case AT_DATE -> subscription.canceledAt(Objects.requireNonNull(ending.at()));
        };
        if (isUndo()) {
            return next;
        }
        if (isFirst(subscription)) {
            next = next.canceledBy(author(), requestedAt);
        }
        return reason == null ? next : next.withReason(reason);
    }

    private StoredSubscription.Author author() {
        Principal principal = Principal.parse(keyId);
        return principal == null || principal.kind() == Principal.Kind.API_KEY
                ? new StoredSubscription.Author(customerId, keyId, keyName)
                : new StoredSubscription.Author(principal.id(), null, null);
    }

    /**
     * Returns whether no earlier cancellation is recorded. The processor can report this one before its response is
     * recorded; the report has no author, and whole seconds.
     */
    private boolean isFirst(StoredSubscription subscription) {
        Instant earlier = subscription.ending().requestedAt();
        boolean authored = subscription.ending().author().isKnown();
        return earlier == null || (!authored && !earlier.isBefore(requestedAt.truncatedTo(ChronoUnit.SECONDS)));
    }

    /**
     * Returns whether the record can be changed to what the processor has done. It can be canceled already, because the
     * processor has reported that before its response is recorded.
     */
    boolean applies(StoredSubscription subscription) {
        boolean reported =
                ending.when() == CancellationTime.Timing.NOW && subscription.status() == SubscriptionStatus.CANCELED;
        return reported || !CancelableStates.is(subscription);
    }

    JsonObject json() {
        return new JsonObject()
                .put("ending", ending.json())
                .put("reason", reason)
                .put("keyId", keyId)
                .put("keyName", keyName)
                .put("customerId", customerId)
                .put("askedAt", requestedAt.toString())
                .put("idempotencyKey", idempotencyKey == null ? null : idempotencyKey.json())
                .put("invoices", invoices.name())
                .put("email", email);
    }

    static Cancellation of(JsonObject json) {
        return new Cancellation(
                CancellationTime.of(json.getJsonObject("ending")),
                json.getString("reason"),
                json.getString("keyId"),
                json.getString("keyName"),
                json.getString("customerId"),
                Instant.parse(json.getString("askedAt")),
                IdempotencyKey.of(json.getJsonObject("idempotencyKey")),
                OpenInvoices.valueOf(json.getString("invoices", OpenInvoices.COLLECT.name())),
                json.getBoolean("email", false));
    }

    /**
     * Adds the messages about a cancellation to the subscriber, if the request asks for it, and to the seller.
     *
     * @param amountDue what is still collected, which the messages say; 0 for nothing
     */
    Future<Void> notify(SqlConnection transaction, Scope scope, String subscriptionId, long amountDue, Instant now) {
        if (isUndo()) {
            return Future.succeededFuture();
        }
        MailOccasion occasion = new MailOccasion(requestedAt.toString(), amountDue == 0 ? null : (Long) amountDue);
        Future<Void> seller = MailOutbox.insert(
                transaction, scope, MailPurpose.SUBSCRIPTION_CANCELED_NOTIFICATION, subscriptionId, occasion, now);
        Future<Void> subscriber = email
                ? MailOutbox.insert(
                        transaction, scope, MailPurpose.SUBSCRIPTION_CANCELED, subscriptionId, occasion, now)
                : Future.succeededFuture();
        return Future.join(seller, subscriber).mapEmpty();
    }
}
