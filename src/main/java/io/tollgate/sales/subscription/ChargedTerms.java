package io.tollgate.sales.subscription;

import io.tollgate.catalog.model.Price;
import io.tollgate.platform.records.Capacities;
import io.tollgate.processor.BillingCycle;
import io.tollgate.processor.SubscriptionTerms;
import io.tollgate.processor.SubscriptionUpdate;
import io.tollgate.sales.cart.SubscriptionCart;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription charges in each period.
 *
 * @param price as it is stored
 * @param cart without a coupon
 * @param items what the processor charges
 * @param stock what the product takes of limited capacities
 * @param reducedUntil when the coupon no longer reduces periods that begin; null without one
 */
public record ChargedTerms(
        String price,
        SubscriptionCart cart,
        List<SubscriptionTerms.Item> items,
        Map<Capacities.Owner, Integer> stock,
        @Nullable Instant reducedUntil) {
    public ChargedTerms {
        items = List.copyOf(items);
        stock = Map.copyOf(stock);
    }

    int quantity() {
        return cart.quantity();
    }

    Price chosen() {
        return cart.price();
    }

    /** Returns the amount of one period. */
    long amount() {
        return cart.regular().total();
    }

    /**
     * Returns the change of a subscription to these terms, without the difference for the rest of the period.
     *
     * @param at when it applies
     */
    SubscriptionUpdate update(StoredSubscription subscription, Instant at) {
        return new SubscriptionUpdate(
                Objects.requireNonNull(subscription.processorId()),
                subscription.article().currency(),
                new BillingCycle(
                        cart.schedule().recurrence().interval(),
                        cart.schedule().recurrence().intervalCount()),
                items,
                SubscriptionUpdate.Collection.NEVER,
                at,
                subscription.period().start());
    }

    /** Returns whether other terms have the same quantity and price. */
    boolean isSame(ChargedTerms other) {
        return quantity() == other.quantity() && chosen().equals(other.chosen());
    }

    /** Returns what other terms take in addition to these; negative for what they return. */
    Map<Capacities.Owner, Integer> stockTo(ChargedTerms other) {
        Map<Capacities.Owner, Integer> difference = new HashMap<>(other.stock);
        stock.forEach((owner, taken) -> difference.merge(owner, -taken, Integer::sum));
        difference.values().removeIf(quantity -> quantity == 0);
        return difference;
    }
}
