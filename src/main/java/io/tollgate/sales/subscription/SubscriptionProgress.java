package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.write.TestClockEvents;
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

    /** Returns what a change of the status means to those who follow the time; null for nothing. */
    static TestClockEvents.@Nullable Type event(String former, String status) {
        if (status.equals(SubscriptionStatus.COMPLETED.wire())) {
            return TestClockEvents.Type.SUBSCRIPTION_COMPLETED;
        } else if (status.equals(SubscriptionStatus.CANCELED.wire())) {
            return TestClockEvents.Type.SUBSCRIPTION_CANCELED;
        }
        boolean waited =
                former.equals(SubscriptionStatus.TRIALING.wire()) || former.equals(SubscriptionStatus.SCHEDULED.wire());
        return waited && status.equals(SubscriptionStatus.ACTIVE.wire())
                ? TestClockEvents.Type.SUBSCRIPTION_BEGAN
                : null;
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

    /** Updates a record to the state at the processor. */
    static void enter(ObjectNode record, SubscriptionState state, PlanCharges charges, Instant now) {
        String start = record.path("startDate").asText("");
        Facts facts = new Facts(start.isEmpty() ? null : Instant.parse(start), record.hasNonNull("trialEnd"), charges);
        SubscriptionStatus former = SubscriptionStatus.of(record.path("status").asText());
        SubscriptionWriter.put(record, of(state, former.after(status(state, facts, now))));
        record.put("currentPeriodStart", Times.text(state.times().periodStart()))
                .put("currentPeriodEnd", Times.text(state.times().periodEnd()));
        Instant canceledAt = state.times().canceledAt();
        // The end of a plan is no cancellation.
        if (canceledAt != null && charges.expected() == 0 && !record.hasNonNull("canceledAt")) {
            record.put("canceledAt", Times.text(canceledAt))
                    .put("cancelAtPeriodEnd", state.endsWithPeriod())
                    .put("cancelAt", state.times().endedAt() == null ? Times.textOrNull(state.endsAt()) : null);
        }
        record.put("updatedAt", Times.text(now));
    }
}
