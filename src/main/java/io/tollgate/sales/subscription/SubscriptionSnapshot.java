package io.tollgate.sales.subscription;

import io.tollgate.processor.Processor;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.processor.SubscriptionState;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as the processor has it, with its invoices.
 *
 * @param invoices in the order of time
 */
public record SubscriptionSnapshot(SubscriptionState state, List<SubscriptionInvoice> invoices) {
    /** Maximum number of invoices that one run reads. */
    private static final int READ_MAX = 200;

    public SubscriptionSnapshot {
        invoices = List.copyOf(invoices);
    }

    /** Reads a subscription of which nothing is known yet. */
    public static Future<SubscriptionSnapshot> of(
            ProcessorClient processor, ProcessorAccount account, String processorId) {
        return after(processor, account, processorId, null);
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
            SubscriptionInvoice.@Nullable Position known) {
        // The invoices first: a state that is newer than they are is corrected by the event of the next invoice.
        return invoices(processor, account, processorId, known, new ArrayList<>())
                .compose(invoices -> processor
                        .call(account, "subscription", api -> api.subscription(processorId))
                        .map(state -> new SubscriptionSnapshot(state, invoices)));
    }

    /** Reads page by page: the first ones may have nothing to record, because they are free or not final. */
    private static Future<List<SubscriptionInvoice>> invoices(
            ProcessorClient processor,
            ProcessorAccount account,
            String processorId,
            SubscriptionInvoice.@Nullable Position after,
            List<SubscriptionInvoice> read) {
        return processor
                .call(account, "invoices", api -> api.invoices(processorId, after))
                .compose(page -> {
                    read.addAll(page);
                    return page.size() < Processor.INVOICES_MAX || read.size() >= READ_MAX
                            ? Future.succeededFuture(read)
                            : invoices(
                                    processor,
                                    account,
                                    processorId,
                                    read.get(read.size() - 1).position(),
                                    read);
                });
    }

    /**
     * Returns the last invoice that no longer changes, with none before it that does; null if there is none. The next
     * run begins after it.
     */
    SubscriptionInvoice.@Nullable Position settled() {
        SubscriptionInvoice.Position last = null;
        for (SubscriptionInvoice invoice : invoices) {
            if (!InvoicedPayments.isFinal(invoice)) {
                return last;
            }
            last = invoice.position();
        }
        return last;
    }

    /** Returns whether the buyer has paid what was due, or has saved a payment method if nothing was. */
    public boolean hasBegun() {
        return hasCharged() || (isRunning() && state.confirmation() == null && state.method() != null);
    }

    /** Returns whether the buyer has paid anything. */
    public boolean hasCharged() {
        return invoices.stream()
                .anyMatch(invoice -> invoice.status() == SubscriptionInvoice.Status.PAID && invoice.amount() > 0);
    }

    /** Returns whether the subscription has no payment method to charge, and does not wait for one to be saved. */
    public boolean lacksMethod() {
        return isRunning() && state.confirmation() == null && state.method() == null;
    }

    /** Returns whether the processor bills the subscription. */
    public boolean isRunning() {
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
