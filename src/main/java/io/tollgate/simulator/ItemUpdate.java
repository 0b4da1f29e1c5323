package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;

/** Changes the items of a subscription, and charges the difference now, with the next invoice, or never. */
final class ItemUpdate {
    private static final String BEHAVIOR = "proration_behavior";
    private static final String PAYMENT = "payment_behavior";

    private ItemUpdate() {}

    /** Does nothing without items. Fails with 402, and leaves all as it was, if a charge at once is declined. */
    static Future<Void> apply(SimulatedObjects objects, FormBody form, BilledSubscription book) {
        JsonObject subscription = book.subscription();
        FormBody items = ItemChange.parameters(form, "items", subscription);
        if (items.values().isEmpty()) {
            return Future.succeededFuture();
        }
        String behavior = Objects.requireNonNullElse(form.text(BEHAVIOR), "create_prorations");
        if (behavior.equals("always_invoice") && !"error_if_incomplete".equals(form.text(PAYMENT))) {
            throw WireError.invalid(PAYMENT, "The simulator supports error_if_incomplete only.");
        }
        return ItemChange.of(objects, items, subscription, form.integer(ItemChange.PRORATION_DATE))
                .map(change -> {
                    subscription.put("items", SimulatedSubscriptions.items(change.items()));
                    switch (behavior) {
                        case "none" -> {}
                        case "create_prorations" -> defer(subscription, change);
                        case "always_invoice" -> {
                            defer(subscription, change);
                            invoice(book);
                        }
                        default -> throw WireError.invalid(BEHAVIOR, "Invalid proration_behavior: " + behavior);
                    }
                    return null;
                });
    }

    /** Lets the lines wait for the next invoice. */
    private static void defer(JsonObject subscription, ItemChange change) {
        JsonArray pending = SimulatedInvoices.pending(subscription).copy();
        change.prorations().forEach(pending::add);
        if (!pending.isEmpty()) {
            subscription.put(SimulatedInvoices.PENDING, pending);
        }
    }

    private static void invoice(BilledSubscription book) {
        JsonArray lines = SimulatedInvoices.pending(book.subscription());
        if (lines.isEmpty()) {
            return;
        }
        JsonObject invoice = SimulatedInvoices.issue(book, "subscription_update", lines);
        InvoiceCollection.open(book, invoice);
        Decline decline =
                "open".equals(invoice.getString("status")) ? InvoiceCollection.charge(book, invoice, false) : null;
        if (decline != null) {
            throw WireError.declined(decline);
        }
    }
}
