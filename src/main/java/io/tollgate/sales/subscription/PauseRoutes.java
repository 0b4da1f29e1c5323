package io.tollgate.sales.subscription;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;

/** The endpoints that pause and resume subscriptions. */
public record PauseRoutes(WriteExecutor writes, Processing processing) {
    private static final Body PAUSE = Body.of(
                    "SubscriptionPause",
                    "{}",
                    Field.time("resumesAt")
                            .doc("When it is charged again, in the future. Without it, only `resume` ends the pause.")
                            .orNull())
            .asOptional();

    /** Returns the endpoints. */
    public List<Endpoint> all() {
        return List.of(pause(), resume());
    }

    private Endpoint pause() {
        Writing writing = Writing.of("pauseSubscription", """
                Pauses an active subscription of the key's mode: its `status` becomes `paused`, and nothing is charged \
                for periods that begin in the pause. The dates of the periods stay, and what was paid already stays \
                paid. A scheduled cancellation still ends the subscription. Pausing again changes `resumesAt`, which \
                imported subscriptions cannot have. Returns 409 `subscription_not_pausable` for an installment plan, \
                and for a subscription that is neither active nor paused, such as an overdue one; 409 \
                `subscription_ended` if it has ended; 409 `subscription_not_begun` for a draft; 409 \
                `idempotency_conflict` while another request pauses or resumes the same subscription; 403 \
                `processor_not_connected` without a processor account; and 422 `processor_refused` if the processor \
                rejects the pause.""", PAUSE);
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/subscriptions/{subscriptionId}/pause",
                "Pause a subscription",
                Subscriptions.RESOURCE,
                writing,
                request -> {
                    Input input = request.input(PAUSE, "subscriptionId");
                    input.check();
                    String until = input.text("resumesAt");
                    Instant end = until == null ? null : Instant.parse(until);
                    return operation(request, new SubscriptionPause.Wish.Pause(end));
                });
    }

    private Endpoint resume() {
        Writing writing = Writing.of("resumeSubscription", """
                Ends the pause of a subscription of the key's mode: its `status` becomes `active`, and it is charged \
                again from its next period on. Does nothing to an active subscription. Returns the same errors as the \
                pause.""", Body.NONE);
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/subscriptions/{subscriptionId}/resume",
                "Resume a subscription",
                Subscriptions.RESOURCE,
                writing,
                request -> {
                    request.input(Body.NONE, "subscriptionId").check();
                    return operation(request, new SubscriptionPause.Wish.Resume());
                });
    }

    private SubscriptionPause operation(Request request, SubscriptionPause.Wish wish) {
        return new SubscriptionPause(processing, request.id("subscriptionId"), wish);
    }
}
