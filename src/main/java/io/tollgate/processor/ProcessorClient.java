package io.tollgate.processor;

import io.tollgate.pricing.TaxCalculation;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.tollgate.processor.SubscriptionInvoice.Position;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls to the processor through workers. Shared by all event loops. Fails with {@link ProcessorFailure}.
 *
 * <p>A call has 10 s in total. It is retried with back-off under the same idempotency key, while time remains and the
 * retry budget allows it.
 */
public final class ProcessorClient {
    /** The number of invoices that one call returns. */
    public static final int INVOICES_MAX = 10;

    private static final int TRIES_MAX = 3;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final ProcessorSettings settings;
    private final ProcessorChannel simulator;
    private final ProcessorChannel processor;
    private final AtomicInteger pending = new AtomicInteger();

    public ProcessorClient(Vertx vertx, ProcessorSettings settings) {
        this(vertx, settings, new RetryBudget());
    }

    /** @param simulatorBudget limits the retries of calls to the simulator */
    public ProcessorClient(Vertx vertx, ProcessorSettings settings, RetryBudget simulatorBudget) {
        this.vertx = vertx;
        this.settings = settings;
        this.simulator = new ProcessorChannel(vertx, "simulated processor", settings, simulatorBudget);
        this.processor = new ProcessorChannel(vertx, "processor", settings, new RetryBudget());
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
        return send(account, ProcessorCall.CANCEL_SUBSCRIPTION, terms, key).map(SubscriptionCodec::state);
    }

    /** Returns the state of a subscription at the processor. */
    public Future<SubscriptionState> subscription(ProcessorAccount account, String subscriptionId, String key) {
        return send(account, ProcessorCall.SUBSCRIPTION, new JsonObject().put("id", subscriptionId), key)
                .map(SubscriptionCodec::state);
    }

    /** Creates a product with an id chosen by Tollgate. Leaves an existing one unchanged. */
    public Future<Void> createProduct(ProcessorAccount account, String id, String name, String key) {
        JsonObject terms = new JsonObject().put("id", id).put("name", name);
        return send(account, ProcessorCall.CREATE_PRODUCT, terms, key).mapEmpty();
    }

    /**
     * Creates a subscription for a buyer to confirm. Creates the customer, the products and the coupon that the account
     * does not have.
     */
    public Future<SubscriptionState> createSubscription(ProcessorAccount account, SubscriptionTerms terms, String key) {
        return send(account, ProcessorCall.CREATE_SUBSCRIPTION, SubscriptionTermsCodec.encode(terms), key)
                .map(SubscriptionCodec::state);
    }

    /**
     * Returns the next invoices of a subscription in the order of time, at most {@link #INVOICES_MAX}. If there are
     * as many, more may follow.
     *
     * @param after the last invoice that will not change any more; null to read from the first one
     */
    public Future<List<SubscriptionInvoice>> invoices(
            ProcessorAccount account, String subscriptionId, @Nullable Position after, String key) {
        JsonObject terms = new JsonObject().put("id", subscriptionId);
        if (after != null) {
            terms.put("after", after.invoiceId()).put("number", after.number());
        }
        return send(account, ProcessorCall.INVOICES, terms, key).map(SubscriptionCodec::invoices);
    }

    /**
     * Charges the saved payment method for an open invoice. Returns the payment, which may be declined or need the
     * buyer's authentication.
     */
    public Future<PaymentState> payInvoice(ProcessorAccount account, String invoiceId, String key) {
        return send(account, ProcessorCall.PAY_INVOICE, new JsonObject().put("id", invoiceId), key)
                .map(PaymentState::of);
    }

    /** Creates a setup, with which a customer saves another payment method in the browser. */
    public Future<SetupState> createSetup(ProcessorAccount account, String customerId, boolean cardOnly, String key) {
        JsonObject terms = new JsonObject().put("customerId", customerId).put("cardOnly", cardOnly);
        return send(account, ProcessorCall.CREATE_SETUP, terms, key).map(SetupState::of);
    }

    /** Returns the state of a setup, also that of a subscription without a first payment. */
    public Future<SetupState> setup(ProcessorAccount account, String id, String key) {
        return send(account, ProcessorCall.SETUP, new JsonObject().put("id", id), key)
                .map(SetupState::of);
    }

    /** Makes the payment method of a successful setup the one that a subscription charges. */
    public Future<SubscriptionState> useSetup(
            ProcessorAccount account, String subscriptionId, String setupId, String key) {
        JsonObject terms = new JsonObject().put("id", subscriptionId).put("setupId", setupId);
        return send(account, ProcessorCall.USE_SETUP, terms, key).map(SubscriptionCodec::state);
    }

    /** Creates a payment for a buyer to confirm. */
    public Future<PaymentState> createPayment(ProcessorAccount account, PaymentTerms terms, String key) {
        return send(account, ProcessorCall.CREATE_PAYMENT, terms.json(), key).map(PaymentState::of);
    }

    /**
     * Charges a saved card for a payment while the buyer is present. Returns the payment, which may be declined or need
     * the buyer's authentication. Does not charge a payment again that succeeded before.
     */
    public Future<PaymentState> confirmPayment(ProcessorAccount account, CardCharge charge, String key) {
        return send(account, ProcessorCall.CONFIRM_PAYMENT, charge.json(), key).map(PaymentState::of);
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

    /** Calculates the tax of an order. Returns null if the address is not sufficient to determine the tax. */
    public Future<@Nullable TaxCalculation> calculateTax(ProcessorAccount account, TaxableOrder order, String key) {
        return send(account, ProcessorCall.CALCULATE_TAX, order.json(), key).map(result -> {
            JsonObject calculation = result.getJsonObject("calculation");
            return calculation == null ? null : TaxCalculationCodec.decode(calculation);
        });
    }

    /**
     * Records the tax of a sold order in the account's reports, and returns the id of the transaction.
     *
     * @param reference identifies the order; the processor accepts each reference once
     */
    public Future<String> recordTax(ProcessorAccount account, String calculationId, String reference, String key) {
        JsonObject terms = new JsonObject().put("calculationId", calculationId).put("reference", reference);
        return send(account, ProcessorCall.RECORD_TAX, terms, key).map(made -> made.getString("id"));
    }

    /** Reverses recorded tax in part or in full. Does nothing if the reference was reversed before. */
    public Future<Void> reverseTax(ProcessorAccount account, TaxReversal reversal, String key) {
        return send(account, ProcessorCall.REVERSE_TAX, reversal.json(), key).mapEmpty();
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
            long pause = RetryBudget.pause(number, failure);
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

    /** Returns whether the circuit breaker is open. */
    public boolean isBreakerOpen() {
        return processor.isOpen();
    }

    /** Returns the number of running and waiting calls. */
    public int pending() {
        return pending.get();
    }
}
