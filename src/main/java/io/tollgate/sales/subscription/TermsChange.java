package io.tollgate.sales.subscription;

import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.ExternalOperation;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.processor.SubscriptionUpdate;
import io.tollgate.processor.SubscriptionUpdate.Collection;
import io.tollgate.processor.UpdatePreview;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes the quantity or the price of a subscription at the processor and here, or tells what that would cost. If the
 * response of the processor is lost, {@link LostUpdates} records what it did.
 */
record TermsChange(Processing processing, OrderedTerms orders, String id, Request request)
        implements ExternalOperation<TermsChange.Begun> {
    /** Records a change whose response was lost, or takes back what was reserved for it. */
    static final TaskKind AFTER_UPDATE = TaskKind.of("CONFIRM_UPDATE", Lane.PROCESSOR);

    /** What becomes of the difference for the rest of the current period. */
    enum Proration {
        CHARGE,
        CREDIT_NEXT,
        NONE
    }

    /** @param at when the change applies; null for now */
    record Request(
            OrderedTerms.Wish wish,
            Proration proration,
            boolean preview,
            @Nullable Instant at) {
        /** Returns the parameter that errors about the subscription name. */
        String param() {
            return wish.quantity() != null ? "quantity" : "priceId";
        }
    }

    /**
     * What was found before the call.
     *
     * @param now when it was found
     * @param prorated whether the current period was charged
     * @param asked the call that changes the subscription; null for a preview, and if nothing changes
     */
    record Begun(
            StoredSubscription subscription,
            ChargedTerms former,
            ChargedTerms next,
            Instant at,
            Instant now,
            boolean prorated,
            ProcessorAccount account,
            @Nullable SubscriptionCall asked) {
        String currency() {
            return subscription.article().currency();
        }

        SubscriptionUpdate update() {
            return next.update(subscription, at);
        }

        PendingUpdate pending() {
            return PendingUpdate.of(former, next, at, prorated);
        }
    }

    /** A change that was refused before the processor was asked for it. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Throwable reason;

        Refused(Throwable reason) {
            super(reason.getMessage(), null, false, false);
            this.reason = reason;
        }
    }

    @Override
    public Future<Begun> begin(WriteContext write) {
        return Tasks.requireNoGuard(write, AFTER_UPDATE, id).compose(alone -> beginAlone(write));
    }

    private Future<Begun> beginAlone(WriteContext write) {
        return StoredSubscriptionCodec.INSTANCE.lockNow(write, id).compose(stored -> {
            UpdatableStates.refuse(stored.value(), request.param());
            return orders.present(write.transaction(), write.scope(), id).compose(former -> {
                if (former == null) {
                    throw UpdatableStates.imported(request.param());
                }
                UpdatableStates.refuseReduced(stored.value(), former, request.param());
                return orders.changed(write, id, request.wish()).compose(next -> begin(write, stored, former, next));
            });
        });
    }

    private Future<Begun> begin(
            WriteContext write, LockedRecord<StoredSubscription> stored, ChargedTerms former, ChargedTerms next) {
        StoredSubscription subscription = stored.value();
        UpdatableStates.refuseAmount(former, next, subscription.article().currency(), request.param());
        UpdatableStates.refuseLater(subscription, request.proration());
        boolean prorated = request.proration() != Proration.NONE && !UpdatableStates.isFree(subscription);
        if (prorated) {
            UpdatableStates.refuseFirstApart(subscription, former);
            UpdatableStates.refuseIndivisible(subscription.article().currency());
        }
        Instant at = UpdatableStates.time(
                request.at(), write.now(), subscription.period().start());
        return paid(write, subscription, at, prorated && !former.isSame(next))
                .compose(allowed -> begin(write, stored, former, next, prorated, at));
    }

    /** @param credits whether the change can credit what was charged for the current period */
    private Future<Void> paid(WriteContext write, StoredSubscription subscription, Instant at, boolean credits) {
        if (!credits && request.at() == null) {
            return Future.succeededFuture();
        }
        Instant start = subscription.period().start();
        return UpdateStore.paid(
                        write.transaction(),
                        write.scope(),
                        id,
                        start == null ? subscription.schedule().createdAt() : start)
                .map(paid -> {
                    UpdatableStates.refuseEarlier(paid, at);
                    if (credits) {
                        UpdatableStates.refuseUnpaid(paid);
                    }
                    return null;
                });
    }

    private Future<Begun> begin(
            WriteContext write,
            LockedRecord<StoredSubscription> stored,
            ChargedTerms former,
            ChargedTerms next,
            boolean prorated,
            Instant at) {
        StoredSubscription subscription = stored.value();
        boolean same = former.isSame(next);
        PendingUpdate pending = PendingUpdate.of(former, next, at, prorated);
        if (same || request.preview()) {
            return orders.requireStock(write.transaction(), write.scope(), pending.reserved())
                    .compose(enough -> ProcessorAccount.of(write.transaction(), write.scope()))
                    .map(account ->
                            new Begun(subscription, former, next, at, write.now(), prorated && !same, account, null));
        }
        return orders.move(write.transaction(), write.scope(), id, pending.reserved())
                .compose(reserved ->
                        SubscriptionCall.prepare(processing, write, stored, AFTER_UPDATE, pending.json(write)))
                .map(asked -> new Begun(
                        subscription,
                        former,
                        next,
                        at,
                        write.now(),
                        prorated,
                        Objects.requireNonNull(asked).account(),
                        asked));
    }

    @Override
    public Future<WriteExecutor.Command> call(Begun begun) {
        ProcessorAccount account = begun.account();
        return quote(begun, account).compose(quote -> {
            SubscriptionCall asked = begun.asked();
            if (asked == null) {
                return Future.succeededFuture(write -> response(begun, quote));
            }
            SubscriptionUpdate update = begun.update().with(quote.collection());
            return processing
                    .client()
                    .call(
                            account,
                            "update",
                            api -> api.updateSubscription(update, asked.guard().key()))
                    .map(state ->
                            write -> enter(write, begun, asked, state).compose(entered -> response(begun, quote)));
        });
    }

    /** Only the processor knows what a change costs: a dry run is a preview. */
    @Override
    public WriteExecutor.@Nullable Command assumed(Begun begun) {
        return null;
    }

    private Future<UpdateQuote> quote(Begun begun, ProcessorAccount account) {
        if (UpdatableStates.isFree(begun.subscription())) {
            return Future.succeededFuture(UpdateQuote.later(begun.next()));
        }
        SubscriptionUpdate update = begun.prorated() ? begun.update().with(Collection.NOW) : begun.update();
        return processing
                .client()
                .call(account, "preview", api -> api.previewUpdate(update))
                .map(preview -> quote(begun, preview))
                .recover(failure -> Future.failedFuture(new Refused(failure)));
    }

    private UpdateQuote quote(Begun begun, UpdatePreview preview) {
        if (!begun.prorated()) {
            String param = begun.former().isSame(begun.next()) ? null : request.param();
            return UpdateQuote.later(preview, begun.currency(), param);
        }
        boolean atOnce = request.proration() == Proration.CHARGE;
        UpdateQuote quote = UpdateQuote.of(preview, atOnce, begun.former(), begun.next(), begun.currency());
        return begun.subscription().ending().isScheduled() ? quote.requireNow(request.param()) : quote;
    }

    private Future<ApiResponse> response(Begun begun, UpdateQuote quote) {
        return Future.succeededFuture(ApiResponse.ok(UpdateQuoteCodec.encode(quote, begun, request.preview())));
    }

    private Future<Void> enter(WriteContext write, Begun begun, SubscriptionCall asked, SubscriptionState state) {
        return StoredSubscriptionCodec.INSTANCE
                .lock(write, id)
                .compose(former -> StoredSubscriptionCodec.INSTANCE.update(
                        write, former, former.value().charging(begun.next())))
                .compose(written -> UpdateStore.insert(
                        write.transaction(),
                        write.scope(),
                        id,
                        begun.next(),
                        begun.pending().appliedIn(state).at(),
                        begun.prorated()))
                .compose(inserted -> orders.move(
                        write.transaction(),
                        write.scope(),
                        id,
                        PendingUpdate.returned(begun.former().stockTo(begun.next()))))
                .compose(returned -> SubscriptionSync.request(write, asked.processorId()))
                .compose(scheduled -> Tasks.deleteOrFail(write.transaction(), asked.guard()));
    }

    @Override
    public Throwable toApiError(Throwable failure) {
        return ProcessorFailure.toApiError(failure instanceof Refused refused ? refused.reason : failure);
    }

    @Override
    public Future<Void> abandon(Begun begun, Throwable failure) {
        return takeBack(begun, failure)
                .compose(done -> isOutdated(failure) ? synchronize(begun) : Future.succeededFuture());
    }

    private static boolean isOutdated(Throwable failure) {
        Throwable reason = failure instanceof Refused refused ? refused.reason : failure;
        return reason instanceof ProcessorFailure known && known.kind() == ProcessorFailure.Kind.OUTDATED;
    }

    /** Lets the record follow the processor, so that the change is possible afterwards. */
    private Future<Void> synchronize(Begun begun) {
        Scope scope = begun.account().scope();
        String processorId = Objects.requireNonNull(begun.subscription().processorId());
        return processing
                .database()
                .write(scope, transaction -> SubscriptionSync.request(transaction, scope, begun.now(), processorId))
                .mapEmpty();
    }

    private Future<Void> takeBack(Begun begun, Throwable failure) {
        SubscriptionCall asked = begun.asked();
        if (asked == null) {
            return Future.succeededFuture();
        }
        boolean certain = failure instanceof Refused
                || (failure instanceof ProcessorFailure known && !known.mayHaveBeenProcessed());
        return certain
                ? processing
                        .database()
                        .write(
                                asked.guard().scope(),
                                transaction -> orders.move(
                                                transaction,
                                                asked.guard().scope(),
                                                id,
                                                begun.pending().released())
                                        .compose(released -> Tasks.deleteOrFail(transaction, asked.guard())))
                : processing.abandon(asked.guard(), failure);
    }
}
