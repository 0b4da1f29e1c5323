package io.tollgate.processor;

import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends calls to the processor through workers. Shared by all event loops. Fails with {@link ProcessorFailure}.
 *
 * <p>A call has 10 s in total. It is retried with back-off under the same idempotency key, while time remains and the
 * retry budget allows it.
 */
public final class ProcessorClient {
    private static final int TRIES_MAX = 3;
    private static final int PAUSE_MILLIS = 200;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final ProcessorSettings settings;
    private final ProcessorChannel simulator;
    private final ProcessorChannel processor;
    private final AtomicInteger pending = new AtomicInteger();

    public ProcessorClient(Vertx vertx, ProcessorSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.simulator = new ProcessorChannel(vertx, "simulated processor", settings);
        this.processor = new ProcessorChannel(vertx, "processor", settings);
    }

    /** Creates a coupon with an id chosen by Tollgate. */
    public Future<Void> createCoupon(ProcessorAccount account, String id, CouponTerms discount, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("discount", discount.json());
        return send(account, ProcessorCall.CREATE_COUPON, terms, key).mapEmpty();
    }

    Future<Void> renameCoupon(ProcessorAccount account, String id, String name, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("name", name);
        return send(account, ProcessorCall.RENAME_COUPON, terms, key).mapEmpty();
    }

    public Future<Void> deleteCoupon(ProcessorAccount account, String id, String key) {
        return send(account, ProcessorCall.DELETE_COUPON, new JsonObject().put("id", id), key)
                .mapEmpty();
    }

    /** Creates a tax rate and returns its id. */
    public Future<String> createTaxRate(ProcessorAccount account, String recordId, TaxTerms terms, String key) {
        JsonObject sent = new JsonObject().put("recordId", recordId).put("terms", terms.json());
        return send(account, ProcessorCall.CREATE_TAX_RATE, sent, key).map(made -> made.getString("id"));
    }

    Future<Void> renameTaxRate(ProcessorAccount account, String id, String name, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("name", name);
        return send(account, ProcessorCall.RENAME_TAX_RATE, terms, key).mapEmpty();
    }

    Future<Void> deactivateTaxRate(ProcessorAccount account, String id, String key) {
        return send(account, ProcessorCall.DEACTIVATE_TAX_RATE, new JsonObject().put("id", id), key)
                .mapEmpty();
    }

    Future<List<String>> taxRatesOf(ProcessorAccount account, String recordId, Instant since, String key) {
        JsonObject terms = new JsonObject().put("recordId", recordId).put("since", since.toString());
        return send(account, ProcessorCall.TAX_RATES_OF, terms, key)
                .map(found -> found.getJsonArray("ids").stream()
                        .map(String.class::cast)
                        .toList());
    }

    /** Cancels a subscription now, at the end of its period, or at a date. */
    public Future<SubscriptionState> cancel(
            ProcessorAccount account, String subscriptionId, CancellationTime ending, String key) {
        JsonObject terms = new JsonObject().put("id", subscriptionId).put("ending", ending.json());
        return send(account, ProcessorCall.CANCEL_SUBSCRIPTION, terms, key).map(SubscriptionState::of);
    }

    /** Returns the state of a subscription at the processor. */
    public Future<SubscriptionState> subscription(ProcessorAccount account, String subscriptionId, String key) {
        return send(account, ProcessorCall.SUBSCRIPTION, new JsonObject().put("id", subscriptionId), key)
                .map(SubscriptionState::of);
    }

    /** Creates a payment for a buyer to confirm. */
    public Future<PaymentState> createPayment(ProcessorAccount account, PaymentTerms terms, String key) {
        return send(account, ProcessorCall.CREATE_PAYMENT, terms.json(), key).map(PaymentState::of);
    }

    /** Returns the state of a payment at the processor. */
    public Future<PaymentState> payment(ProcessorAccount account, String id, String key) {
        return send(account, ProcessorCall.PAYMENT, new JsonObject().put("id", id), key)
                .map(PaymentState::of);
    }

