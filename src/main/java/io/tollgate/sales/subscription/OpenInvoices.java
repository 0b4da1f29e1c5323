package io.tollgate.sales.subscription;

import io.tollgate.processor.CancellationTime;
import io.tollgate.processor.PaymentState;
import io.tollgate.processor.Processor;
import io.tollgate.processor.ProcessorFailure;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.processor.UnpaidInvoice;

/** What becomes of the invoices whose charges have failed when their subscription is canceled. */
enum OpenInvoices {
    /** They are never charged. */
    VOID,
    /** The processor charges them as before. After an immediate cancellation, they are charged once more. */
    COLLECT;

    /**
     * The result of a cancellation at the processor.
     *
     * @param amountDue the sum of the invoices that are still collected, in the currency's smallest unit
     * @param settled whether nothing is overdue any more
     */
    record Outcome(long amountDue, boolean settled) {
        /** The outcome if the processor does not have the subscription. */
        static final Outcome NONE = new Outcome(0, false);
    }

    static OpenInvoices of(String wire) {
        return wire.equals("collect") ? COLLECT : VOID;
    }

    /** Cancels a subscription at the processor, and then settles its invoices. Blocks. */
    Outcome cancel(Processor api, String subscriptionId, CancellationTime ending, String key) {
        api.cancel(subscriptionId, ending, key);
        return settle(api, subscriptionId, ending, key);
    }

    /**
     * Settles the invoices of a subscription that is canceled at the processor. Blocks.
     *
     * @throws ProcessorFailure of which the cancellation may have been processed, so that the caller repeats it
     */
    Outcome settle(Processor api, String subscriptionId, CancellationTime ending, String key) {
        if (ending.when() == CancellationTime.Timing.NEVER) {
            return Outcome.NONE;
        }
        try {
            long due = 0;
            for (UnpaidInvoice invoice : api.unpaidInvoices(subscriptionId)) {
                due += isSettled(api, invoice, ending, key + "-" + invoice.id()) ? 0 : invoice.amountDue();
            }
            SubscriptionState.Status status = api.subscription(subscriptionId).status();
            return new Outcome(due, due == 0 && status == SubscriptionState.Status.ACTIVE);
        } catch (ProcessorFailure failure) {
            throw failure.afterChange();
        }
    }

    private boolean isSettled(Processor api, UnpaidInvoice invoice, CancellationTime ending, String key) {
        if (this == VOID) {
            return api.voidInvoice(invoice.id(), key) != SubscriptionInvoice.Status.OPEN;
        }
        return ending.when() == CancellationTime.Timing.NOW
                && api.payInvoice(invoice.id(), key).status() == PaymentState.Status.SUCCEEDED;
    }
}
