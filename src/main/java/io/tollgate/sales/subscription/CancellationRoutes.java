package io.tollgate.sales.subscription;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.Processing;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The endpoints that cancel subscriptions, and undo scheduled cancellations. */
public record CancellationRoutes(WriteExecutor writes, Processing processing) {
    private static final int REASON_MAX = 500;

    private static final Body CANCEL = Body.of(
            "SubscriptionCancel",
            "{ \"cancelAtPeriodEnd\": true, \"reason\": \"Moving abroad\", \"sendCancellationEmail\": false }",
            Field.bool("cancelImmediately")
                    .doc("Cancels the subscription at once. Send exactly one of `cancelImmediately`, "
                            + "`cancelAtPeriodEnd` and `cancelAt`.")
                    .orNull(),
            Field.bool("cancelAtPeriodEnd")
                    .doc("Cancels the subscription at the end of the current billing period.")
                    .orNull(),
            Field.time("cancelAt")
                    .doc("Cancels the subscription at this time, which must be in the future and, for a payment plan, "
                            + "not after its last period.")
                    .orNull(),
            Field.oneOf("openInvoice", "void", "collect")
                    .doc("What becomes of invoices whose charges have failed. `void` (the default): they are never "
                            + "charged, and an overdue subscription becomes `active` until it ends. `collect`: the "
                            + "processor repeats the charges as before; after an immediate cancellation, it tries "
                            + "once more, and the invoice stays open at the processor.")
                    .orNull(),
            Field.text("reason", REASON_MAX)
                    .personal()
                    .doc("Why the subscription is canceled. Stored with the subscription.")
                    .orNull(),
            Field.bool("sendCancellationEmail")
                    .doc("Whether the customer is informed by e-mail. The seller is informed if the page's "
                            + "`sendCanceledSubscriptionNotifications` is `true`."));

    private static final Endpoint.Schema DONE = new Endpoint.Schema(
            "SubscriptionCanceled",
            "Confirms that the cancellation was recorded, or undone.",
            List.of(Field.bool("success").doc("Always `true`.").always()));

    public Endpoint cancel() {
        Writing writing = Writing.of("cancelSubscription", """
                Cancels a subscription of the key's mode immediately, at the end of its period, or at a future date. \
                Send exactly one of `cancelImmediately: true`, `cancelAtPeriodEnd: true` and `cancelAt`. A \
                future cancellation can be rescheduled, and undone with `uncancel`: `canceledAt` and the key that \
                canceled stay those of the first request, and `reason` stays unless a new one is sent. After an \
                immediate cancellation the status is `canceled`; otherwise it changes at the end. Invoices whose \
                charges have failed are voided unless `openInvoice` is `collect`. Returns 409 \
                `subscription_ended` if the subscription has ended, 409 `subscription_not_begun` for a draft, 409 \
                `idempotency_conflict` while another request cancels the same subscription, 403 \
                `processor_not_connected` without a processor account, and 422 `processor_refused` if the processor \
                rejects the cancellation. With `sendCancellationEmail: true`, the customer is informed by \
                e-mail.""", CANCEL).withResponseSchema(DONE);
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/subscriptions/{subscriptionId}/cancel",
                "Cancel a subscription",
                Subscriptions.RESOURCE,
                writing,
                this::plan);
    }

    public Endpoint uncancel() {
        Writing writing = Writing.of("uncancelSubscription", """
                Undoes a scheduled cancellation of a subscription of the key's mode, here and at the payment \
                processor: the subscription renews as before. `cancelAt`, `cancelAtPeriodEnd`, `canceledAt`, the \
                author and `reason` are reset. Invoices that the cancellation has voided stay void. Returns 409 \
                `subscription_not_canceled` if no cancellation is scheduled, 409 `subscription_ended` if the \
                subscription has ended, 409 `subscription_is_plan` for an installment plan, 409 \
                `subscription_not_begun` for a draft, 409 `idempotency_conflict` while another request cancels the \
                same subscription or undoes that, 403 `processor_not_connected` without a processor account, and \
                422 `processor_refused` if the processor rejects the change.""", Body.NONE).withResponseSchema(DONE);
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/subscriptions/{subscriptionId}/uncancel",
                "Undo a scheduled cancellation",
                Subscriptions.RESOURCE,
                writing,
                this::undo);
    }

    private SubscriptionCancellation undo(Request request) {
        request.input(Body.NONE, "subscriptionId").check();
        SubscriptionCancellation.Options wish = new SubscriptionCancellation.Options(
                new CancellationTime(CancellationTime.Timing.NEVER, null), null, false, null, OpenInvoices.COLLECT);
        return new SubscriptionCancellation(processing, request.id("subscriptionId"), wish);
    }

    private SubscriptionCancellation plan(Request request) {
        Input input = request.input(CANCEL, "subscriptionId");
        List<String> ways = Stream.of("cancelImmediately", "cancelAtPeriodEnd", "cancelAt")
                .filter(input::applies)
                .toList();
        if (ways.size() != 1) {
            String message = "send exactly one of cancelImmediately, cancelAtPeriodEnd and cancelAt";
            (ways.isEmpty() ? List.of("cancelImmediately") : ways).forEach(name -> input.problem(name, message));
        }
        input.check();
        SubscriptionCancellation.Options wish = new SubscriptionCancellation.Options(
                ending(ways.get(0), input),
                input.text("reason"),
                input.bool("sendCancellationEmail", false),
                null,
                OpenInvoices.of(Objects.requireNonNullElse(input.text("openInvoice"), "void")));
        return new SubscriptionCancellation(processing, request.id("subscriptionId"), wish);
    }

    private static CancellationTime ending(String way, Input input) {
        return switch (way) {
            case "cancelImmediately" -> new CancellationTime(CancellationTime.Timing.NOW, null);
            case "cancelAtPeriodEnd" -> new CancellationTime(CancellationTime.Timing.AT_PERIOD_END, null);
            default ->
                new CancellationTime(
                        CancellationTime.Timing.AT_DATE, Instant.parse(String.valueOf(input.text("cancelAt"))));
        };
    }
}
