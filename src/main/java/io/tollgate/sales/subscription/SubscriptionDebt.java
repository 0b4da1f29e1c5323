package io.tollgate.sales.subscription;

import io.tollgate.processor.PaymentState;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.OverduePayment.Confirmation;
import io.tollgate.sales.subscription.OverduePayment.Replacement;
import io.tollgate.sales.subscription.OverduePayment.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a subscription owes, as the processor has it.
 *
 * @param record the stored record, which may be older
 */
record SubscriptionDebt(StoredSubscription record, SubscriptionSnapshot billed) {
    SubscriptionState state() {
        return billed.state();
    }

    /** Returns the charges that failed, oldest first. The first payment of a subscription belongs to its order. */
    List<SubscriptionInvoice> due() {
        boolean overdue = state().status() == SubscriptionState.Status.PAST_DUE
                || state().status() == SubscriptionState.Status.UNPAID;
        return !overdue
                ? List.of()
                : billed.invoices().stream()
                        .filter(invoice -> invoice.status() == SubscriptionInvoice.Status.OPEN)
                        .filter(invoice -> invoice.amount() > 0)
                        .toList();
    }

    /** Returns whether the record still shows a failed charge that is paid, as after a confirmation at the bank. */
    boolean isBehind() {
        boolean overdue =
                record.status() == SubscriptionStatus.PAST_DUE || record.status() == SubscriptionStatus.UNPAID;
        return overdue && due().isEmpty();
    }

    /** Returns whether the subscription is canceled, now or at a later time. The end of a plan is no cancellation. */
    private boolean isCanceled() {
        return record.ending().isScheduled() || (record.schedule().payments() == 0 && state().endsAt() != null);
    }

    Status status() {
        PaymentState latest = state().latestPayment();
        boolean completed = record.status() == SubscriptionStatus.COMPLETED;
        if (completed || state().canceled() || state().times().endedAt() != null) {
            return Status.ENDED;
        }
        if (due().isEmpty()) {
            return Status.PAID;
        }
        return latest != null && latest.status() == PaymentState.Status.PROCESSING ? Status.PROCESSING : Status.DUE;
    }

    /** @param replacement how the buyer replaces the card; null if the page does not offer it */
    OverduePayment show(@Nullable Replacement replacement) {
        Status status = status();
        List<SubscriptionInvoice> due = status == Status.DUE ? due() : List.of();
        PaymentState latest = due.isEmpty() ? null : state().latestPayment();
        Confirmation asked = latest == null || latest.status() != PaymentState.Status.REQUIRES_ACTION
                ? null
                : new Confirmation(latest.clientSecret());
        PaymentState.Method method = state().method();
        return new OverduePayment(
                status,
                record.article().pageId(),
                record.article().title(),
                record.subscriber().email(),
                record.schedule().payments() > 0,
                isCanceled(),
                record.ending().at() == null
                        ? state().endsAt()
                        : record.ending().at(),
                record.article().currency(),
                due.stream()
                        .mapToLong(invoice -> invoice.amount() - invoice.amountPaid())
                        .sum(),
                due.isEmpty() ? null : due.get(0).createdAt(),
                method == null ? null : method.card(),
                latest == null || latest.decline() == null || asked != null
                        ? null
                        : latest.decline().message(),
                asked,
                replacement);
    }
}
