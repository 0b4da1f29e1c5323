package io.tollgate.processor;

import io.tollgate.processor.SubscriptionInvoice.Line;
import io.tollgate.processor.SubscriptionState.Confirmation;
import io.tollgate.processor.SubscriptionState.Item;
import io.tollgate.processor.SubscriptionState.Times;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Encodes the states of subscriptions and their invoices for the event bus. */
final class SubscriptionCodec {
    private SubscriptionCodec() {}

    static JsonObject encode(SubscriptionState state) {
        JsonArray items = new JsonArray();
        state.items()
                .forEach(item -> items.add(new JsonObject()
                        .put("id", item.id())
                        .put("reference", item.reference())
                        .put("priceId", item.priceId())
                        .put("productId", item.productId())
                        .put("amount", item.amount())));
        Confirmation confirmation = state.confirmation();
        return new JsonObject()
                .put("id", state.id())
                .put("status", state.status().name())
                .put("customerId", state.customerId())
                .put("items", items)
                .put("times", encode(state.times()))
                .put("endsWithPeriod", state.endsWithPeriod())
                .put("endsAt", text(state.endsAt()))
                .put(
                        "confirmation",
                        confirmation == null
                                ? null
                                : new JsonObject()
                                        .put("kind", confirmation.kind().name())
                                        .put("intentId", confirmation.intentId())
                                        .put("clientSecret", confirmation.clientSecret()))
                .put("method", state.method() == null ? null : state.method().json())
                .put("savedCardId", state.savedCardId())
                .put("latestInvoiceId", state.latestInvoiceId())
                .put(
                        "latestPayment",
                        state.latestPayment() == null
                                ? null
                                : state.latestPayment().json());
    }

    private static JsonObject encode(Times times) {
        return new JsonObject()
                .put("createdAt", text(times.createdAt()))
                .put("startedAt", text(times.startedAt()))
                .put("trialEnd", text(times.trialEnd()))
                .put("anchor", text(times.anchor()))
                .put("periodStart", text(times.periodStart()))
                .put("periodEnd", text(times.periodEnd()))
                .put("canceledAt", text(times.canceledAt()))
                .put("endedAt", text(times.endedAt()));
    }

    static SubscriptionState state(JsonObject json) {
        JsonObject confirmation = json.getJsonObject("confirmation");
        JsonObject latestPayment = json.getJsonObject("latestPayment");
        return new SubscriptionState(
                json.getString("id"),
                SubscriptionState.Status.valueOf(json.getString("status")),
                json.getString("customerId"),
                json.getJsonArray("items").stream()
                        .map(JsonObject.class::cast)
                        .map(SubscriptionCodec::item)
                        .toList(),
                times(json.getJsonObject("times")),
                json.getBoolean("endsWithPeriod"),
                instant(json.getString("endsAt")),
                confirmation == null ? null : confirmation(confirmation),
                PaymentState.Method.of(json.getJsonObject("method")),
                json.getString("savedCardId"),
                json.getString("latestInvoiceId"),
                latestPayment == null ? null : PaymentState.of(latestPayment));
    }

    private static Item item(JsonObject json) {
        return new Item(
                json.getString("id"),
                json.getString("reference"),
                json.getString("priceId"),
                json.getString("productId"),
                json.getLong("amount"));
    }

    private static Times times(JsonObject json) {
        return new Times(
                time(json, "createdAt"),
                time(json, "startedAt"),
                instant(json.getString("trialEnd")),
                time(json, "anchor"),
                time(json, "periodStart"),
                time(json, "periodEnd"),
                instant(json.getString("canceledAt")),
                instant(json.getString("endedAt")));
    }

    private static Confirmation confirmation(JsonObject json) {
        return new Confirmation(
                Confirmation.Kind.valueOf(json.getString("kind")),
                json.getString("intentId"),
                json.getString("clientSecret"));
    }

    static JsonObject encode(List<SubscriptionInvoice> invoices) {
        JsonArray encoded = new JsonArray();
        invoices.forEach(invoice -> encoded.add(encode(invoice)));
        return new JsonObject().put("invoices", encoded);
    }

    private static JsonObject encode(SubscriptionInvoice invoice) {
        JsonArray lines = new JsonArray();
        invoice.lines()
                .forEach(line -> lines.add(new JsonObject()
                        .put("id", line.id())
                        .put("reference", line.reference())
                        .put("subscriptionItemId", line.subscriptionItemId())
                        .put("invoiceItemId", line.invoiceItemId())
                        .put("amount", line.amount())));
        return new JsonObject()
                .put("id", invoice.id())
                .put("number", invoice.number())
                .put("status", invoice.status().name())
                .put("amount", invoice.amount())
                .put("amountPaid", invoice.amountPaid())
                .put("currency", invoice.currency())
                .put("billingReason", invoice.billingReason())
                .put("paymentIntentId", invoice.paymentIntentId())
                .put("chargeId", invoice.chargeId())
                .put("hostedUrl", invoice.hostedUrl())
                .put("pdfUrl", invoice.pdfUrl())
                .put("createdAt", text(invoice.createdAt()))
                .put("paidAt", text(invoice.paidAt()))
                .put("periodStart", text(invoice.periodStart()))
                .put("periodEnd", text(invoice.periodEnd()))
                .put("attempts", invoice.attempts())
                .put("nextAttemptAt", text(invoice.nextAttemptAt()))
                .put("lines", lines);
    }

    static List<SubscriptionInvoice> invoices(JsonObject json) {
        return json.getJsonArray("invoices").stream()
                .map(JsonObject.class::cast)
                .map(SubscriptionCodec::invoice)
                .toList();
    }

    private static SubscriptionInvoice invoice(JsonObject json) {
        return new SubscriptionInvoice(
                json.getString("id"),
                json.getInteger("number"),
                SubscriptionInvoice.Status.valueOf(json.getString("status")),
                json.getLong("amount"),
                json.getLong("amountPaid"),
                json.getString("currency"),
                json.getString("billingReason"),
                json.getString("paymentIntentId"),
                json.getString("chargeId"),
                json.getString("hostedUrl"),
                json.getString("pdfUrl"),
                time(json, "createdAt"),
                instant(json.getString("paidAt")),
                time(json, "periodStart"),
                time(json, "periodEnd"),
                json.getInteger("attempts"),
                instant(json.getString("nextAttemptAt")),
                json.getJsonArray("lines").stream()
                        .map(JsonObject.class::cast)
                        .map(line -> new Line(
                                line.getString("id"),
                                line.getString("reference"),
                                line.getString("subscriptionItemId"),
                                line.getString("invoiceItemId"),
                                line.getLong("amount")))
                        .toList());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static Instant time(JsonObject json, String name) {
        return Instant.parse(Objects.requireNonNull(json.getString(name)));
    }

    private static @Nullable Instant instant(@Nullable String value) {
        return value == null ? null : Instant.parse(value);
    }
}
