package io.tollgate.sales.subscription;

import io.tollgate.sales.cart.SubscriptionCart;
import org.jspecify.annotations.Nullable;

/**
 * What an installment plan costs, as it was ordered.
 *
 * @param charges after how many charges it is completed; null for a subscription without end
 * @param total the sum of all charges, in minor units; null for a subscription without end
 */
public record PlanTerms(@Nullable Integer charges, @Nullable Long total) {
    public static PlanTerms of(SubscriptionCart cart) {
        Integer payments = cart.schedule().recurrence().planIterations();
        return new PlanTerms(cart.charges(), payments == null ? null : (Long) total(cart, payments));
    }

    private static long total(SubscriptionCart cart, int payments) {
        long total = cart.today().total();
        for (int period = cart.schedule().startsAtOnce() ? 1 : 0; period < payments; period++) {
            total = Math.addExact(total, cart.amount(period));
        }
        return total;
    }
}
