package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Previews of the invoice that a change of a subscription would cause at once. */
final class InvoicePreview {
    private static final String DETAILS = "subscription_details";
    private static final String BEHAVIOR = DETAILS + "[proration_behavior]";

    private InvoicePreview() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("subscription", DETAILS, "expand"));
        String id = form.required("subscription");
        if (!form.required(BEHAVIOR).equals("always_invoice")) {
            throw WireError.invalid(BEHAVIOR, "The simulator supports always_invoice only.");
        }
        return BilledSubscription.current(objects, id).compose(book -> {
            JsonObject subscription = book.subscription();
            FormBody items = ItemChange.parameters(form, DETAILS + "[items]", subscription);
            Long date = form.integer(DETAILS + "[" + ItemChange.PRORATION_DATE + "]");
            return ItemChange.of(objects, items, subscription, date)
                    .compose(change -> book.write().compose(caughtUp -> {
                        JsonArray lines =
                                SimulatedInvoices.pending(subscription).copy();
                        change.prorations().forEach(lines::add);
                        BilledSubscription copy = new BilledSubscription(objects, subscription.copy());
                        JsonObject invoice = SimulatedInvoices.issue(copy, "subscription_update", lines)
                                .put("status", "draft")
                                .put("number", null);
                        invoice.put("id", "upcoming_" + invoice.getString("id"));
                        return Expansion.of(objects, form, invoice);
                    }));
        });
    }
}
