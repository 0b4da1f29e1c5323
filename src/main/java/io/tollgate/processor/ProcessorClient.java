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
 * The way to the workers that speak to the processor. One for all event loops. What it fails with is
 * a {@link ProcessorFailure}.
 *
 * <p>A call has ten seconds in all: it is sent again, under the same key and after a while, as long
 * as there is time and the budget for retries allows it.
 */
public final class ProcessorClient {
    private static final int TRIES_MAX = 3;
    private static final int PAUSE_MILLIS = 200;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Settings settings;
    private final ProcessorChannel simulator;
    private final ProcessorChannel processor;
    private final AtomicInteger pending = new AtomicInteger();

    /**
     * @param workers how many calls run at a time
     * @param queueMax how many more may wait
     * @param callTimeoutMillis from the request to the answer, all tries together
     * @param breakerFailures how many failures within ten seconds open the breaker
     * @param breakerResetMillis how long it stays open
     */
    public record Settings(
            int workers, int queueMax, int callTimeoutMillis, int breakerFailures, int breakerResetMillis) {}

    public ProcessorClient(Vertx vertx, Settings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.simulator = new ProcessorChannel(vertx, "simulated processor", settings);
        this.processor = new ProcessorChannel(vertx, "processor", settings);
    }

    /** Makes a coupon under an id of ours. */
    public Future<Void> createCoupon(ProcessorAccount account, String id, CouponTerms discount, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("discount", discount.json());
        return ask(account, ProcessorCall.CREATE_COUPON, terms, key).mapEmpty();
    }

    Future<Void> renameCoupon(ProcessorAccount account, String id, String name, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("name", name);
        return ask(account, ProcessorCall.RENAME_COUPON, terms, key).mapEmpty();
    }

    public Future<Void> deleteCoupon(ProcessorAccount account, String id, String key) {
        return ask(account, ProcessorCall.DELETE_COUPON, new JsonObject().put("id", id), key)
                .mapEmpty();
    }

    /** Makes a tax rate; gives its id. */
    public Future<String> createTaxRate(ProcessorAccount account, String recordId, TaxTerms terms, String key) {
        JsonObject sent = new JsonObject().put("recordId", recordId).put("terms", terms.json());
        return ask(account, ProcessorCall.CREATE_TAX_RATE, sent, key).map(made -> made.getString("id"));
    }

    Future<Void> renameTaxRate(ProcessorAccount account, String id, String name, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("name", name);
        return ask(account, ProcessorCall.RENAME_TAX_RATE, terms, key).mapEmpty();
    }

    Future<Void> deactivateTaxRate(ProcessorAccount account, String id, String key) {
        return ask(account, ProcessorCall.DEACTIVATE_TAX_RATE, new JsonObject().put("id", id), key)
                .mapEmpty();
    }

    Future<List<String>> taxRatesOf(ProcessorAccount account, String recordId, Instant since, String key) {
        JsonObject terms = new JsonObject().put("recordId", recordId).put("since", since.toString());
        return ask(account, ProcessorCall.TAX_RATES_OF, terms, key)
                .map(found -> found.getJsonArray("ids").stream()
                        .map(String.class::cast)
                        .toList());
    }

    /** Ends a subscription now, with its period, or at a date. */
    public Future<SubscriptionState> cancel(
            ProcessorAccount account, String subscriptionId, CancellationTime ending, String key) {
        JsonObject terms = new JsonObject().put("id", subscriptionId).put("ending", ending.json());
        return ask(account, ProcessorCall.CANCEL_SUBSCRIPTION, terms, key).map(SubscriptionState::of);
    }

    /** What the processor knows of a subscription. */
    public Future<SubscriptionState> subscription(ProcessorAccount account, String subscriptionId, String key) {
        return ask(account, ProcessorCall.SUBSCRIPTION, new JsonObject().put("id", subscriptionId), key)
                .map(SubscriptionState::of);
    }

    /** The answer arrives on the caller's own event loop. */
    private Future<JsonObject> ask(ProcessorAccount account, ProcessorCall call, JsonObject terms, String key) {
        if (pending.incrementAndGet() > settings.workers() + settings.queueMax()) {
            pending.decrementAndGet();
            return Future.failedFuture(new ProcessorFailure(Kind.NOT_SENT, "too many calls wait", RETRY_AFTER));
        }
        JsonObject body = new JsonObject()
                .put("sellerId", account.scope().sellerId())
                .put("livemode", account.scope().live())
                .put("sealedKey", account.sealedKey().getBytes())
                .put("simulated", account.simulated())
                .put("terms", terms);
        ProcessorChannel line = account.simulated() ? simulator : processor;
        line.budget().called();
        long deadline = System.nanoTime()
                + Duration.ofMillis(settings.callTimeoutMillis()).toNanos();
        var context = vertx.getOrCreateContext();
        Promise<JsonObject> answer = Promise.promise();
        attempt(line, new ProcessorChannel.Letter(call, key, body), deadline, 1).onComplete(result -> {
            pending.decrementAndGet();
            context.runOnContext(nothing -> answer.handle(result));
        });
        return answer.future();
    }

    private Future<JsonObject> attempt(
            ProcessorChannel line, ProcessorChannel.Letter letter, long deadline, int number) {
        int left = (int) ((deadline - System.nanoTime()) / 1_000_000);
        return line.send(letter, left).recover(failure -> {
            long pause = pause(number, failure);
            boolean again = failure instanceof ProcessorFailure known
                    && (known.kind() == Kind.UNKNOWN || known.kind() == Kind.RATE_LIMITED)
                    && number < TRIES_MAX
                    && deadline - System.nanoTime()
                            > 2 * Duration.ofMillis(pause).toNanos()
                    && line.budget().take();
            if (!again) {
                return Future.failedFuture(failure);
            }
            return vertx.timer(pause)
                    .compose(waited -> attempt(line, letter, deadline, number + 1))
                    // A breaker that opened meanwhile does not make undone what may be done.
                    .recover(later -> Future.failedFuture(
                            later instanceof ProcessorFailure last && last.kind() == Kind.NOT_SENT ? failure : later));
        });
    }

    /**
     * Any length up to one that doubles, so that those who failed together do not come back together; after the time
     * for which the processor asks to be left alone.
     */
    private static long pause(int number, Throwable failure) {
        boolean asked = failure instanceof ProcessorFailure known && known.kind() == Kind.RATE_LIMITED;
        long alone = asked ? ((ProcessorFailure) failure).retryAfter().toMillis() : 0;
        return alone + 1 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS << number);
    }

    /** Whether the processor is left alone because it has been failing. */
    public boolean isLeftAlone() {
        return processor.isOpen();
    }

    /** How many calls run or wait. */
    public int pending() {
        return pending.get();
    }
}
