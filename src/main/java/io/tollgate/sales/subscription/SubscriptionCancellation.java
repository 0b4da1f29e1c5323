package io.tollgate.sales.subscription;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.ExternalOperation;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorFailure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Cancels one subscription at the processor and here, or undoes its scheduled cancellation. The request is recorded
 * before the call; if its response is lost, a task later checks the processor for the outcome.
 */
record SubscriptionCancellation(Processing processing, String id, Options options)
        implements ExternalOperation<SubscriptionCancellation.PendingCancellation> {
    private static final String KEY_NAME = "SELECT label FROM api_key WHERE seller_id = $1 AND id = $2";

    /**
     * The options of the request.
     *
     * @param customerId the customer who cancels; null if a key does
     * @param invoices what becomes of invoices whose charges have failed
     */
    record Options(
            CancellationTime ending,
            @Nullable String reason,
            boolean email,
            @Nullable String customerId,
            OpenInvoices invoices) {}

    /**
     * The state committed before the call.
     *
     * @param asked the call to the processor; null if the processor does not have the subscription
     */
    record PendingCancellation(
            Cancellation cancellation, @Nullable SubscriptionCall asked) {}

    @Override
    public Future<PendingCancellation> begin(WriteContext write) {
        return Tasks.requireNoGuard(write, LostCancellations.KIND, id).compose(alone -> beginAlone(write));
    }

    private Future<PendingCancellation> beginAlone(WriteContext write) {
        Instant at = options.ending().at();
        if (at != null && !at.isAfter(write.now())) {
            throw ApiError.invalid("cancelAt", "must be in the future", at.toString());
        }
        return StoredSubscriptionCodec.INSTANCE.lockNow(write, id).compose(stored -> {
            requireOwner(stored.value());
            if (options.ending().when() == CancellationTime.Timing.NEVER) {
                CancelableStates.refuseUndo(stored.value(), options.customerId());
                return begin(write, stored, null);
            }
            CancelableStates.refuse(stored.value());
            if (options.customerId() != null) {
                CancelableStates.refusePlan(stored.value());
                CancelableStates.refuseEnding(stored.value());
            }
            if (options.ending().when() == CancellationTime.Timing.AT_PERIOD_END) {
                CancelableStates.refuseWithPeriod(stored.value());
            } else if (options.customerId() != null) {
                CancelableStates.refuseBegun(stored.value());
            }
            return begin(write, stored, at);
        });
    }

    private Future<PendingCancellation> begin(
            WriteContext write, LockedRecord<StoredSubscription> stored, @Nullable Instant at) {
        String keyId = options.customerId() == null ? write.caller().principal().text() : null;
        Future<Void> inTime = at == null ? Future.succeededFuture() : PlanEnd.refuseLater(write, stored.value(), at);
        return inTime.compose(checked -> keyName(write, keyId)).compose(name -> {
            Cancellation cancellation = new Cancellation(
                    options.ending(),
                    options.reason(),
                    keyId,
                    name,
                    options.customerId(),
                    write.now(),
                    write.idempotencyKey(),
                    options.invoices(),
                    options.email());
            return SubscriptionCall.prepare(processing, write, stored, LostCancellations.KIND, cancellation.json())
                    .map(asked -> new PendingCancellation(cancellation, asked));
        });
    }

    /** Fails with 404 if a customer cancels the subscription of another one. */
    private void requireOwner(StoredSubscription subscription) {
        String customerId = options.customerId();
        if (customerId != null && !customerId.equals(subscription.subscriber().customerId())) {
            throw ApiError.notFound(Subscriptions.RESOURCE.noun());
        }
    }

    private Future<@Nullable String> keyName(WriteContext write, @Nullable String keyId) {
        Principal principal = Principal.parse(keyId);
        if (principal == null || principal.kind() == Principal.Kind.MEMBER) {
            return Future.succeededFuture(null);
        }
        Tuple key = Tuple.of(write.scope().sellerId(), keyId);
        return processing.database().get(KEY_NAME, key).map(rows -> {
            for (Row row : rows) {
                return row.getString(0);
            }
            return "";
        });
    }

    @Override
    public Future<WriteExecutor.Command> call(PendingCancellation begun) {
        SubscriptionCall asked = begun.asked();
        if (asked == null) {
            return Future.succeededFuture(write -> enter(write, begun.cancellation(), OpenInvoices.Outcome.NONE));
        }
        String key = asked.guard().key();
        OpenInvoices invoices = options.invoices();
        return processing
                .client()
                .call(
                        asked.account(),
                        "cancel",
                        api -> invoices.cancel(api, asked.processorId(), options.ending(), key))
                .map(outcome -> write -> enter(write, begun.cancellation(), outcome)
                        .compose(answer -> Tasks.deleteOrFail(write.transaction(), asked.guard())
                                .map(answer)));
    }

    @Override
    public WriteExecutor.Command assumed(PendingCancellation begun) {
        return write -> enter(write, begun.cancellation(), OpenInvoices.Outcome.NONE);
    }

    private Future<ApiResponse> enter(WriteContext write, Cancellation cancellation, OpenInvoices.Outcome outcome) {
        return StoredSubscriptionCodec.INSTANCE
                .lock(write, id)
                .compose(former -> {
                    if (!cancellation.applies(former.value())) {
                        CancelableStates.refuse(former.value());
                    }
                    StoredSubscription next = cancellation.enter(former.value(), outcome);
                    return StoredSubscriptionCodec.INSTANCE
                            .update(write, former, next)
                            .compose(written -> cancellation.isUndo()
                                    ? SubscriptionSync.restart(write.transaction(), write.scope(), id)
                                    : Future.succeededFuture())
                            .compose(raised -> cancellation.notify(
                                    write.transaction(), write.scope(), id, outcome.amountDue(), write.realTime()))
                            .compose(told ->
                                    DueEnds.note(write.transaction(), write.scope(), next, write.newId(), write.now()));
                })
                .map(noted -> Cancellation.answer());
    }

    @Override
    public Throwable toApiError(Throwable failure) {
        return ProcessorFailure.toApiError(failure);
    }

    @Override
    public Future<Void> abandon(PendingCancellation begun, Throwable failure) {
        SubscriptionCall asked = begun.asked();
        return asked == null ? Future.succeededFuture() : processing.abandon(asked.guard(), failure);
    }
}
