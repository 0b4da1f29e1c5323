package io.tollgate.sales.subscription;

import io.tollgate.processor.PaymentState;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.sales.purchase.PaymentMethod;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.SubscriptionWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Derives the record of a subscription from its state at the processor. The only code that decides its status. */
public final class SubscriptionProgress {
    private SubscriptionProgress() {}

    /** What the status depends on besides the state at the processor. */
    public record Facts(@Nullable Instant startDate, boolean hasTrial, PlanCharges charges) {}

    /**
     * Returns the status. An installment plan is completed with its last charge, although the processor ends it at the
     * end of the last period.
     */
    public static SubscriptionStatus status(SubscriptionState state, Facts facts, Instant now) {
        if (facts.charges().arePaid()) {
            return SubscriptionStatus.COMPLETED;
        }
        return switch (state.status()) {
            case INCOMPLETE -> SubscriptionStatus.INCOMPLETE;
            case INCOMPLETE_EXPIRED -> SubscriptionStatus.INCOMPLETE_EXPIRED;
            case ACTIVE -> SubscriptionStatus.ACTIVE;
            case PAST_DUE -> SubscriptionStatus.PAST_DUE;
            case UNPAID -> SubscriptionStatus.UNPAID;
            case PAUSED -> SubscriptionStatus.PAUSED;
            case CANCELED -> SubscriptionStatus.CANCELED;
            // For the processor, a later first charge is always a trial.
            case TRIALING ->
                facts.hasTrial()
                        ? SubscriptionStatus.TRIALING
                        : facts.startDate() != null && facts.startDate().isAfter(now)
                                ? SubscriptionStatus.SCHEDULED
                                : SubscriptionStatus.ACTIVE;
        };
    }

    /** Returns what is shown of the last payment. */
    public static SubscriptionWriter.Progress of(SubscriptionState state, SubscriptionStatus status) {
        PaymentState payment = state.latestPayment();
        PaymentState.Decline decline = payment == null ? null : payment.decline();
        return new SubscriptionWriter.Progress(
                status,
                paymentStatus(payment),
                decline == null ? null : decline.message(),
                state.method() == null ? null : PaymentMethod.of(state.method()));
    }

    private static String paymentStatus(@Nullable PaymentState payment) {
        if (payment == null) {
            return "paid";
        }
        return switch (payment.status()) {
            case OPEN -> "requires_payment_method";
            case REQUIRES_ACTION -> "requires_action";
            case PROCESSING -> "processing";
            case SUCCEEDED -> "succeeded";
            case CANCELED -> "canceled";
        };
    }

    /** Returns a subscription with the state at the processor. */
    static StoredSubscription after(
            StoredSubscription former, SubscriptionState state, PlanCharges charges, Instant now) {
        StoredSubscription.Schedule schedule = former.schedule();
        Facts facts = new Facts(schedule.startDate(), schedule.trialEnd() != null, charges);
        SubscriptionState.Times times = state.times();
        SubscriptionStatus status = former.status().after(status(state, facts, now));
        StoredSubscription next = former.progressed(
                of(state, status),
                new StoredSubscription.Period(times.periodStart(), times.periodEnd()),
                status == SubscriptionStatus.PAUSED ? new StoredSubscription.Pause(now, state.resumesAt()) : null);
        Instant canceledAt = times.canceledAt();
        // The end of a plan is no cancellation.
        return canceledAt != null && charges.expected() == 0 && former.ending().requestedAt() == null
                ? next.canceledAtProcessor(
                        canceledAt, times.endedAt() == null ? state.endsAt() : null, state.endsWithPeriod())
                : next;
    }
}
