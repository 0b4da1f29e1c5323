package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.event.LoggedEvent;
import io.tollgate.platform.mail.MailOccasion;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.Share;
import io.tollgate.platform.task.WorkSource;
import io.tollgate.platform.webhook.WebhookDeliveries.Content;
import io.tollgate.platform.webhook.WebhookDeliveries.Outcome;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends due deliveries, at least once each. A claim moves the due time ahead, so that a delivery is sent again if the
 * process crashes before it recorded the response. Runs on one event loop.
 */
final class WebhookSender implements WorkSource<WebhookDelivery> {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);

    /** Longer than an attempt with its statements. */
    private static final Duration LEASE = Duration.ofSeconds(90);

    /** Pause of an overloaded receiver that sends no {@code Retry-After}. */
    private static final Duration THROTTLE = Duration.ofSeconds(30);

    private static final int FAILURE_LENGTH_MAX = 500;

    private final WebhookDeliveries deliveries;
    private final WriteExecutor writes;
    private final WebhookClient client;
    private final WebhookSecrets secrets;
    private final WorkerExecutor signing;
    private final RetrySchedule schedule;
    private final Clock clock;
    private final Runnable ended;
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final Map<String, Future<?>> claiming = new HashMap<>();

    /**
     * @param signing the workers that sign
     * @param ended called when a delivery has ended, so that its webhook may get the next one
     */
    WebhookSender(
            WebhookDeliveries deliveries,
            WriteExecutor writes,
            WebhookClient client,
            WebhookSecrets secrets,
            WorkerExecutor signing,
            RetrySchedule schedule,
            Clock clock,
            Runnable ended) {
        this.deliveries = deliveries;
        this.writes = writes;
        this.client = client;
        this.secrets = secrets;
        this.signing = signing;
        this.schedule = schedule;
        this.clock = clock;
        this.ended = ended;
    }

    @Override
    public Future<List<Share>> shares(int count) {
        return deliveries.shares(clock.now(), count);
    }

    /** Claims of one seller follow each other: both modes share a webhook, and what it may have in flight. */
    @Override
    public Future<List<WebhookDelivery>> claim(Scope scope, int count) {
        Future<?> former = claiming.getOrDefault(scope.sellerId(), Future.succeededFuture());
        Future<List<WebhookDelivery>> claim = former.transform(done -> claimNow(scope, count));
        claiming.put(scope.sellerId(), claim);
        return claim.onComplete(done -> claiming.remove(scope.sellerId(), claim));
    }

    private Future<List<WebhookDelivery>> claimNow(Scope scope, int count) {
        Instant now = clock.now();
        return deliveries
                .claim(scope, now, now.plus(LEASE), count, Map.copyOf(inFlight))
                .map(claimed -> {
                    claimed.forEach(delivery -> inFlight.merge(delivery.webhookId(), 1, Integer::sum));
                    return claimed;
                });
    }

    @Override
    public Future<Void> perform(WebhookDelivery delivery) {
        return Future.succeededFuture(delivery)
                .compose(this::attempt)
                .onFailure(failure -> LOG.warn(
                        "Delivering event {} to webhook {} failed: {}",
                        delivery.eventId(),
                        delivery.webhookId(),
                        String.valueOf(failure)))
                .onComplete(done -> {
                    inFlight.computeIfPresent(delivery.webhookId(), (id, count) -> count == 1 ? null : count - 1);
                    ended.run();
                });
    }

    private Future<Void> attempt(WebhookDelivery delivery) {
        return deliveries.content(delivery, clock.now()).compose(content -> {
            if (content == null) {
                return Future.succeededFuture();
            }
            return outcome(delivery, content).compose(outcome -> record(delivery, outcome));
        });
    }

    private Future<Outcome> outcome(WebhookDelivery delivery, Content content) {
        Buffer body = body(delivery, content);
        if (body == null) {
            return Future.succeededFuture(new Outcome(false, null, null, null, "The event is no longer kept", null));
        }
        Instant at = clock.now();
        return signing.executeBlocking(() -> signatures(delivery, content, body, at), false)
                .compose(signatures -> {
                    if (signatures.isEmpty()) {
                        String reason = "The secret is encrypted under a master secret that is not configured";
                        return Future.succeededFuture(failed(delivery, null, null, reason, null));
                    }
                    Map<String, String> headers = new LinkedHashMap<>();
                    content.customHeaders()
                            .forEach(header -> headers.put(header.getKey(), String.valueOf(header.getValue())));
                    headers.put("content-type", "application/json");
                    headers.putIfAbsent("user-agent", "Tollgate");
                    headers.putAll(signatures);
                    headers.putAll(delivery.gapProof());
                    return client.send(content.url(), headers, body)
                            .transform(sent -> Future.succeededFuture(
                                    sent.succeeded()
                                            ? outcome(delivery, sent.result())
                                            : failed(delivery, null, null, reason(sent.cause()), null)));
                });
    }

    /** Returns the headers of the signatures; empty if the secret cannot be decrypted. Runs on a worker. */
    private Map<String, String> signatures(WebhookDelivery delivery, Content content, Buffer body, Instant at) {
        WebhookSecrets.Signers valid =
                secrets.valid(delivery.scope().sellerId(), delivery.webhookId(), content.sealed());
        return valid.secrets().isEmpty()
                ? Map.of()
                : Signature.headers(delivery.eventId(), at, delivery.attempts(), body, valid);
    }

    private static @Nullable Buffer body(WebhookDelivery delivery, Content content) {
        LoggedEvent event = content.event();
        if (delivery.type().equals(TestEvent.TYPE)) {
            return TestEvent.body(delivery.scope(), delivery.eventId(), delivery.webhookId(), delivery.createdAt());
        }
        return event == null ? null : event.webhookJson();
    }

    private static String reason(Throwable failure) {
        // A receiver can put anything into the message; Postgres takes no NUL.
        String text = String.valueOf(failure.getMessage()).replaceAll("\\p{Cntrl}", " ");
        return text.length() <= FAILURE_LENGTH_MAX ? text : text.substring(0, FAILURE_LENGTH_MAX);
    }

    private Outcome outcome(WebhookDelivery delivery, WebhookClient.Received received) {
        if (RetrySchedule.isSuccess(received.status())) {
            return new Outcome(true, null, received.status(), received.body(), null, null);
        }
        Duration asked = RetrySchedule.retryAfter(received.retryAfter(), clock.now());
        return failed(delivery, received.status(), received.body(), "The response was " + received.status(), asked);
    }

    private Outcome failed(
            WebhookDelivery delivery,
            @Nullable Integer status,
            @Nullable Buffer response,
            String reason,
            @Nullable Duration retryAfter) {
        boolean ends = status != null && RetrySchedule.disables(status);
        boolean throttles = status != null && RetrySchedule.throttles(status);
        Duration pause = ends ? null : schedule.pause(delivery.attempts(), retryAfter);
        Instant now = clock.now();
        return new Outcome(
                false,
                pause == null ? null : now.plus(pause),
                status,
                response,
                reason,
                throttles ? now.plus(retryAfter == null ? THROTTLE : retryAfter) : null);
    }

    private Future<Void> record(WebhookDelivery delivery, Outcome outcome) {
        Instant now = clock.now();
        return deliveries.record(delivery, outcome, now).compose(failing -> {
            Integer status = outcome.status();
            boolean gone = status != null && RetrySchedule.disables(status);
            return failing != null && (gone || FailureDeadlines.isLate(delivery, failing, now))
                    ? disable(delivery, gone)
                    : Future.succeededFuture();
        });
    }

    /** Sends nothing more to a webhook until the seller activates it, and tells the seller. */
    private Future<Void> disable(WebhookDelivery delivery, boolean gone) {
        String reason = gone ? "The receiver returned 410" : "No delivery succeeded for five days";
        Instant now = clock.now();
        String occasion = (gone ? MailPurpose.GONE : "") + now.toEpochMilli();
        return writes.run(
                        delivery.scope(),
                        write -> write.lock(delivery.scope(), Webhooks.RESOURCE, delivery.webhookId())
                                .compose(former -> {
                                    if (!former.record().path("status").asText().equals("active")) {
                                        return Future.succeededFuture();
                                    }
                                    LOG.warn("Webhook {} failed: {}", delivery.webhookId(), reason);
                                    ObjectNode webhook =
                                            former.record().deepCopy().put("status", "failed");
                                    return write.update(Webhooks.RESOURCE, former, webhook, Map.of())
                                            .compose(done -> WebhookRows.giveUp(
                                                    write.transaction(),
                                                    delivery.scope(),
                                                    delivery.webhookId(),
                                                    now,
                                                    reason))
                                            .compose(done -> MailOutbox.insert(
                                                    write.transaction(),
                                                    delivery.scope(),
                                                    MailPurpose.WEBHOOK_FAILED,
                                                    delivery.webhookId(),
                                                    new MailOccasion(occasion, null),
                                                    now));
                                }))
                .<Void>mapEmpty()
                .recover(failure ->
                        ApiError.isNotFound(failure) ? Future.succeededFuture() : Future.failedFuture(failure));
    }
}
