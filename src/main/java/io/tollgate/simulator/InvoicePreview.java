package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Previews of the invoice that a change of a subscription would cause: at once, or at the end of the period. */
final class InvoicePreview {
    private static final String DETAILS = "subscription_details";
    private static final String BEHAVIOR = DETAILS + "[proration_behavior]";

    private InvoicePreview() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("subscription", DETAILS, "expand"));
        String id = form.required("subscription");
        String behavior = form.required(BEHAVIOR);
        boolean atOnce = behavior.equals("always_invoice");
        if (!atOnce && !behavior.equals("none")) {
            throw WireError.invalid(BEHAVIOR, "The simulator supports always_invoice and none.");
        }
        return BilledSubscription.current(objects, id).compose(book -> {
            JsonObject subscription = book.subscription();
            FormBody items = ItemChange.parameters(form, DETAILS + "[items]", subscription);
            Long date = form.integer(DETAILS + "[" + ItemChange.PRORATION_DATE + "]");
            return ItemChange.of(objects, items, subscription, date)
                    .compose(change -> book.write().compose(caughtUp -> {
                        JsonObject changed =
                                subscription.copy().put("items", SimulatedSubscriptions.items(change.items()));
                        JsonArray lines = atOnce ? new JsonArray() : SimulatedInvoices.recurringLines(changed, false);
                        SimulatedInvoices.pending(changed).copy().forEach(lines::add);
                        if (atOnce) {
                            change.prorations().forEach(lines::add);
                        }
                        BilledSubscription copy = new BilledSubscription(objects, changed);
                        String reason = atOnce ? "subscription_update" : "upcoming";
                        JsonObject invoice = SimulatedInvoices.issue(copy, reason, lines)
                                .put("status", "draft")
                                .put("number", null);
                        invoice.put("id", "upcoming_" + invoice.getString("id"));
                        return Expansion.of(objects, form, invoice);
                    }));
        });
    }
}
