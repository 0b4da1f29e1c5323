package io.tollgate.sales.checkout;

import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the processor what an order depends on, between two transactions; only the second one places the order. */
record PlacementQuestions(ProcessorClient processor, OrderTaxes taxes) {
    /**
     * What the processor has said so far.
     *
     * @param tax null if it was not asked for
     * @param free whether the buyer has no subscription at the processor
     */
    record Answers(OrderTaxes.@Nullable Known tax, boolean free) {
        static final Answers NONE = new Answers(null, false);
    }

    /** A buyer who must not have a subscription in the account. */
    record Subscriber(String email, ProcessorAccount account) {}

    /**
     * The result of placing an order.
     *
     * @param checkoutId empty if a question is open
     * @param tax the calculation that is needed before, or null
     * @param subscriber the buyer to ask for before, or null
     */
    record Placement(
            String checkoutId,
            OrderTaxes.@Nullable Needed tax,
            @Nullable Subscriber subscriber) {
        static Placement of(String checkoutId) {
            return new Placement(checkoutId, null, null);
        }
    }

    /** Places an order with the answers to its questions. Each question is asked once. */
    Future<String> place(Function<Answers, Future<Placement>> placing) {
        return place(placing, Answers.NONE);
    }

    private Future<String> place(Function<Answers, Future<Placement>> placing, Answers known) {
        return placing.apply(known).compose(placement -> {
            if (placement.tax() != null) {
                return taxes.calculate(placement.tax())
                        .compose(tax -> place(placing, new Answers(tax, known.free())));
            }
            return placement.subscriber() == null
                    ? Future.succeededFuture(placement.checkoutId())
                    : requireNone(placement.subscriber())
                            .compose(none -> place(placing, new Answers(known.tax(), true)));
        });
    }

    private Future<Void> requireNone(Subscriber buyer) {
        String email = buyer.email();
        return processor
                .call(buyer.account(), "find subscriptions", account -> account.hasSubscription(email))
                .map(found -> EarlierPurchases.require(!found));
    }

    /** Returns the question whether the buyer of an order has a subscription at the processor; null if none is open. */
    static @Nullable Future<Placement> subscriber(WriteContext write, PageOrder.Placed placed, Answers known) {
        return known.free() || !EarlierPurchases.limitsAtProcessor(placed.priced())
                ? null
                : ProcessorAccount.of(write.transaction(), write.scope())
                        .map(account -> new Placement(
                                "", null, new Subscriber(placed.buyer().email(), account)));
    }
}
