package io.tollgate.sales.subscription;

import io.tollgate.sales.cart.BillingSchedule;
import io.tollgate.sales.purchase.SubscriptionStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer owes of an installment plan.
 *
 * @param payments the number of payments
 * @param total the sum of all charges, in minor units
 * @param paid the sum of the charges that succeeded
 * @param due what is still charged; 0 after the end
 * @param lastPayment when the last payment is due
 */
public record InstallmentPlan(int payments, long total, long paid, long due, Instant lastPayment) {
    /**
     * Returns the plan of a record; null for a subscription without end.
     *
     * @param amount the regular payment
     * @param total null if the plan was sold before totals were stored. Its payments are then equal.
     */
    public static @Nullable InstallmentPlan of(String record, long amount, @Nullable Long total, long paid) {
        StoredSubscription subscription = StoredSubscriptionCodec.INSTANCE.decode(record);
        StoredSubscription.Schedule schedule = subscription.schedule();
        if (schedule.plan() == null) {
            return null;
        }
        int payments = Math.toIntExact(schedule.payments());
        long sum = Math.max(paid, total == null ? Math.multiplyExact(amount, (long) payments) : total);
        boolean ended = CancelableStates.is(subscription) || subscription.status() == SubscriptionStatus.COMPLETED;
        Instant last =
                BillingSchedule.of(schedule.plan(), schedule.firstPeriod()).periodStart(payments - 1);
        return new InstallmentPlan(payments, sum, paid, ended ? 0 : sum - paid, last);
    }
}
