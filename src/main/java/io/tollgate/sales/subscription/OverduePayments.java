package io.tollgate.sales.subscription;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.QuestionThrottle;
import io.tollgate.processor.QuestionThrottle.Occasion;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.sales.subscription.OverduePayment.Replacement;
import io.tollgate.sales.subscription.OverduePayment.Status;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets subscribers replace their card, and pay what is due after a failed charge with another card or the saved one.
 *
 * <p>The processor charges an invoice once. In addition, calls that have the same cause have the same idempotency key,
 * so that several tabs, a reload and an event together cause one attempt.
 */
public record OverduePayments(WriteExecutor writes, ProcessorClient processor, BrowserProcessor browser) {
    private static final Logger LOG = LoggerFactory.getLogger(OverduePayments.class);

    private static final String RECORD = """
            SELECT convert_from(record, 'UTF8') FROM subscription
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    /** What is stored of a subscription, and the replacement that is open; null if there is none. */
    private record Stored(
            StoredSubscription record,
            SubscriptionSync.Known known,
            @Nullable CardReplacement replacement) {
        String id() {
            return known.id();
        }

        ProcessorAccount account() {
            return known.account();
        }
    }

    /** A subscription with what it owes. */
    private record Look(Stored stored, SubscriptionDebt debt) {}

    /**
     * Completes the replacement of a card that the buyer has confirmed, and returns what is due then.
     *
     * @return null if the processor has not answered in time
     * @throws ApiError 404 if there is no such subscription; 503 if the processor does not respond
     */
    public Future<@Nullable OverduePayment> open(Scope scope, String subscriptionId, Occasion occasion) {
        return open(scope, subscriptionId, occasion, EnumSet.of(Status.DUE));
    }

    /** Does what {@link #open} does, and lets the buyer replace the card also if nothing is due. */
    public Future<@Nullable OverduePayment> openCard(Scope scope, String subscriptionId) {
        return open(scope, subscriptionId, Occasion.BEGIN, EnumSet.of(Status.DUE, Status.PAID));
    }

    private Future<@Nullable OverduePayment> open(
            Scope scope, String subscriptionId, Occasion occasion, Set<Status> replaceable) {
        return processor
                .questions()
                .ask(
                        new QuestionThrottle.Key(scope, subscriptionId, occasion),
                        () -> open(scope, subscriptionId, replaceable))
                .map(QuestionThrottle.Answer::value);
    }

    private Future<OverduePayment> open(Scope scope, String subscriptionId, Set<Status> replaceable) {
        return stored(scope, subscriptionId)
                .compose(stored -> complete(scope, stored))
                .compose(done -> stored(scope, subscriptionId))
                .compose(this::look)
                .compose(look -> (look.debt().isBehind() ? sync(scope, subscriptionId) : Future.<Void>succeededFuture())
                        .compose(synced -> present(scope, look, replaceable)))
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    /**
     * Charges the saved payment method for what is due. Does nothing if nothing is due. A decline is shown by
     * {@link #open}.
     */
    public Future<Void> retry(Scope scope, String subscriptionId) {
        return stored(scope, subscriptionId)
                .compose(stored -> look(stored).compose(look -> {
                    Future<Void> paid = Future.succeededFuture();
                    for (SubscriptionInvoice invoice : look.debt().due()) {
                        // The next try follows the last charge, so that several clicks on one page are one try.
                        String key = "tollgate-pay-" + invoice.id() + "-" + invoice.chargeId();
                        paid = paid.compose(before -> pay(stored, invoice, key));
                    }
                    return paid.compose(done -> sync(scope, subscriptionId))
                            .onSuccess(synced -> processor
                                    .questions()
                                    .forget(new QuestionThrottle.Key(scope, subscriptionId, Occasion.SHOW)));
                }))
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)));
    }

    /**
     * Completes the replacement of a card whose setup the processor reports as successful.
     *
     * @return false if the setup is not one of Tollgate's, or is completed already
     */
    Future<Boolean> completeSetup(Scope scope, String setupId) {
        return writes.read(scope, write -> CardReplacement.ofSetup(write, setupId))
                .compose(replacement -> replacement == null
                        ? Future.succeededFuture(false)
                        : stored(scope, replacement.subscriptionId())
                                .compose(stored -> complete(scope, stored))
                                .map(true));
    }

    /** @throws ApiError 404 if there is no such subscription that the processor bills */
    private Future<Stored> stored(Scope scope, String id) {
        return writes.read(
                scope,
                write -> record(write, id)
                        .compose(record -> SubscriptionSync.known(write, id).compose(known -> {
                            if (record == null || known == null) {
                                throw ApiError.notFound("Subscription");
                            }
                            return CardReplacement.open(write, id)
                                    .map(replacement -> new Stored(record, known, replacement));
                        })));
    }

    private static Future<@Nullable StoredSubscription> record(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(RECORD)
                .execute(Tuple.of(write.scope().sellerId(), write.scope().live(), id))
                .map(rows -> {
                    for (Row row : rows) {
                        return StoredSubscriptionCodec.INSTANCE.decode(row.getString(0));
                    }
                    return null;
                });
    }

    private Future<Look> look(Stored stored) {
        SubscriptionSync.Known known = stored.known();
        return SubscriptionSnapshot.after(processor, known.account(), known.processorId(), known.last())
                .map(billed -> new Look(stored, new SubscriptionDebt(stored.record(), billed)));
    }

    /** Uses the card of a successful setup, and charges it for what is due. */
    private Future<Void> complete(Scope scope, Stored stored) {
        CardReplacement replacement = stored.replacement();
        if (replacement == null || replacement.setupId() == null) {
            return Future.succeededFuture();
        }
        String setupId = replacement.setupId();
        return processor
                .call(stored.account(), "setup", api -> api.setup(setupId))
                .compose(setup -> switch (setup.status()) {
                    case SUCCEEDED ->
                        use(stored, replacement)
                                .compose(used -> look(stored))
                                .compose(look -> pay(look, replacement))
                                .compose(paid -> end(scope, replacement))
                                .compose(ended -> sync(scope, stored.id()));
                    case CANCELED -> end(scope, replacement);
                    case OPEN, REQUIRES_ACTION, PROCESSING -> Future.<Void>succeededFuture();
                });
    }

    private Future<Void> use(Stored stored, CardReplacement replacement) {
        String subscriptionId = stored.known().processorId();
        String setupId = Objects.requireNonNull(replacement.setupId());
        String key = "tollgate-use-" + replacement.id();
        return processor
                .call(stored.account(), "useSetup", api -> api.useSetup(subscriptionId, setupId, key))
                .<Void>mapEmpty()
                .recover(failure -> refused(stored, failure));
    }

    private Future<Void> pay(Look look, CardReplacement replacement) {
        Future<Void> paid = Future.succeededFuture();
        for (SubscriptionInvoice invoice : look.debt().due()) {
            String key = "tollgate-pay-" + invoice.id() + "-" + replacement.id();
            paid = paid.compose(before -> pay(look.stored(), invoice, key));
        }
        return paid;
    }

    private Future<Void> pay(Stored stored, SubscriptionInvoice invoice, String key) {
        return processor
                .call(stored.account(), "payInvoice", api -> api.payInvoice(invoice.id(), key))
                .<Void>mapEmpty()
                .recover(failure -> refused(stored, failure));
    }

    /** Continues if the processor does not accept the call, as after another payment or the end of the subscription. */
    private static Future<Void> refused(Stored stored, Throwable failure) {
        if (failure instanceof ProcessorFailure known && known.kind() == ProcessorFailure.Kind.REFUSED) {
            LOG.info("The processor refused a payment of subscription {}: {}", stored.id(), known.getMessage());
            return Future.succeededFuture();
        }
        return Future.failedFuture(failure);
    }

    private Future<Void> end(Scope scope, CardReplacement replacement) {
        return writes.run(scope, write -> CardReplacement.end(write, replacement.id()));
    }

    /** Updates the record of the subscription. A concurrent update leaves it to the task of the processor's events. */
    private Future<Void> sync(Scope scope, String id) {
        return new SubscriptionSync(writes, processor)
                .sync(scope, id)
                .recover(failure -> failure instanceof ApiError error && error.status() == 503
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }

    private Future<OverduePayment> present(Scope scope, Look look, Set<Status> replaceable) {
        return replaceable.contains(look.debt().status())
                ? replacement(scope, look).map(replacement -> look.debt().show(replacement))
                : Future.succeededFuture(look.debt().show(null));
    }

    /** Returns the open replacement, or begins one. */
    private Future<Replacement> replacement(Scope scope, Look look) {
        Stored stored = look.stored();
        BrowserProcessor.Access access = browser.of(stored.account());
        String customer = look.debt().state().customerId();
        if (access == null || customer == null) {
            throw ApiError.conflict("publishable_key_missing", "The seller's account has no publishable key.");
        }
        CardReplacement open = stored.replacement();
        Future<CardReplacement> begun = open != null
                ? Future.succeededFuture(open)
                : writes.run(
                        scope,
                        write -> CardReplacement.begin(write, stored.id())
                                .compose(inserted -> CardReplacement.open(write, stored.id()))
                                .map(Objects::requireNonNull));
        return begun.compose(replacement -> created(scope, stored, replacement, customer))
                .map(created -> new Replacement(Objects.requireNonNull(created.clientSecret()), access));
    }

    private Future<CardReplacement> created(
            Scope scope, Stored stored, CardReplacement replacement, String customerId) {
        if (replacement.setupId() != null) {
            return Future.succeededFuture(replacement);
        }
        String key = "tollgate-setup-" + replacement.id();
        return processor
                .call(stored.account(), "createSetup", api -> api.createSetup(customerId, true, key))
                .compose(setup -> {
                    CardReplacement created = new CardReplacement(
                            replacement.id(), replacement.subscriptionId(), setup.id(), setup.clientSecret());
                    return writes.run(scope, write -> CardReplacement.record(write, created))
                            .map(recorded -> created);
                });
    }
}
