package io.tollgate.processor;

import io.tollgate.processor.SubscriptionTerms.Item;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A change of what a subscription charges in each period.
 *
 * @param items what is charged in each period after the change, at least one
 * @param collection what becomes of the difference for the rest of the present period
 * @param at when the change applies, in the present period. The processor calculates by the second.
 * @param periodStart when the present period began; null if that is not known
 */
public record SubscriptionUpdate(
        String subscriptionId,
        String currency,
        BillingCycle cycle,
        List<Item> items,
        Collection collection,
        Instant at,
        @Nullable Instant periodStart) {
    /** What becomes of the difference for the rest of the present period. */
    public enum Collection {
        /** It is charged at once. If the charge fails, nothing changes. */
        NOW,
        /** It is charged or credited with the next invoice. */
        WITH_NEXT,
        /** There is none: the change applies from the next period on. */
        NEVER
    }

    public SubscriptionUpdate {
        items = List.copyOf(items);
    }

    /** Returns the change with another collection of the difference. */
    public SubscriptionUpdate with(Collection other) {
        return new SubscriptionUpdate(subscriptionId, currency, cycle, items, other, at, periodStart);
    }

    /** Returns whether a subscription is charged, and has not been renewed since the change was calculated. */
    boolean isCurrent(SubscriptionState state) {
        boolean charged = state.status() == SubscriptionState.Status.ACTIVE
                || state.status() == SubscriptionState.Status.TRIALING;
        return charged
                && (periodStart == null || periodStart.equals(state.times().periodStart()));
    }

    /** Returns whether a subscription charges these items. */
    public boolean isAppliedTo(SubscriptionState state) {
        Map<String, Long> wanted = items.stream().collect(Collectors.toMap(Item::reference, Item::amount));
        Map<String, Long> present = state.items().stream()
                .collect(Collectors.toMap(
                        SubscriptionState.Item::reference, SubscriptionState.Item::amount, (one, other) -> -1L));
        return wanted.equals(present);
    }

    /** Returns the items by their references. */
    Map<String, Item> byReference() {
        return items.stream().collect(Collectors.toMap(Item::reference, Function.identity()));
    }
}
