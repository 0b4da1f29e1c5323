package io.tollgate.subscription;

import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Request;
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.Processing;
import io.tollgate.resource.Field;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Ends subscriptions. */
public final class CancellationRoutes {
    private static final int REASON_MAX = 500;

    private static final Body CANCEL = Body.of(
            "SubscriptionCancel",
            "{ \"cancelAtPeriodEnd\": true, \"reason\": \"Moving abroad\", \"sendCancellationEmail\": false }",
            Key.bool("cancelImmediately").orNull(),
            Key.bool("cancelAtPeriodEnd").orNull(),
            Key.time("cancelAt").orNull(),
            Key.text("reason", REASON_MAX).orNull(),
            Key.bool("sendCancellationEmail"));

    private static final Endpoint.Schema DONE = new Endpoint.Schema(
            "SubscriptionCanceled",
            "That the cancellation was recorded.",
            List.of(Field.bool("success").always()));

    private final WriteExecutor writes;
    private final Processing processing;

    public CancellationRoutes(WriteExecutor writes, Processing processing) {
        this.writes = writes;
        this.processing = processing;
    }

    public Endpoint cancel() {
        Writing writing = Writing.of("cancelSubscription", """
                Ends a subscription of the key's mode at once, with its period, or at a date in the future: give \
                exactly one of `cancelImmediately: true`, `cancelAtPeriodEnd: true` and `cancelAt`. It cannot be \
                taken back, but an end that is still to come can be moved: `canceledAt` and who asked stay \
                those of the first time, and `reason` stays where none is sent. Ended at once, the subscription is \
                `canceled`; else its status stays until then. 409 `subscription_ended` where it has ended, 409 \
                `subscription_not_begun` for a draft, 409 `idempotency_conflict` while another request cancels the \
                same subscription, 403 `processor_not_connected` without an account, 422 `processor_refused` where \
                the processor refuses. This installation sends no e-mails yet: 422 `email_unavailable` with \
                `sendCancellationEmail: true`.""", CANCEL).answering(DONE);
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/subscriptions/{subscriptionId}/cancel",
                "Cancel a subscription",
                Subscriptions.RESOURCE,
                writing,
                this::plan);
    }

    private SubscriptionCancellation plan(Request request) {
        Input input = request.input(CANCEL, "subscriptionId");
        List<String> ways = Stream.of("cancelImmediately", "cancelAtPeriodEnd", "cancelAt")
                .filter(input::applies)
                .toList();
        if (ways.size() != 1) {
            String message = "give exactly one of cancelImmediately, cancelAtPeriodEnd and cancelAt";
            (ways.isEmpty() ? List.of("cancelImmediately") : ways).forEach(name -> input.problem(name, message));
        }
        input.check();
        SubscriptionCancellation.Wish wish = new SubscriptionCancellation.Wish(
                ending(ways.get(0), input), input.text("reason"), input.bool("sendCancellationEmail", false));
        return new SubscriptionCancellation(processing, request.id("subscriptionId"), wish);
    }

    private static CancellationTime ending(String way, Input input) {
        return switch (way) {
            case "cancelImmediately" -> new CancellationTime(CancellationTime.When.NOW, null);
            case "cancelAtPeriodEnd" -> new CancellationTime(CancellationTime.When.AT_PERIOD_END, null);
            default ->
                new CancellationTime(
                        CancellationTime.When.AT_DATE, Instant.parse(String.valueOf(input.text("cancelAt"))));
        };
    }
}
