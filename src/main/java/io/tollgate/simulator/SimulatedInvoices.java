package io.tollgate.simulator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Invoices of the simulator. Each one belongs to a subscription and is final at once. */
final class SimulatedInvoices {
    static final String KIND = "invoice";

    /** The subscription of an invoice, for the index. */
    static final String SUBSCRIPTION = SimulatedObjects.HIDDEN + "subscription";

    /** The number of an invoice in its subscription, from 1. */
    static final String NUMBER = SimulatedObjects.HIDDEN + "number";

    /** What is carried over to the next invoice of a subscription, because it is too low for a charge. */
    private static final String CARRIED = SimulatedObjects.HIDDEN + "carried";

    /** Lines that wait for the next invoice of a subscription; missing without any. */
    static final String PENDING = SimulatedObjects.HIDDEN + "pending";

    /** The payment intent of an invoice; missing if nothing is due. */
    static final String INTENT = SimulatedObjects.HIDDEN + "intent";

    /** Members that a response has only if it expands them. */
    static final Set<String> COMPUTED = Set.of("confirmation_secret", "payments");

    /** The invoice of a payment intent. */
    static final String OF_INTENT = SimulatedObjects.HIDDEN + "invoice";

    private SimulatedInvoices() {}

    /** Returns the lines of the items for the present period. A trial is free. */
    static JsonArray recurringLines(JsonObject subscription, boolean trial) {
        JsonArray lines = new JsonArray();
        for (Object element : subscription.getJsonObject("items").getJsonArray("data")) {
            JsonObject item = (JsonObject) element;
            JsonObject price = item.getJsonObject("price");
            JsonObject details = new JsonObject()
                    .put("invoice_item", null)
                    .put("proration", false)
                    .put("subscription", subscription.getString("id"))
                    .put("subscription_item", item.getString("id"));
            lines.add(line(trial ? 0L : price.getLong("unit_amount"), price, true)
                    .put("period", period(item.getLong("current_period_start"), item.getLong("current_period_end")))
                    .put(
                            "parent",
                            new JsonObject()
                                    .put("type", "subscription_item_details")
                                    .put("subscription_item_details", details)));
        }
        return lines;
    }

    /** Returns a line for a part of the present period of an item, after its price has changed. */
    static JsonObject prorationLine(JsonObject item, JsonObject price, long amount, long start, long end) {
        JsonObject details = new JsonObject()
                .put("invoice_item", SimulatedObjects.newId("ii_"))
                .put("proration", true)
                .put("subscription", item.getString("subscription"))
                .put("subscription_item", item.getString("id"));
        return line(amount, price, false)
                .put("period", period(start, end))
                .put("metadata", item.getJsonObject("metadata").copy())
                .put(
                        "parent",
                        new JsonObject()
                                .put("type", "subscription_item_details")
                                .put("subscription_item_details", details));
    }

    /** Returns the lines that wait for the next invoice of a subscription. */
    static JsonArray pending(JsonObject subscription) {
        return subscription.getJsonArray(PENDING, new JsonArray());
    }

    /** Returns a line of the first invoice only. */
    static JsonObject oneTimeLine(long now, String subscriptionId, JsonObject price, boolean discountable) {
        JsonObject details = new JsonObject()
                .put("invoice_item", SimulatedObjects.newId("ii_"))
                .put("proration", false)
                .put("subscription", subscriptionId);
        return line(price.getLong("unit_amount"), price, discountable)
                .put("period", period(now, now))
                .put(
                        "parent",
                        new JsonObject().put("type", "invoice_item_details").put("invoice_item_details", details));
    }

    private static JsonObject period(long start, long end) {
        return new JsonObject().put("start", start).put("end", end);
    }

    private static JsonObject line(long amount, JsonObject price, boolean discountable) {
        return new JsonObject()
                .put("id", SimulatedObjects.newId("il_"))
                .put("object", "line_item")
                .put("amount", amount)
                .put("currency", price.getString("currency"))
                .put("discountable", discountable)
                .put("livemode", price.getBoolean("livemode"))
                .put("metadata", new JsonObject())
                .put(
                        "pricing",
                        new JsonObject()
                                .put("type", "price_details")
                                .put(
                                        "price_details",
                                        new JsonObject()
                                                .put("price", price.getString("id"))
                                                .put("product", price.getString("product")))
                                .put("unit_amount_decimal", Long.toString(amount)))
                .put("quantity", 1)
                .put("subtotal", amount);
    }

