package io.tollgate.subscription;

import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.processor.SubscriptionState;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as the processor has it, with its invoices.
 *
 * @param invoices in the order of time
 */
public record SubscriptionSnapshot(SubscriptionState state, List<SubscriptionInvoice> invoices) {
    public SubscriptionSnapshot {
        invoices = List.copyOf(invoices);
    }

    /** Reads a subscription of which nothing is known yet. */
    public static Future<SubscriptionSnapshot> of(
            ProcessorClient processor, ProcessorAccount account, String processorId, String key) {
        return after(processor, account, processorId, null, key);
    }

    /**
     * Reads a subscription and its invoices, as many as one run records.
     *
     * @param known the last invoice that no longer changes; null if there is none
     */
    static Future<SubscriptionSnapshot> after(
            ProcessorClient processor,
            ProcessorAccount account,
            String processorId,
            SubscriptionInvoice.@Nullable Position known,
            String key) {
        // The invoices first: a state that is newer than they are is corrected by the event of the next invoice.
        return processor
                .invoices(account, processorId, known, key + "-invoices")
                .compose(invoices -> processor
                        .subscription(account, processorId, key + "-get")
                        .map(state -> new SubscriptionSnapshot(state, invoices)));
    }

    /** Returns whether the buyer has paid what was due, or has saved a payment method if nothing was. */
    public boolean hasBegun() {
        boolean paid = invoices.stream()
                .anyMatch(invoice -> invoice.status() == SubscriptionInvoice.Status.PAID && invoice.amount() > 0);
        return paid || (isRunning() && state.confirmation() == null && state.method() != null);
    }

    /** Returns whether the subscription has no payment method to charge, and does not wait for one to be saved. */
    public boolean lacksMethod() {
        return isRunning() && state.confirmation() == null && state.method() == null;
    }

    private boolean isRunning() {
        return state.status() == SubscriptionState.Status.ACTIVE || state.status() == SubscriptionState.Status.TRIALING;
    }

    /** Returns the invoices that charge something, up to the first one that is not final at the processor. */
    List<SubscriptionInvoice> charges() {
        return invoices.stream()
                .takeWhile(invoice -> invoice.status() != SubscriptionInvoice.Status.DRAFT)
                .filter(invoice -> invoice.amount() > 0)
                .toList();
    }
}
