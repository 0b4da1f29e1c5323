package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the payments of invoices, and changes their subscriptions accordingly. */
final class InvoiceCollection {
    /** The time after each failed charge of a renewal until the next one. After the last, the subscription ends. */
    private static final List<Duration> RETRIES = List.of(Duration.ofDays(3), Duration.ofDays(5), Duration.ofDays(7));

    private InvoiceCollection() {}

    /** Reports a new invoice, and pays it if nothing is due. */
    static void open(BilledSubscription book, JsonObject invoice) {
        boolean free = invoice.getLong("amount_due") == 0;
        JsonObject intent = free ? null : SimulatedInvoices.intent(book, invoice);
        book.put(invoice, intent);
        book.report("invoice.created", invoice);
        if (free) {
            paid(book, invoice, null);
        }
    }

    /**
     * Charges the saved method for an open invoice.
     *
     * @param scheduled whether the charge is one of the schedule, which continues after a decline
     */
    static @Nullable Decline charge(BilledSubscription book, JsonObject invoice, boolean scheduled) {
        JsonObject intent = book.intent(invoice);
        JsonObject method = book.method();
        if (intent == null) {
            return null;
        }
        if (method == null) {
            failed(book, invoice, intent, scheduled);
            return Decline.GENERIC;
        }
        SimulatedCharges.Card card = SimulatedCharges.card(method);
        TestCard.Renewal outcome = card.card().renewal(invoice.getInteger("attempt_count"));
        if (outcome.authentication()) {
            requireAction(book, intent, method, card);
            failed(book, invoice, intent, scheduled);
            book.report("invoice.payment_action_required", invoice);
            return Decline.AUTHENTICATION_REQUIRED;
        }
        return charge(book, invoice, intent, card, outcome.decline(), scheduled);
    }

    private static @Nullable Decline charge(
            BilledSubscription book,
            JsonObject invoice,
            JsonObject intent,
            SimulatedCharges.Card card,
            @Nullable Decline decline,
            boolean scheduled) {
        String method = book.subscription().getString("default_payment_method");
        JsonObject charge = SimulatedCharges.charge(book.objects(), intent, card, method, decline);
        intent.put("latest_charge", charge.getString("id")).put("next_action", null);
        if (decline != null) {
            book.put(charge);
            intent.put("status", "requires_payment_method").put("last_payment_error", SimulatedCharges.error(decline));
            failed(book, invoice, intent, scheduled);
            return decline;
        }
        intent.put("status", "succeeded")
                .put("amount_received", intent.getLong("amount"))
                .put("last_payment_error", null)
                .put("payment_method", method);
        JsonObject dispute = SimulatedDisputes.of(book.objects(), charge, card.card());
        book.put(charge);
        if (dispute != null) {
            book.put(dispute);
            book.report("charge.dispute.created", dispute);
        }
        invoice.put("attempt_count", invoice.getInteger("attempt_count") + 1);
        paid(book, invoice, intent);
        return null;
    }

    /** The bank wants the buyer to authenticate, who is not present. The buyer can confirm the intent later. */
    private static void requireAction(
            BilledSubscription book, JsonObject intent, JsonObject method, SimulatedCharges.Card card) {
        intent.put("status", "requires_action")
                .put("next_action", new JsonObject().put("type", "use_stripe_sdk"))
                .put("last_payment_error", SimulatedCharges.error(Decline.AUTHENTICATION_REQUIRED))
                .put("payment_method", method.getString("id"))
                .put(CardConfirmation.PENDING_CARD, card.card().number())
                .put(CardConfirmation.PENDING_EXPIRY, card.expiry())
                .put(CardConfirmation.PENDING_WALLET, card.wallet());
        book.put(intent);
    }

    /** Notes a paid invoice. A subscription begins with its first one, and recovers with its latest one. */
    static void paid(BilledSubscription book, JsonObject invoice, @Nullable JsonObject intent) {
        invoice.put("status", "paid")
                .put("amount_paid", invoice.getLong("amount_due"))
                .put("amount_remaining", 0L)
                .put("attempted", true)
                .put("auto_advance", false)
                .put("next_payment_attempt", null);
        invoice.getJsonObject("status_transitions").put("paid_at", book.now());
        book.put(invoice, intent);
        book.report("invoice.paid", invoice);
        JsonObject subscription = book.subscription();
        boolean latest = invoice.getString("id").equals(subscription.getString("latest_invoice"));
        if (book.status().equals("incomplete")) {
            subscription.put("status", SubscriptionBilling.started(subscription));
            book.report("customer.subscription.updated", subscription);
        } else if (book.status().equals("past_due") && latest) {
            subscription.put("status", "active");
            book.report("customer.subscription.updated", subscription);
        }
    }

    /** Notes a failed charge. Renewals are tried again on a schedule, after which the subscription ends. */
    static void failed(BilledSubscription book, JsonObject invoice, JsonObject intent, boolean scheduled) {
        JsonObject subscription = book.subscription();
        invoice.put("attempted", true);
        boolean begun = !book.status().equals("incomplete") && !book.status().equals("canceled");
        boolean last = false;
        if (scheduled && begun) {
            int attempts = invoice.getInteger("attempt_count") + 1;
            last = attempts > RETRIES.size();
            invoice.put("attempt_count", attempts)
                    .put(
                            "next_payment_attempt",
                            last
                                    ? null
                                    : (Long) (book.now()
                                            + RETRIES.get(attempts - 1).toSeconds()));
        }
        book.put(invoice, intent);
        book.report("invoice.payment_failed", invoice);
        if (last) {
            SubscriptionBilling.cancel(book, "payment_failed");
        } else if (begun && !book.status().equals("past_due")) {
            subscription.put("status", "past_due");
            book.report("customer.subscription.updated", subscription);
        }
    }

    /**
     * Voids the open invoices of a subscription that never began, and cancels their payment intents. A payment that is
     * being processed cannot be canceled: its outcome still follows.
     */
    static void voidOpen(BilledSubscription book) {
        book.openInvoices().stream()
                .filter(invoice -> !isProcessing(book, invoice))
                .forEach(invoice -> end(book, invoice));
    }

    static boolean isProcessing(BilledSubscription book, JsonObject invoice) {
        JsonObject intent = book.intent(invoice);
        return intent != null && intent.getString("status").equals("processing");
    }

    /** Voids the invoice of a period that begins while the subscription is paused. */
    static void skip(BilledSubscription book, JsonObject invoice) {
        book.report("invoice.created", invoice);
        end(book, invoice);
    }

    /** Voids an invoice of a subscription that has begun. With the last one, nothing is overdue any more. */
    static void cancel(BilledSubscription book, JsonObject invoice) {
        end(book, invoice);
        if (book.status().equals("past_due") && book.openInvoices().isEmpty()) {
            book.subscription().put("status", "active");
            book.report("customer.subscription.updated", book.subscription());
        }
    }

    private static void end(BilledSubscription book, JsonObject invoice) {
        JsonObject intent = book.intent(invoice);
        invoice.put("status", "void").put("auto_advance", false).put("next_payment_attempt", null);
        invoice.getJsonObject("status_transitions").put("voided_at", book.now());
        if (intent != null) {
            intent.put("status", "canceled")
                    .put("canceled_at", book.now())
                    .put("cancellation_reason", "void_invoice")
                    .put("next_action", null);
            book.report("payment_intent.canceled", intent);
        }
        book.put(invoice, intent);
        book.report("invoice.voided", invoice);
    }
}