    /**
     * Builds the next invoice of a subscription, with its discount.
     *
     * @param lines with those that waited for it
     */
    static JsonObject issue(BilledSubscription book, String reason, JsonArray lines) {
        JsonObject subscription = book.subscription();
        subscription.remove(PENDING);
        String id = SimulatedObjects.newId("in_");
        int number = subscription.getInteger(SimulatedSubscriptions.INVOICES, 0) + 1;
        long subtotal = 0;
        long discountable = 0;
        for (Object element : lines) {
            JsonObject line = ((JsonObject) element).put("invoice", id);
            subtotal += line.getLong("amount");
            discountable += line.getBoolean("discountable") ? line.getLong("amount") : 0;
        }
        long discount = SubscriptionDiscount.apply(subscription, discountable, book.now());
        long total = subtotal - discount;
        long before = subscription.getLong(CARRIED, 0L);
        long due = total + before;
        // A credit is the customer's, too.
        boolean carries = due < 0 || ChargeRules.isBelowMinimum(due, subscription.getString("currency"));
        long after = carries ? due : 0;
        subscription
                .put(CARRIED, after)
                .put(SimulatedSubscriptions.INVOICES, number)
                .put("latest_invoice", id);
        return invoice(book, id, number, reason)
                .put("subtotal", subtotal)
                .put("total", total)
                .put("starting_balance", before)
                .put("ending_balance", after)
                .put("amount_due", due - after)
                .put("amount_paid", 0L)
                .put("amount_remaining", due - after)
                .put("total_discount_amounts", discount == 0 ? new JsonArray() : discounts(subscription, discount))
                .put("lines", list(lines, "/v1/invoices/" + id + "/lines", false));
    }

    private static JsonArray discounts(JsonObject subscription, long amount) {
        return new JsonArray()
                .add(new JsonObject().put("amount", amount).put("discount", SubscriptionDiscount.id(subscription)));
    }

    private static JsonObject invoice(BilledSubscription book, String id, int number, String reason) {
        JsonObject subscription = book.subscription();
        String prefix = subscription.getString("id").substring(4, 12).toUpperCase(Locale.ROOT);
        JsonObject details = new JsonObject()
                .put("subscription", subscription.getString("id"))
                .put("metadata", subscription.getJsonObject("metadata").copy());
        return new JsonObject()
                .put("id", id)
                .put("object", KIND)
                .put("attempt_count", 0)
                .put("attempted", false)
                .put("auto_advance", true)
                .put("billing_reason", reason)
                .put("collection_method", "charge_automatically")
                .put("created", book.now())
                .put("currency", subscription.getString("currency"))
                .put("customer", subscription.getString("customer"))
                .put("description", null)
                .put("hosted_invoice_url", null)
                .put("invoice_pdf", null)
                .put("livemode", book.objects().scope().live())
                .put("metadata", new JsonObject())
                .put("next_payment_attempt", null)
                .put("number", String.format(Locale.ROOT, "%s-%04d", prefix, number))
                .put(
                        "parent",
                        new JsonObject().put("type", "subscription_details").put("subscription_details", details))
                .put("period_start", book.now())
                .put("period_end", book.now())
                .put("status", "open")
                .put(
                        "status_transitions",
                        new JsonObject()
                                .put("finalized_at", book.now())
                                .put("marked_uncollectible_at", null)
                                .put("paid_at", null)
                                .put("voided_at", null))
                .put(SUBSCRIPTION, subscription.getString("id"))
                .put(NUMBER, number);
    }

    /** Builds the payment intent of an invoice. */
    static JsonObject intent(BilledSubscription book, JsonObject invoice) {
        boolean first = invoice.getString("billing_reason").equals("subscription_create");
        JsonObject intent = SimulatedPayments.intent(
                        book.objects(), invoice.getLong("amount_due"), invoice.getString("currency"))
                .put("customer", invoice.getString("customer"))
                .put("description", first ? "Subscription creation" : "Subscription update")
                .put("setup_future_usage", "off_session")
                .put(SUBSCRIPTION, invoice.getString(SUBSCRIPTION))
                .put(OF_INTENT, invoice.getString("id"));
        invoice.put(INTENT, intent.getString("id"));
        return intent;
    }

    /** Returns a member that is not stored in the invoice. */
    static @Nullable Object computed(String name, JsonObject invoice, @Nullable JsonObject intent) {
        if (name.equals("confirmation_secret")) {
            return intent == null
                    ? null
                    : new JsonObject()
                            .put("client_secret", intent.getString("client_secret"))
                            .put("type", SimulatedPayments.KIND);
        }
        JsonArray payments = new JsonArray();
        if (intent != null) {
            boolean paid = invoice.getString("status").equals("paid");
            payments.add(new JsonObject()
                    .put("id", "inpay_" + invoice.getString("id").substring(3))
                    .put("object", "invoice_payment")
                    .put("amount_paid", paid ? invoice.getLong("amount_paid") : null)
                    .put("amount_requested", invoice.getLong("amount_due"))
                    .put("created", invoice.getLong("created"))
                    .put("currency", invoice.getString("currency"))
                    .put("invoice", invoice.getString("id"))
                    .put("is_default", true)
                    .put("livemode", invoice.getBoolean("livemode"))
                    .put(
                            "payment",
                            new JsonObject()
                                    .put("type", SimulatedPayments.KIND)
                                    .put("payment_intent", intent.getString("id")))
                    .put("status", paid ? "paid" : invoice.getString("status").equals("void") ? "canceled" : "open"));
        }
        return list(payments, "/v1/invoice_payments", false);
    }

    static JsonObject list(JsonArray data, String url, boolean hasMore) {
        return new JsonObject()
                .put("object", "list")
                .put("data", data)
                .put("has_more", hasMore)
                .put("url", url);
    }
}