    /** Cancels a payment. Returns the state of one that has succeeded meanwhile or is canceled already. */
    public Future<PaymentState> cancelPayment(ProcessorAccount account, String id, String key) {
        return send(account, ProcessorCall.CANCEL_PAYMENT, new JsonObject().put("id", id), key)
                .map(PaymentState::of);
    }

    /** Refunds a payment in part or in full. */
    public Future<RefundState> createRefund(ProcessorAccount account, RefundTerms terms, String key) {
        return send(account, ProcessorCall.CREATE_REFUND, terms.json(), key).map(RefundState::of);
    }

    /** Returns what the processor received for a payment, with all refunds and disputes. */
    public Future<PaymentBalance> balance(ProcessorAccount account, String paymentId, String key) {
        return send(account, ProcessorCall.BALANCE, new JsonObject().put("id", paymentId), key)
                .map(PaymentBalance::of);
    }

    /** Sends a call. The result arrives on the caller's own event loop. */
    private Future<JsonObject> send(ProcessorAccount account, ProcessorCall call, JsonObject terms, String key) {
        if (pending.incrementAndGet() > settings.workers() + settings.queueMax()) {
            pending.decrementAndGet();
            return Future.failedFuture(new ProcessorFailure(Kind.NOT_SENT, "the queue of calls is full", RETRY_AFTER));
        }
        JsonObject body = new JsonObject()
                .put("sellerId", account.scope().sellerId())
                .put("livemode", account.scope().live())
                .put("sealedKey", account.sealedKey().getBytes())
                .put("simulated", account.simulated())
                .put("terms", terms);
        ProcessorChannel channel = account.simulated() ? simulator : processor;
        channel.budget().called();
        long deadline = System.nanoTime()
                + Duration.ofMillis(settings.callTimeoutMillis()).toNanos();
        var context = vertx.getOrCreateContext();
        Promise<JsonObject> answer = Promise.promise();
        attempt(channel, new ProcessorChannel.Request(call, key, body), deadline, 1)
                .onComplete(result -> {
                    pending.decrementAndGet();
                    context.runOnContext(nothing -> answer.handle(result));
                });
        return answer.future();
    }

    private Future<JsonObject> attempt(
            ProcessorChannel channel, ProcessorChannel.Request request, long deadline, int number) {
        int left = (int) ((deadline - System.nanoTime()) / 1_000_000);
        return channel.send(request, left).recover(failure -> {
            long pause = pause(number, failure);
            boolean again = failure instanceof ProcessorFailure known
                    && (known.kind() == Kind.UNKNOWN || known.kind() == Kind.RATE_LIMITED)
                    && number < TRIES_MAX
                    && deadline - System.nanoTime()
                            > 2 * Duration.ofMillis(pause).toNanos()
                    && channel.budget().tryAcquire();
            if (!again) {
                return Future.failedFuture(failure);
            }
            return vertx.timer(pause)
                    .compose(waited -> attempt(channel, request, deadline, number + 1))
                    .recover(later -> Future.failedFuture(reported(failure, later)));
        });
    }

    /**
     * Returns the failure to report after two attempts. If the second one was stopped before the processor decided, the
     * first may still have had an effect.
     */
    private static Throwable reported(Throwable first, Throwable second) {
        if (!(second instanceof ProcessorFailure last)) {
            return second;
        }
        boolean unknown = first instanceof ProcessorFailure known && known.mayHaveBeenProcessed();
        boolean undecided = last.kind() == Kind.NOT_SENT
                || (unknown && last.kind() != Kind.REFUSED && !last.mayHaveBeenProcessed());
        return undecided ? first : second;
    }

    /**
     * Returns a random back-off below a bound that doubles with each attempt, so that clients do not retry in step.
     * It is added to a requested {@code Retry-After}.
     */
    private static long pause(int number, Throwable failure) {
        boolean asked = failure instanceof ProcessorFailure known && known.kind() == Kind.RATE_LIMITED;
        long alone = asked ? ((ProcessorFailure) failure).retryAfter().toMillis() : 0;
        return alone + 1 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS << number);
    }

    /** Returns whether the circuit breaker is open. */
    public boolean isBreakerOpen() {
        return processor.isOpen();
    }

    /** Returns the number of running and waiting calls. */
    public int pending() {
        return pending.get();
    }
}
