package io.tollgate.sales.subscription;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.ExternalOperation;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.processor.Processor;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.SubscriptionState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Pauses a subscription at the processor and here, or ends its pause. If the response of the processor is lost, the
 * synchronization records what it did.
 *
 * @param wish what is requested
 */
record SubscriptionPause(Processing processing, String id, Wish wish)
        implements ExternalOperation<SubscriptionPause.Begun> {
    /** What is requested of a subscription. */
    sealed interface Wish {
        /** @param until when it is charged again by itself; null if only a request resumes it */
        record Pause(@Nullable Instant until) implements Wish {}

        /** Charges it again from its next period on. */
        record Resume() implements Wish {}
    }

    /**
     * The state committed before the call.
     *
     * @param asked the call to the processor; null if the processor does not have the subscription
     */
    record Begun(@Nullable SubscriptionCall asked) {}

    @Override
    public Future<Begun> begin(WriteContext write) {
        return Tasks.requireNoGuard(write, SubscriptionSync.AFTER_PAUSE, id).compose(alone -> beginAlone(write));
    }

    private Future<Begun> beginAlone(WriteContext write) {
        Instant until = wish instanceof Wish.Pause pause ? pause.until() : null;
        // The processor has whole seconds.
        if (until != null && !until.truncatedTo(ChronoUnit.SECONDS).isAfter(write.now())) {
            throw ApiError.invalid("resumesAt", "must be in the future", until.toString());
        }
        return StoredSubscriptionCodec.INSTANCE.lockNow(write, id).compose(stored -> {
            CancelableStates.refusePause(stored.value());
            return requireBilled(write, until)
                    .compose(billed -> SubscriptionCall.prepare(
                            processing, write, stored, SubscriptionSync.AFTER_PAUSE, new JsonObject()))
                    .map(Begun::new);
        });
    }

    /** Fails with 400 if nothing would record the end of the pause, as for an imported subscription. */
    private Future<Void> requireBilled(WriteContext write, @Nullable Instant until) {
        if (until == null) {
            return Future.succeededFuture();
        }
        return SubscriptionSync.known(write, id).map(known -> {
            if (known == null) {
                throw ApiError.invalid(
                        "resumesAt",
                        "must be null for an imported subscription; resume it with a request",
                        until.toString());
            }
            return null;
        });
    }

    @Override
    public Future<WriteExecutor.Command> call(Begun begun) {
        SubscriptionCall asked = begun.asked();
        if (asked == null) {
            return Future.succeededFuture(this::enter);
        }
        return processing
                .client()
                .call(
                        asked.account(),
                        wish instanceof Wish.Pause ? "pause" : "resume",
                        api -> change(api, asked.processorId(), asked.guard().key()))
                .map(state -> write -> enter(write)
                        .compose(response -> SubscriptionSync.request(write, asked.processorId())
                                .compose(scheduled -> Tasks.deleteOrFail(write.transaction(), asked.guard()))
                                .map(response)));
    }

    @Override
    public WriteExecutor.Command assumed(Begun begun) {
        return this::enter;
    }

    private SubscriptionState change(Processor api, String processorId, String key) {
        return wish instanceof Wish.Pause pause
                ? api.pause(processorId, pause.until(), key)
                : api.resume(processorId, key);
    }

    private Future<ApiResponse> enter(WriteContext write) {
        return StoredSubscriptionCodec.INSTANCE.lock(write, id).compose(former -> {
            CancelableStates.refuse(former.value());
            StoredSubscription.Pause paused = former.value().pause();
            StoredSubscription next = wish instanceof Wish.Pause pause
                    ? former.value()
                            .paused(new StoredSubscription.Pause(
                                    paused == null ? write.now() : paused.start(), pause.until()))
                    : former.value().resumed();
            return StoredSubscriptionCodec.INSTANCE
                    .update(write, former, next)
                    .map(record -> ApiResponse.record(200, record));
        });
    }

    @Override
    public Throwable toApiError(Throwable failure) {
        return ProcessorFailure.toApiError(failure);
    }

    @Override
    public Future<Void> abandon(Begun begun, Throwable failure) {
        SubscriptionCall asked = begun.asked();
        return asked == null ? Future.succeededFuture() : processing.abandon(asked.guard(), failure);
    }
}
