package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the processor what an order depends on, and cancels the payment that it replaces. Both are done between two
 * transactions; only the last one places the order.
 */
record PlacementQuestions(ProcessorClient processor, OrderTaxes taxes, OrderWithdrawal withdrawal) {
    /** The buyer's other tab can begin another payment of the former order, but not again and again. */
    private static final int RELEASES_MAX = 3;

    /**
     * What the processor has said so far.
     *
     * @param tax null if it was not asked for
     * @param free whether the buyer has no subscription at the processor
     * @param releases how many payments of a former order were canceled
     */
    record Answers(OrderTaxes.@Nullable Known tax, boolean free, int releases) {
        static final Answers NONE = new Answers(null, false, 0);
    }

    /** A buyer who must not have a subscription in the account. */
    record Subscriber(String email, ProcessorAccount account) {}

    /**
     * The result of a try: the id of the checkout, or what is needed before the next try.
     *
     * @param tax the calculation that is needed; null for none
     * @param subscriber the buyer to ask for; null for none
     * @param release the open order whose payment has to be canceled; null for none
     */
    record Placement(
            @Nullable String id,
            OrderTaxes.@Nullable Needed tax,
            @Nullable Subscriber subscriber,
            @Nullable String release) {
        static Placement of(String id) {
            return new Placement(id, null, null, null);
        }

        static Placement needs(OrderTaxes.Needed tax) {
            return new Placement(null, tax, null, null);
        }

        static Placement needs(Subscriber subscriber) {
            return new Placement(null, null, subscriber, null);
        }

        static Placement releases(String former) {
            return new Placement(null, null, null, former);
        }
    }

    /** Places an order with the answers to its questions. Each question is asked once. */
    Future<String> place(Scope scope, Function<Answers, Future<Placement>> placing) {
        return place(scope, placing, Answers.NONE);
    }

    private Future<String> place(Scope scope, Function<Answers, Future<Placement>> placing, Answers known) {
        return placing.apply(known).compose(placement -> {
            if (placement.tax() != null) {
                return taxes.calculate(placement.tax())
                        .compose(tax -> place(scope, placing, new Answers(tax, known.free(), known.releases())));
            }
            if (placement.subscriber() != null) {
                return requireNone(placement.subscriber())
                        .compose(none -> place(scope, placing, new Answers(known.tax(), true, known.releases())));
            }
            return placement.release() != null
                    ? release(scope, placing, known, placement.release())
                    : Future.succeededFuture(Objects.requireNonNull(placement.id()));
        });
    }

    private Future<String> release(
            Scope scope, Function<Answers, Future<Placement>> placing, Answers known, String former) {
        if (known.releases() == RELEASES_MAX) {
            throw ApiError.unavailable();
        }
        Answers next = new Answers(known.tax(), known.free(), known.releases() + 1);
        return withdrawal
                .release(scope, former)
                .compose(released -> released
                        ? place(scope, placing, next)
                        // It was paid meanwhile: its page shows that.
                        : Future.succeededFuture(former));
    }

    private Future<Void> requireNone(Subscriber buyer) {
        String email = buyer.email();
        return processor
                .call(buyer.account(), "find subscriptions", account -> account.hasSubscription(email))
                .recover(failure -> Future.failedFuture(ProcessorFailure.toApiError(failure)))
                .map(found -> EarlierPurchases.require(!found));
    }

    /** Returns the question whether the buyer of an order has a subscription at the processor; null if none is open. */
    static @Nullable Future<Placement> subscriber(WriteContext write, PageOrder.Placed placed, Answers known) {
        return known.free() || !EarlierPurchases.limitsAtProcessor(placed.priced())
                ? null
                : ProcessorAccount.of(write.transaction(), write.scope())
                        .map(account ->
                                Placement.needs(new Subscriber(placed.buyer().email(), account)));
    }
}
