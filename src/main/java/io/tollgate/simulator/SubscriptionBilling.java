package io.tollgate.simulator;

import io.tollgate.processor.BillingCycle;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happens to subscriptions over time. Each step is dated at the time at which it was due, also if it runs later,
 * so that a catch-up has the same result as a simulator that was never stopped.
 */
final class SubscriptionBilling {
    /** The largest number of steps that are written together. */
    private static final int STEPS_MAX = 50;

    private static final long EXPIRES_SECONDS = Duration.ofHours(23).toSeconds();
    private static final long NOTICE_SECONDS = Duration.ofDays(3).toSeconds();

    /** How long the expiration waits for the outcome of a payment that is being processed. */
    private static final long PROCESSING_SECONDS = 60;

    private static final Set<String> ENDED = Set.of("canceled", "incomplete_expired");

    private SubscriptionBilling() {}

    /** What can be due. If several are due at the same time, they happen in this order. */
    private enum Step {
        EXPIRE,
        CANCEL,
        RETRY,
        TRIAL_NOTICE,
        RESUME,
        RENEW
    }

    /** @param invoice the invoice to charge again; null for other steps */
    private record Due(Step step, long at, @Nullable JsonObject invoice) {}

    /** Does what is due, in the order of time, up to the limit of a single write. */
    static void catchUp(BilledSubscription book, long until) {
        Due due = next(book);
        for (int steps = 0; due != null && due.at() <= until && steps < STEPS_MAX; steps++) {
            book.moveTo(due.at());
            perform(book, due);
            due = next(book);
        }
    }

    /** Returns when the next step is due, in seconds; null if nothing will happen any more. */
    static @Nullable Long nextDue(BilledSubscription book) {
        Due due = next(book);
        return due == null ? null : (Long) due.at();
    }

    private static @Nullable Due next(BilledSubscription book) {
        JsonObject subscription = book.subscription();
        if (ENDED.contains(book.status())) {
            return null;
        }
        List<Due> dues = new ArrayList<>();
        Long cancelAt = subscription.getLong("cancel_at");
        if (cancelAt != null) {
            dues.add(new Due(Step.CANCEL, cancelAt, null));
        }
        Long resumesAt = CollectionPause.resumesAt(subscription);
        if (resumesAt != null) {
            dues.add(new Due(Step.RESUME, resumesAt, null));
        }
        if (book.status().equals("incomplete")) {
            dues.add(new Due(Step.EXPIRE, subscription.getLong(SimulatedSubscriptions.EXPIRES_AT), null));
        } else if (subscription.containsKey(SimulatedSubscriptions.PERIOD)) {
            dues.add(new Due(Step.RENEW, SimulatedSubscriptions.periodEnd(subscription), null));
            Long noticeAt = subscription.getLong(SimulatedSubscriptions.NOTICE_AT);
            if (noticeAt != null) {
                dues.add(new Due(Step.TRIAL_NOTICE, noticeAt, null));
            }
            for (JsonObject invoice : book.openInvoices()) {
                Long retryAt = invoice.getLong("next_payment_attempt");
                if (retryAt != null) {
                    dues.add(new Due(Step.RETRY, retryAt, invoice));
                }
            }
        }
        return dues.stream()
                .min(Comparator.comparingLong(Due::at).thenComparing(Due::step))
                .orElse(null);
    }

    private static void perform(BilledSubscription book, Due due) {
        switch (due.step()) {
            case EXPIRE -> expire(book);
            case CANCEL -> cancel(book, null);
            case RETRY -> {
                if (due.invoice() != null) {
                    InvoiceCollection.charge(book, due.invoice(), true);
                }
            }
            case TRIAL_NOTICE -> {
                book.subscription().remove(SimulatedSubscriptions.NOTICE_AT);
                book.report("customer.subscription.trial_will_end", book.subscription());
            }
            case RESUME -> CollectionPause.end(book);
            case RENEW -> renew(book);
        }
    }

    /** Creates the first invoice of a new subscription, and reports both. */
    static void begin(BilledSubscription book, List<JsonObject> oneTimeLines) {
        JsonObject subscription = book.subscription();
        boolean free = subscription.getInteger(SimulatedSubscriptions.PERIOD) < 0;
        Long trialEnd = subscription.getLong("trial_end");
        if (trialEnd != null) {
            subscription.put(SimulatedSubscriptions.NOTICE_AT, Math.max(book.now(), trialEnd - NOTICE_SECONDS));
        }
        subscription.put(SimulatedSubscriptions.EXPIRES_AT, book.now() + EXPIRES_SECONDS);
        JsonArray lines = SimulatedInvoices.recurringLines(subscription, free);
        oneTimeLines.forEach(lines::add);
        JsonObject invoice = SimulatedInvoices.issue(book, "subscription_create", lines);
        boolean due = invoice.getLong("amount_due") > 0;
        subscription.put("status", due ? "incomplete" : started(subscription));
        book.report("customer.subscription.created", subscription);
        InvoiceCollection.open(book, invoice);
    }

    /** Returns the status after the first invoice. */
    static String started(JsonObject subscription) {
        boolean trial = subscription.getLong("trial_end") != null;
        return trial && subscription.getInteger(SimulatedSubscriptions.PERIOD) < 0 ? "trialing" : "active";
    }

    /** Begins the next period, and charges it. */
    private static void renew(BilledSubscription book) {
        JsonObject subscription = book.subscription();
        int period = subscription.getInteger(SimulatedSubscriptions.PERIOD) + 1;
        Instant anchor = Instant.ofEpochSecond(subscription.getLong("billing_cycle_anchor"));
        BillingCycle cycle = SimulatedSubscriptions.cycle(subscription);
        subscription.put(SimulatedSubscriptions.PERIOD, period);
        SimulatedSubscriptions.setPeriod(
                subscription,
                AnchorConfig.moved(subscription, cycle.after(anchor, period).getEpochSecond()),
                AnchorConfig.moved(
                        subscription, cycle.after(anchor, period + 1L).getEpochSecond()));
        if (book.status().equals("trialing")) {
            subscription.put("status", "active");
        }
        JsonArray lines = SimulatedInvoices.recurringLines(subscription, false);
        SimulatedInvoices.pending(subscription).forEach(lines::add);
        JsonObject invoice = SimulatedInvoices.issue(book, "subscription_cycle", lines);
        book.report("customer.subscription.updated", subscription);
        if (CollectionPause.is(subscription)) {
            InvoiceCollection.skip(book, invoice);
            return;
        }
        InvoiceCollection.open(book, invoice);
        if ("open".equals(invoice.getString("status"))) {
            InvoiceCollection.charge(book, invoice, true);
        }
    }

    /** Ends a subscription whose first invoice was not paid in time. */
    private static void expire(BilledSubscription book) {
        boolean processing = book.openInvoices().stream().anyMatch(invoice -> {
            JsonObject intent = book.intent(invoice);
            return intent != null && intent.getString("status").equals("processing");
        });
        if (processing) {
            book.subscription().put(SimulatedSubscriptions.EXPIRES_AT, book.now() + PROCESSING_SECONDS);
            return;
        }
        book.subscription().put("status", "incomplete_expired").put("ended_at", book.now());
        InvoiceCollection.voidOpen(book);
        book.report("customer.subscription.updated", book.subscription());
    }

    /**
     * Ends a subscription. Open invoices of renewals stay open and are not charged by themselves any more.
     *
     * @param reason why the simulator ends it, such as {@code payment_failed}; null if it was requested
     */
    static void cancel(BilledSubscription book, @Nullable String reason) {
        JsonObject subscription = book.subscription();
        boolean begun = !book.status().equals("incomplete");
        subscription
                .put("status", "canceled")
                .put("ended_at", book.now())
                .put("pending_setup_intent", null)
                .put(
                        "cancellation_details",
                        new JsonObject().put("reason", reason == null ? "cancellation_requested" : reason));
        if (subscription.getLong("canceled_at") == null) {
            subscription.put("canceled_at", book.now());
        }
        if (begun) {
            book.openInvoices()
                    .forEach(invoice ->
                            book.put(invoice.put("auto_advance", false).put("next_payment_attempt", null), null));
        } else {
            InvoiceCollection.voidOpen(book);
        }
        book.report("customer.subscription.deleted", subscription);
    }
}
